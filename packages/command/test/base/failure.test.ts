import type { Log } from 'sarif'
import { errorFromSentence, errorsIn, planFailure } from '../../src/base/failure'
import { failedDriftReport } from '../../src/drift/report'
import { readRun } from '../../src/plan/messages'
import { formats } from '../../src/report/output'
import { renderReport } from '../../src/report/render'
import { failedReviewReport } from '../../src/review/report'
import { driftSchemaErrors, schemaErrors } from '../review/json-schema'
import { sarifErrors } from '../review/sarif-structure'

const line = (severity: string, further: object) =>
  JSON.stringify({ '@level': 'error', type: 'diagnostic', diagnostic: { severity, ...further } })

const log = [
  line('warning', { summary: 'A warning', detail: 'Nothing else.' }),
  line('error', {
    summary: 'In any words',
    detail: '"not a site" contains a space; write one site per entry.\n\n[appliance:not-a-site]',
    address: 'appliance_category.ads',
    range: { filename: 'main.tf', start: { line: 12 } },
  }),
  line('error', { summary: 'Reference to undeclared resource\u001b[31m', detail: '' }),
].join('\n')

const errors = errorsIn(readRun(log).messages)
const reports = { review: failedReviewReport(errors), drift: failedDriftReport(errors) } as const

