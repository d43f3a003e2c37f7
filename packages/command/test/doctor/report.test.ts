import {
  type Check,
  type Report,
  renderJson,
  renderText,
  reportOf,
  type TextOptions,
} from '../../src/doctor/report'

const report: Report = reportOf(
  [
    { check: 'access', areas: ['network'], subject: 'http://b', status: 'passed', finding: 'All is well.' },
    {
      check: 'certificate-validity',
      areas: ['network'],
      subject: 'http://b',
      status: 'warning',
      finding: 'It expires soon.',
      hint: 'Renew it.',
    },
    {
      check: 'reach',
      areas: ['records'],
      subject: 'http://a',
      status: 'failed',
      finding: 'Nobody\u001b[2J is\nthere.',
      hint: 'Start it.',
    },
  ],
  [{ topic: 'Names', area: 'categories', because: 'Two are alike.', hint: 'A plan adopts.' }],
)

const textOf = (of: Report, options: Partial<TextOptions> = {}) =>
  renderText(of, { color: false, all: false, ...options })

const attention = `\
Problems found: 1 failed, 1 assumption does not hold, 1 warning, 1 passed, 0 skipped.

Needs attention
  FAILED records, reach: Nobody [2J is there.
      → Start it.
  NOT HELD categories, assumption: Names. Two are alike.
      → A plan adopts.
  warning network, certificate validity: It expires soon.
      → Renew it.
`

test('the verdict comes first, then what needs attention', () => {
  expect(textOf(report)).toBe(`${attention}\nTo list all checks, add --all.\n`)
})

test('what is alike for several areas is said once', () => {
  const notTrusted = (areas: Check['areas'], finding: string): Check => {
    return {
      check: 'certificate-trust',
      areas,
      subject: areas.join(),
      status: 'failed',
      finding,
      hint: 'Trust it.',
    }
  }
  const checks = [
    notTrusted(['categories', 'analysis'], 'One has signed it.'),
    notTrusted(['records'], 'Another has signed it.'),
    notTrusted(['certificates', 'network'], 'One has signed it.'),
  ]
  expect(textOf(reportOf(checks, []))).toBe(`\
Problems found: 3 failed, 0 warnings, 0 passed, 0 skipped.

Needs attention
  FAILED categories analysis certificates network, certificate trust: One has signed it.
      → Trust it.
  FAILED records, certificate trust: Another has signed it.
      → Trust it.

To list all checks, add --all.
`)
})

test('the other checks follow on request', () => {
  expect(textOf(report, { all: true })).toBe(`${attention}
Other checks
  ok network, access: All is well.
`)
})

test('a healthy report has nothing but the verdict', () => {
  const passed = report.checks.filter(({ status }) => status === 'passed')
  expect(textOf(reportOf(passed, []))).toBe(`\
No problems found: 0 failed, 0 warnings, 1 passed, 0 skipped.

To list all checks, add --all.
`)
})

test('what the appliance said cannot steer a terminal', () => {
  expect(textOf(report, { all: true })).not.toContain('\u001b')
})

test('colors change nothing but the color', () => {
  const [plain, colored] = [false, true].map((color) => textOf(report, { color }))
  expect(colored).not.toBe(plain)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what colors are made of
  expect(colored?.replace(/\u001b\[\d+m/g, '')).toBe(plain)
})

test('the JSON form has a version, and everything of the report', () => {
  expect(JSON.parse(renderJson(report))).toEqual({
    format_version: '2.0',
    healthy: false,
    checks: report.checks,
    assumptions_not_held: report.disproofs,
  })
})
