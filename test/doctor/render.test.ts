import { renderJson } from '../../src/doctor/render/json'
import { renderText } from '../../src/doctor/render/text'
import { type Report, reportOf } from '../../src/doctor/report'

const report: Report = reportOf(
  [
    {
      check: 'reach',
      areas: ['records'],
      subject: 'http://a',
      status: 'failed',
      finding: 'Nobody\u001b[2J is\nthere.',
      hint: 'Start it.',
    },
    { check: 'access', areas: ['network'], subject: 'http://b', status: 'passed', finding: 'All is well.' },
  ],
  [
    {
      topic: 'Names',
      area: 'categories',
      holds: 'not held',
      because: 'Two are alike.',
      hint: 'A plan adopts.',
    },
  ],
)

test('every failure has its hint below it', () => {
  const text = renderText(report, { width: 100, colour: false })
  expect(text).toMatch(/^FAILED {2,}records {2,}reach {2,}Nobody \[2J is there\.\n {10,}→ Start it\.$/m)
  expect(text).toMatch(/^NOT HELD .+\n {10,}→ A plan adopts\.$/m)
  expect(text).toContain('Something is wrong: 1 passed, 0 with a warning, 1 failed')
})

test('assumptions have no lines where nothing that was read tells of any', () => {
  const assumption = {
    topic: 'Names',
    area: 'categories',
    holds: 'unknown',
    because: 'Nothing tells.',
  } as const
  const text = (assumptions: Report['assumptions']) =>
    renderText(reportOf(report.checks, assumptions), { width: 100, colour: false })
  expect(text([assumption])).not.toContain('ASSUMPTION')
  expect(text([assumption])).toMatch(
    /\nNothing that was read tells of what is assumed\.\n\nSomething is wrong/,
  )
  expect(text([assumption, { ...assumption, holds: 'held' }])).toMatch(/^- +categories +Names/m)
})

test('what the appliance said cannot steer a terminal', () => {
  expect(renderText(report, { width: 100, colour: false })).not.toContain('\u001b')
})

test('colours change nothing but the colour', () => {
  const [plain, coloured] = [false, true].map((colour) => renderText(report, { width: 100, colour }))
  expect(coloured).not.toBe(plain)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what colours are made of
  expect(coloured?.replace(/\u001b\[\d+m/g, '')).toBe(plain)
})

test('long findings are cut between words', () => {
  const finding = 'word '.repeat(60).trim()
  const long = reportOf([{ check: 'reach', areas: [], subject: 'a', status: 'passed', finding }], [])
  const lines = renderText(long, { width: 80, colour: false }).split('\n')
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80)
})

test('the JSON form has a version, and everything of the report', () => {
  expect(JSON.parse(renderJson(report))).toEqual({
    format_version: '1.0',
    healthy: false,
    checks: report.checks,
    assumptions: [{ ...report.assumptions[0], holds: 'not_held' }],
  })
})