describe('the report on a plan that failed', () => {
  it('has each error with its code, its resource and its place', () => {
    expect(renderReport(reports.review, 'text').split('\n')).toEqual([
      'The plan failed: 2 errors.',
      '',
      'Errors',
      expect.stringMatching(
        /^ {2}! not-a-site: .*: "'not a site' contains a space; write one site per entry\.": appliance_category\.ads \(main\.tf:12\)$/,
      ),
      '  ! "Reference to undeclared resource\\u{1b}[31m"',
      '',
    ])
  })

  it('says what to do also if the names in an error take all the room', () => {
    const sites = Array.from({ length: 60 }, (_, index) => `malware-${index}.example`).join(', ')
    const detail = `The change would remove ${sites}.\n\nIf the list is wrong, correct it.\n\n[appliance:removal-limit-exceeded]`
    const report = failedReviewReport(
      errorsIn(readRun(line('error', { summary: 'Too many', detail })).messages),
    )
    for (const format of ['text', 'markdown', 'json'] as const)
      expect(renderReport(report, format)).toContain('If the list is wrong, correct it.')
  })

  it.each(formats)('is written as %s, for a review and for drift', (format) => {
    for (const task of ['review', 'drift'] as const) {
      const text = renderReport(reports[task], format)
      // A summary is one line, with the number of errors alone.
      expect(text).toContain(format === 'summary' ? '2 errors' : 'not-a-site')
      expect(text).not.toContain('\u001b')
      if (format === 'json') {
        const document = JSON.parse(text)
        expect((task === 'review' ? schemaErrors : driftSchemaErrors)(document)).toEqual([])
        expect(document).toMatchObject({
          outcome: 'failed',
          errors: [
            {
              code: 'not-a-site',
              addresses: ['appliance_category.ads'],
              place: { file: 'main.tf', line: 12 },
            },
            { addresses: [] },
          ],
        })
      }
      if (format === 'sarif') {
        const sarif: Log = JSON.parse(text)
        expect(sarifErrors(sarif)).toEqual([])
        expect(sarif.runs[0]?.results?.map(({ ruleId, level }) => [ruleId, level])).toEqual([
          ['plan-failed', 'error'],
          ['plan-failed', 'error'],
        ])
        expect(sarif.runs[0]?.invocations?.[0]?.executionSuccessful).toBe(false)
      }
    }
  })

  it('has the problems of a state that cannot be read, and does not say that it is locked', () => {
    const detail =
      'Error message: 2 problems:\n\n- Unsupported state file format: no "version" attribute.\n- Another one.\n\nTerraform acquires a state lock.'
    const messages = readRun(line('error', { summary: 'Error acquiring the state lock', detail })).messages
    const text = renderReport(failedDriftReport(errorsIn(messages)), 'text')
    expect(text).toContain(
      "Error message: 2 problems: - Unsupported state file format: no 'version' attribute.; - Another one.",
    )
    expect(planFailure('terraform', '.', messages, '').message).not.toContain('locked')
  })

  it('joins the errors of one wrong token, after the one that explains it', () => {
    const refused = (address: string, code: string, detail: string) =>
      line('error', { summary: code, detail: `${detail}\n\n[appliance:${code}]`, address })
    const again = (address: string, kind = 'category') =>
      refused(address, 'caller-refused-again', `Could not read appliance_${kind}: denied.`)
    const messages = readRun(
      [
        again('appliance_category.c'),
        again('appliance_category.b'),
        refused('appliance_category.a', 'caller-refused', 'Compare the token.'),
        again('appliance_category_sites.d', 'category_sites'),
      ].join('\n'),
    ).messages
    expect(errorsIn(messages).map(({ code, addresses }) => [code, addresses])).toEqual([
      ['caller-refused', ['appliance_category.a']],
      ['caller-refused-again', ['appliance_category.b', 'appliance_category.c']],
      ['caller-refused-again', ['appliance_category_sites.d']],
    ])
    const log = planFailure('terraform', '.', messages, '').message
    expect(
      log
        .split('(appliance_category')
        .slice(1)
        .map((text) => text.slice(0, 30)),
    ).toEqual([
      expect.stringMatching(/^\.a\)/),
      expect.stringMatching(/^\.b, and 1 other resource\)/),
      expect.stringMatching(/^_sites\.d\)/),
    ])
  })

  describe('of equal errors of the engine', () => {
    const unsupported = {
      summary: 'Unsupported argument',
      detail: "An argument named 'foo' is not expected.",
    }
    const at = (file: string, start: number, address?: string) =>
      line('error', { ...unsupported, address, range: { filename: file, start: { line: start } } })
    const sixty = Array.from({ length: 60 }, (_, index) => index + 1)
    const errorsOf = (lines: readonly string[]) => errorsIn(readRun(lines.join('\n')).messages)
    const placed = [...sixty.slice(2).map((start) => at('main.tf', start)), at('b.tf', 3), at('b.tf', 20)]

    it('has them once, with their number and the first places', () => {
      const [error, ...others] = errorsOf(placed)
      expect(others).toEqual([])
      expect(error).toMatchObject({ addresses: [], place: { file: 'b.tf', line: 3 }, names: { count: 60 } })
      expect(error?.names?.first(4)).toEqual(['b.tf:3', 'b.tf:20', 'main.tf:3', 'main.tf:4'])
      const text = renderReport(failedReviewReport(errorsOf(placed)), 'text', { names: 3 })
      expect(text.split('\n')).toEqual([
        'The plan failed: 1 error.',
        '',
        'Errors',
        `  ! "Unsupported argument" in 60 places: "An argument named 'foo' is not expected.": b.tf:3, b.tf:20, main.tf:3 and 57 more`,
        '',
      ])
    })

    it('names the resources, where several have them', () => {
      const lines = sixty.map((start) => at('main.tf', start, `appliance_category.c${start}`))
      const text = renderReport(failedDriftReport(errorsOf(lines)), 'text', { names: 2 })
      expect(text).toContain(
        `  ! "Unsupported argument" for 60 resources: "An argument named 'foo' is not expected.": ` +
          'appliance_category.c1, appliance_category.c10 and 58 more (main.tf:1)\n',
      )
    })

    it('names the only resource that has them', () => {
      const text = renderReport(
        failedReviewReport(errorsOf(sixty.map((start) => at('main.tf', start, 'appliance_category.ads')))),
        'text',
        { names: 2 },
      )
      expect(text).toContain(
        '"Unsupported argument" in 60 places of appliance_category.ads: "An argument named ',
      )
      expect(text).toContain(': main.tf:1, main.tf:2 and 58 more\n')
    })

    it('says how often one place has them', () => {
      const text = renderReport(failedReviewReport(errorsOf(sixty.map(() => at('main.tf', 7)))), 'text')
      expect(text).toContain(
        `  ! "Unsupported argument" 60 times: "An argument named 'foo' is not expected." (main.tf:7)\n`,
      )
    })

    it('has others beside them', () => {
      const other = line('error', { ...unsupported, detail: "An argument named 'bar' is not expected." })
      expect(errorsOf([...placed, other]).map(({ names }) => names?.count)).toEqual([undefined, 60])
    })

    it('says it in the log too', () => {
      const logOf = (lines: readonly string[]) =>
        planFailure('terraform', '.', readRun(lines.join('\n')).messages, '').message.split('reported:\n')[1]
      const end = "\n  An argument named 'foo' is not expected."
      expect(logOf(placed)).toBe(`  Unsupported argument (b.tf, line 3, and 59 other places)${end}`)
      expect(logOf([at('main.tf', 7), at('main.tf', 7)])).toBe(
        `  Unsupported argument (main.tf, line 7, 2 times)${end}`,
      )
    })

    const reports = [
      ['a review', failedReviewReport(errorsOf(placed))],
      ['drift', failedDriftReport(errorsOf(placed))],
    ] as const

    describe.each(formats.filter((format) => format !== 'summary'))('as %s', (format) => {
      it.each(reports)('has them once in %s', (_, report) => {
        const text = renderReport(report, format)
        expect(text.match(/Unsupported argument/g)).toHaveLength(1)
        expect(text.match(/in 60 places/g)).toHaveLength(1)
        expect(text.match(/b\.tf:20\b/g)).toHaveLength(1)
      })
    })

    it('keeps to the structure of documents', () => {
      for (const [, report] of reports) {
        expect(sarifErrors(JSON.parse(renderReport(report, 'sarif')))).toEqual([])
      }
      expect(schemaErrors(JSON.parse(renderReport(reports[0][1], 'json')))).toEqual([])
      expect(driftSchemaErrors(JSON.parse(renderReport(reports[1][1], 'json')))).toEqual([])
    })
  })

  it('annotates the places of the errors', () => {
    expect(renderReport(reports.review, 'github')).toMatch(
      /^::error file=main\.tf,line=12,title=plan-failed::not-a-site/,
    )
  })

  it('says what is left where the engine gave no message', () => {
    const text = renderReport(failedDriftReport([errorFromSentence('terraform ended')]), 'text')
    expect(text).toBe('Drift cannot be determined: 1 error.\n\nErrors\n  ! "terraform ended"\n')
  })
})
