import type { Log } from 'sarif'
import { failedDriftReport } from '../../../src/tools/drift/report'
import { formats } from '../../../src/tools/report/formats'
import { renderReport } from '../../../src/tools/report/render'
import { errorFromSentence, errorsIn, planFailure } from '../../../src/tools/review/failure'
import { readMessages } from '../../../src/tools/review/plan/messages'
import { failedReviewReport } from '../../../src/tools/review/report'
import { driftSchemaErrors, schemaErrors } from './json-schema'
import { parseJunit } from './junit'
import { sarifErrors } from './sarif-structure'

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

const errors = errorsIn(readMessages(log))
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
      if (format === 'junit') {
        parseJunit(text)
        expect(text).toContain('errors="2"')
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

  it('joins the errors of one wrong token, after the one that explains it', () => {
    const refused = (address: string, code: string, detail: string) =>
      line('error', { summary: code, detail: `${detail}\n\n[appliance:${code}]`, address })
    const again = (address: string, kind = 'category') =>
      refused(address, 'caller-refused-again', `Could not read appliance_${kind}: denied.`)
    const messages = readMessages(
      [
        again('appliance_category.c'),
        again('appliance_category.b'),
        refused('appliance_category.a', 'caller-refused', 'Compare the token.'),
        again('appliance_category_sites.d', 'category_sites'),
      ].join('\n'),
    )
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
