import fc from 'fast-check'
import { z } from 'zod'
import { isFull } from '../../../../test/lanes/extent'
import { readSettings } from '../../src/findings/settings'
import { readPlan } from '../../src/plan/plan'
import { reviewText } from '../../src/review/report'
import { reviewOf } from '../../src/review/review'
import { planText } from '../review/plans'
import { accounts, certificates, delistings, lists, operations } from './object-mutations'

const runs = Number(process.env.APPLIANCE_TEST_RUNS ?? (isFull ? 5_000 : 120))
// Thousands of plans take minutes.
jest.setTimeout(1_800_000)

describe('the review of objects that are no lists of sites', () => {
  it.each([
    ['certificates', certificates()],
    ['accounts', accounts()],
    ['lists of addresses', delistings()],
    ['other lists, whose middle others and the configuration change at once', lists()],
    ['operations', operations()],
  ] as const)('says what is true of %s, and leaves nothing out', async (_, mutations) => {
    await fc.assert(
      fc.asyncProperty(mutations, async ({ changes, drift, truth }) => {
        fc.pre(changes.length > 0)
        const plan = readPlan(planText(changes, { resource_drift: drift }), {})
        const review = await reviewOf(plan, settings)
        const lines = reviewJson.parse(JSON.parse(reviewText(review, 1_000))).changes
        expect([...new Set(lines.flatMap(statementsOf))].sort()).toEqual([...new Set(truth)].sort())
      }),
      { numRuns: runs },
    )
  })
})

const settings = readSettings(JSON.stringify({ findings: { 'everything-gone': 'off' } }))

const reviewJson = z.object({
  changes: z.array(
    z.object({
      cause: z.string(),
      section: z.string(),
      subject: z.object({ kind: z.string(), name: z.string() }),
      text: z.string(),
      names: z.object({ first: z.array(z.string()) }).optional(),
    }),
  ),
})
type Line = z.infer<typeof reviewJson>['changes'][number]

/** A line in the words of the truth. */
function statementsOf({ cause, section, subject: { kind, name }, text, names }: Line): readonly string[] {
  switch (kind) {
    case 'certificate':
      return [certificateStatement(name, text, cause)]
    case 'member':
      return [`${name}: ${accountStatement(text)}`]
    case 'record database':
      return (names?.first ?? []).map(
        (address) =>
          `${section === 'added' ? cause : 'state'}: ${section === 'added' ? '+' : '-'} ${address}`,
      )
    case 'operation':
      return [text.replace(/^operation \S+: /, '').replace(/: triggers.*$/, '')]
    case 'resource':
      return [...text.matchAll(/\b(labels|within\.labels)\b/g)].map(
        ([attribute]) => `${cause}: ${name} ${attribute}`,
      )
    case 'group':
      return (names?.first ?? []).map((login) => `${section === 'added' ? '+' : '-'} ${login}`)
    default:
      return [text]
  }
}

function certificateStatement(id: string, text: string, cause: string): string {
  const name = id.replace('self_signed/0/', '').toLowerCase()
  if (/: the existing certificate is taken over /.test(text)) return `${name}: taken over`
  if (/: not ordered: the existing certificate stays/.test(text)) return `${name}: refused`
  if (/: on_existing decides in the apply/.test(text)) return `${name}: undecided`
  if (/: no longer managed; the provider cannot remove it/.test(text)) return `${name}: stays, unmanaged`
  const [, left] = / replaces self_signed\/0\/(\S+), which stays /.exec(text) ?? []
  if (left !== undefined) return `${name}: created, ${left} stays`
  if (/: created$/.test(text)) return `${name}: created`
  return cause === 'state' ? `${name}: recorded, and nothing is sent` : `${name}: changed`
}

function accountStatement(text: string): string {
  if (/: account deleted\b/.test(text)) return 'deleted'
  if (/: no longer managed; the account stays /.test(text)) return 'stays'
  if (/: replaced in the state; the account stays/.test(text))
    return `made again${text.includes(' its password is set ') ? ', with its password' : ''}`
  if (/: another resource manages it from now on/.test(text)) return 'of another'
  return /: created\b/.test(text) ? 'created' : 'changed'
}
