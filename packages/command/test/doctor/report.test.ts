import { type Report, renderJson, renderText, reportOf, type TextOptions } from '../../src/doctor/report'

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
  [
    {
      topic: 'Names',
      area: 'categories',
      holds: 'not held',
      because: 'Two are alike.',
      hint: 'A plan adopts.',
    },
    { topic: 'Tables', area: 'categories', holds: 'unknown', because: 'No answer shows this.' },
  ],
)

const textOf = (of: Report, options: Partial<TextOptions> = {}) =>
  renderText(of, { width: 100, color: false, assumptions: false, ...options })

test('the verdict comes first, then what needs attention, then the areas', () => {
  expect(textOf(report)).toBe(`\
Problems found: 1 failed, 1 assumption does not hold, 1 warning, 1 passed, 0 skipped.

          AREA        CHECK                 NEEDS ATTENTION
FAILED    records     reach                 Nobody [2J is there.
                                            → Start it.
NOT HELD  categories  assumption            Names. Two are alike.
                                            → A plan adopts.
warning   network     certificate validity  It expires soon.
                                            → Renew it.

         AREA     CHECK                 FINDING
ok       network  access                All is well.
warning  network  certificate validity  See above.
FAILED   records  reach                 See above.

Assumptions: 0 held, 1 not held, 1 not checked. To list them, add --assumptions.
`)
})

test('assumptions are listed only on request, if one could be checked', () => {
  expect(textOf(report)).not.toContain('Tables')
  expect(textOf(report, { assumptions: true })).toMatch(/^- +categories +Tables +No answer shows this\.$/m)
})

test('assumptions have no rows if none could be checked', () => {
  const assumption = { topic: 'Names', area: 'categories', holds: 'unknown', because: 'No answer.' } as const
  const text = textOf(reportOf(report.checks, [assumption]), { assumptions: true })
  expect(text).not.toContain('ASSUMPTION')
  expect(text).toMatch(/\nNo assumption could be checked\.\n$/)
})

test('a healthy report has nothing above the areas but the verdict', () => {
  const passed = report.checks.filter(({ status }) => status === 'passed')
  const held = { topic: 'Names', area: 'categories', holds: 'held', because: 'They differ.' } as const
  expect(textOf(reportOf(passed, [held]))).toBe(`\
No problems found: 0 failed, 0 warnings, 1 passed, 0 skipped.

    AREA     CHECK   FINDING
ok  network  access  All is well.

Assumptions: 1 held, 0 not held, 0 not checked. To list them, add --assumptions.
`)
})

test('what the appliance said cannot steer a terminal', () => {
  expect(textOf(report, { assumptions: true })).not.toContain('\u001b')
})

test('colors change nothing but the color', () => {
  const [plain, colored] = [false, true].map((color) => textOf(report, { color }))
  expect(colored).not.toBe(plain)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what colors are made of
  expect(colored?.replace(/\u001b\[\d+m/g, '')).toBe(plain)
})

test('long findings are cut between words', () => {
  const finding = 'word '.repeat(60).trim()
  const long = reportOf([{ check: 'reach', areas: [], subject: 'a', status: 'passed', finding }], [])
  const lines = textOf(long, { width: 80 }).split('\n')
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80)
})

test('the JSON form has a version, and everything of the report', () => {
  expect(JSON.parse(renderJson(report))).toEqual({
    format_version: '1.2',
    healthy: false,
    checks: report.checks,
    assumptions: [{ ...report.assumptions[0], holds: 'not_held' }, report.assumptions[1]],
  })
})
