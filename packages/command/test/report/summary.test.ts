import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { driftOf } from '../../src/drift/drift'
import { driftReport } from '../../src/drift/report'
import { readPlan } from '../../src/plan/plan'
import { renderReport } from '../../src/report/render'
import type { Report } from '../../src/report/report'
import { failedReviewReport, reviewReport } from '../../src/review/report'
import { categoryChange, changeOf, numbered, planText, type WrittenChange } from '../review/plans'
import { reviewed } from '../review/review-of'

const usual: readonly WrittenChange[] = [
  categoryChange('ads', ['doubleclick.net', 'old.example'], ['banners.example']),
  categoryChange('trackers', [], ['doubleclick.net', 'gov.uk']),
  changeOf('appliance_ldap_member.ann', { uid: 'ann' }, null),
]

async function reportOf(changes: readonly WrittenChange[], settings: unknown = {}): Promise<Report> {
  return reviewReport(await reviewed(changes, { settings }))
}

async function driftReportOf(): Promise<Report> {
  const change = categoryChange('ads', ['b.example'], ['a.example', 'b.example'])
  const drift = categoryChange('ads', ['a.example', 'b.example'], ['b.example'])
  const plan = readPlan(planText([change], { resource_drift: [drift] }))
  const found = await driftOf(plan, { messages: [], asked: new Set([change.address]) })
  return driftReport(found)
}

const reports: Readonly<Record<string, () => Promise<Report>>> = {
  drift: driftReportOf,
  'a usual plan': () => reportOf(usual),
  'a refused plan': () => reportOf(usual, { findings: { 'public-suffix': 'fatal' } }),
  'a plan without changes': () => reportOf([]),
  'a failed plan': async () => failedReviewReport([]),
  'long names': () =>
    reportOf(
      numbered(60, `${'x'.repeat(1_000)}`).map((name, index) =>
        categoryChange(`c${index}`, [], [name], { name }),
      ),
    ),
}

describe('a summary', () => {
  it.each(Object.keys(reports))('of %s is one line for the status of a commit', async (name) => {
    const text = renderReport((await reports[name]?.()) as Report, 'summary')
    expect(text).toMatch(/^[^\n]{1,140}\n$/)
  })

  it.each([
    ['usual', 'a usual plan'],
    ['refused', 'a refused plan'],
    ['drift', 'drift'],
  ])('is the one that is kept: %s', async (file, name) => {
    const text = renderReport((await reports[name]?.()) as Report, 'summary')
    const path = join(__dirname, 'golden', `${file}.summary.txt`)
    if (process.env.APPLIANCE_WRITE_GOLDEN) await writeFile(path, text)
    expect(text).toBe(await readFile(path, 'utf8'))
  })
})
