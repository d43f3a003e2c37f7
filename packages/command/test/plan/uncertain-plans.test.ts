import fc from 'fast-check'
import { z } from 'zod'
import { isFull } from '../../../../test/lanes/extent'
import { readSettings } from '../../src/findings/settings'
import { readPlan } from '../../src/plan/plan'
import { reviewText } from '../../src/review/report'
import { reviewOf } from '../../src/review/review'
import { planText, type WrittenChange } from '../review/plans'
import { categories, type UncertainPlan, uncertainPlans, type World } from './uncertain-plan'

const runs = Number(process.env.APPLIANCE_TEST_RUNS ?? (isFull ? 5_000 : 120))
// Thousands of plans take minutes.
jest.setTimeout(1_800_000)

describe('the review of a plan with values that come with the apply', () => {
  it('says for certain what happens whatever they turn out to be, and leaves out nothing that may happen', async () => {
    await fc.assert(
      fc.asyncProperty(uncertainPlans, async (plan) => {
        const claims = (await changesOf(plan.changes, plan)).flatMap(claimsOf)
        expect(untruthsIn(claims, plan)).toEqual([])
        expect(unsaidIn(claims, plan)).toEqual([])
      }),
      { numRuns: runs },
    )
  })

  it('says the same of sensitive sites, without their names', async () => {
    await fc.assert(
      fc.asyncProperty(uncertainPlans, async (plan) => {
        const [shown, hidden] = [
          await changesOf(plan.changes, plan),
          await changesOf(plan.sensitiveChanges, plan),
        ]
        // What a category may take from others is theirs as well: a test of its own says whether it is named.
        const isTaken = ({ text }: Line) => text.endsWith(', known only after the apply (on_conflict)')
        const named = (lines: readonly Line[]) =>
          lines.map((line) => (isTaken(line) ? withoutNames(line) : line))
        expect(named(hidden)).toEqual(
          named(shown).map((line) => (isHidden(line, plan) ? withoutNames(line) : line)),
        )
      }),
      { numRuns: runs },
    )
  })
})

const settings = readSettings(JSON.stringify({ findings: { 'everything-gone': 'off' } }))

async function changesOf(
  changes: readonly WrittenChange[],
  { further }: UncertainPlan,
): Promise<readonly Line[]> {
  const review = await reviewOf(readPlan(planText(changes, further), {}), settings)
  return reviewJson.parse(JSON.parse(reviewText(review, 1_000))).changes
}

const subject = z.object({ kind: z.string(), name: z.string() })
const reviewJson = z.object({
  changes: z.array(
    z.object({
      section: z.string(),
      action: z.string(),
      on_appliance: z.string().optional(),
      subject,
      to: subject.optional(),
      text: z.string(),
      noun: z.string().optional(),
      names: z.object({ count: z.number(), first: z.array(z.string()) }).optional(),
      addresses: z.array(z.string()),
    }),
  ),
})
type Line = z.infer<typeof reviewJson>['changes'][number]

/** What a line says of a site in a category. Both may come with the apply. */
interface Claim {
  readonly text: string
  readonly category: string
  /** Undefined if the line names none. */
  readonly site: string | undefined
  readonly says:
    | 'added'
    | 'removed'
    /** After the apply, it is in no other category. */
    | 'alone'
    /** After the apply, it is in the category, whether or not it was there. */
    | 'present'
    /** Unless a list declares it whose category comes with the apply. */
    | 'removed unless declared'
    | 'unmanaged'
    | 'may be removed'
    | 'may be added'
    | 'may be claimed'
    | 'may change'
    /** Other categories may lose some to this one. */
    | 'may take'
  /** Of so many without names, or so many of those with names. */
  readonly count?: number
}

function claimsOf(line: Line): readonly Claim[] {
  const { section, action, subject, to, text, on_appliance } = line
  const doubtful = doubtfulClaimsOf(line)
  if (doubtful) return doubtful
  const [, compiled, site] =
    / compiles category (\S+) with (\S+), which the appliance may add if it is missing$/.exec(text) ?? []
  if (compiled !== undefined) return [{ text, category: compiled, site, says: 'may be added' }]
  const others = aloneIn(line, to?.name ?? subject.name)
  if (section === 'moved') return [...named(line, 'removed'), ...named(line, 'added', to?.name), ...others]
  if (section === 'added')
    return [...named(line, text.includes(' added if missing') ? 'present' : 'added'), ...others]
  if (on_appliance === 'recreated') return named(line, 'removed unless declared')
  if (section === 'removed' || (section === 'lost' && action !== 'forget')) {
    return named(line, 'removed')
  }
  return action === 'forget' ? named(line, 'unmanaged') : []
}

/** What a line says that only the apply decides; undefined if it says none of that. */
function doubtfulClaimsOf(line: Line): readonly Claim[] | undefined {
  const { subject, to, text } = line
  const one = { text, category: subject.name, site: undefined }
  if (/ some of its sites are known only after the apply/.test(text)) return [{ ...one, says: 'may change' }]
  const [, taker] = / may lose what category (.+) adds, known only after the apply/.exec(text) ?? []
  if (taker !== undefined)
    return [{ ...one, category: taker.startsWith('"') ? JSON.parse(taker) : taker, says: 'may take' }]
  const [, least] = / at least (\d+) sites?, known only after/.exec(text) ?? []
  if (least !== undefined) return [{ ...one, says: 'removed', count: Number(least) }]
  if (/: up to \d+ sites? removed(?:: whether (?:it stays|they stay) |, and added to )/.test(text))
    return named(line, 'may be removed')
  if (/: up to \d+ sites?, known only after the apply \(on_conflict\)$/.test(text))
    return named(line, 'may be claimed', to?.name)
  return / that the category has already;/.test(text) ? aloneIn(line, subject.name) : undefined
}

function named(
  { text, subject, noun, names }: Line,
  says: Claim['says'],
  category = subject.name,
): readonly Claim[] {
  return noun === 'site' ? (names?.first ?? []).map((site) => ({ text, category, site, says })) : []
}

/** What a line says of other categories. */
function aloneIn({ text, names }: Line, category: string): readonly Claim[] {
  const sites = names?.first ?? []
  const [, of = ''] =
    / the apply removes (\w+) from any other category \(on_conflict is "move"\)/.exec(text) ?? []
  const [, upTo] = / removes up to (\d+) from any other category \(on_conflict\)/.exec(text) ?? []
  const count = of === '' ? 0 : /^(?:it|them)$/.test(of) ? sites.length : Number(of)
  return [
    ...(count > 0 ? [{ text, category, site: undefined, says: 'alone', count } as const] : []),
    ...(count > 0 || upTo
      ? sites.map((site) => ({ text, category, site, says: 'may be claimed' }) as const)
      : []),
  ]
}

/** The category that a report names, in a world in which it is known. */
function placeOf({ category }: Pick<Claim, 'category'>, { comes }: World): string {
  const [, address] = /^\(known after apply: (.*)\)$/.exec(category) ?? []
  return address === undefined ? category : (comes.get(address) ?? 'nowhere')
}

interface Difference {
  readonly sign: '+' | '-'
  readonly category: string
  readonly site: string
}

function differencesIn({ before, after }: World): readonly Difference[] {
  return [...after].flatMap(([category, content]) => {
    const prior = before.get(category) ?? new Set()
    return [
      ...[...content].flatMap((site) => (prior.has(site) ? [] : [{ sign: '+', category, site } as const])),
      ...[...prior].flatMap((site) => (content.has(site) ? [] : [{ sign: '-', category, site } as const])),
    ]
  })
}

function untruthsIn(claims: readonly Claim[], { worlds }: UncertainPlan): readonly string[] {
  return claims.flatMap((claim) => {
    const { text, site = '', says } = claim
    const isSo = (world: World): boolean => {
      const [before, after] = [world.before, world.after].map((each) => each.get(placeOf(claim, world)))
      switch (says) {
        case 'added':
          return !before?.has(site) && after?.has(site) === true
        case 'present':
          return after?.has(site) === true || isTaken(claim, world, claims)
        case 'removed':
          return claim.site === undefined
            ? removedIn(world, claim, claims) >= (claim.count ?? 0)
            : before?.has(site) === true && !after?.has(site)
        case 'unmanaged':
          if (isTaken(claim, world, claims)) return true
          return (
            after?.has(site) === true &&
            (isEntered(placeOf(claim, world), world) || !world.declared.get(placeOf(claim, world))?.has(site))
          )
        case 'removed unless declared':
          return !after?.has(site) || isEntered(placeOf(claim, world), world)
        default:
          return true
      }
    }
    // What only may happen does so in one of the worlds.
    const isPossible =
      says !== 'may be removed' ||
      worlds.some((world) => {
        const content = world.after.get(placeOf(claim, world))
        return !content?.has(site) || world.comes.size > 0
      })
    return worlds.every(isSo) && isPossible ? [] : [`"${text}": ${says} ${site}`]
  })
}

/** Whether another line says that another category may take a site. */
function isTaken(claim: Claim, world: World, claims: readonly Claim[]): boolean {
  return claims.some(
    ({ says, site, ...other }) =>
      (says === 'may take' || (says === 'may be claimed' && site === claim.site)) &&
      placeOf(other, world) !== placeOf(claim, world),
  )
}

/** Whether a list has come to a category that the plan did not know to be its own. */
function isEntered(category: string, { comes }: World): boolean {
  return [...comes.values()].includes(category)
}

/** How many sites a category loses that no claim names. */
function removedIn(world: World, { category }: Claim, claims: readonly Claim[]): number {
  const named = new Set(
    claims.filter((each) => each.category === category && each.says === 'removed').map(({ site }) => site),
  )
  return differencesIn(world).filter(
    (each) => each.sign === '-' && each.category === category && !named.has(each.site),
  ).length
}

function unsaidIn(claims: readonly Claim[], { worlds }: UncertainPlan): readonly string[] {
  const ofWorlds = worlds.map((world) => differencesIn(world))
  const textOf = ({ sign, category, site }: Difference) => `${sign} ${site} in ${category}`
  const [first = [], ...others] = ofWorlds
  const certain = first.filter((difference) =>
    others.every((all) => all.some((each) => textOf(each) === textOf(difference))),
  )
  const isSaid = (difference: Difference, world: World, isCertain: boolean) =>
    claims.some((claim) => covers(claim, difference, world, isCertain))
  const [world] = worlds
  const leaving = categories.flatMap((category) => {
    const least = Math.min(
      ...ofWorlds.map((all) => all.filter((each) => each.sign === '-' && each.category === category).length),
    )
    const said = claims.filter((claim) => claim.category === category && claim.says.startsWith('removed'))
    const count = said.reduce((sum, claim) => sum + (claim.count ?? 1), 0)
    // Those are not counted that another category may claim, or a list may declare whose category comes with the apply.
    const isClaimed = claims.some(({ says }) => says === 'may be claimed' || says === 'may take')
    const isPlaceKnown = worlds.every(({ comes }) => comes.size === 0)
    return count < least && !isClaimed && isPlaceKnown
      ? [`at least ${least} sites leave ${category}, and not ${count}`]
      : []
  })
  return [
    ...leaving,
    ...new Set([
      ...certain
        .filter((each) => world && !isSaid(each, world, true))
        .map((each) => `for certain: ${textOf(each)}`),
      ...worlds.flatMap((each, index) =>
        (ofWorlds[index] ?? []).filter((difference) => !isSaid(difference, each, false)).map(textOf),
      ),
    ]),
  ]
}

/** Whether a claim says that something happens, or only that it may. */
function covers(
  claim: Claim,
  { sign, category, site }: Difference,
  world: World,
  isCertain: boolean,
): boolean {
  const isHere = placeOf(claim, world) === category
  const isNamed = claim.site === site
  switch (claim.says) {
    case 'added':
    case 'present':
      return sign === '+' && isHere && isNamed
    case 'may be added':
      return !isCertain && sign === '+' && isHere && isNamed
    case 'removed':
    case 'removed unless declared':
      return sign === '-' && isHere && (isNamed || claim.site === undefined)
    case 'may be removed':
      // What leaves with its list, or because another category claims it, may come back.
      return (
        (!isCertain || / and added to |\(the category of another list\)/.test(claim.text)) &&
        sign === '-' &&
        isHere &&
        isNamed
      )
    case 'may be claimed':
      // A category that comes with the apply may be the one that has the site.
      return (!isCertain || claim.category !== placeOf(claim, world)) && sign === '-' && !isHere && isNamed
    case 'may change':
      return !isCertain && isHere
    case 'may take':
      return !isCertain && sign === '-' && !isHere
    default:
      return false
  }
}

/** Whether a line is about a category of which a list is sensitive. */
function isHidden({ subject, to }: Line, { lists }: UncertainPlan): boolean {
  const names = [subject.name, to?.name]
  return lists.some(({ address, category, prior, isSensitive, isPlaceUnknown }) => {
    const isThere = prior !== undefined || !isPlaceUnknown
    const places = [...(isThere ? [category] : []), `(known after apply: ${address})`]
    return isSensitive && places.some((place) => names.includes(place))
  })
}

function withoutNames(line: Line): Line {
  return line.names ? { ...line, names: { count: line.names.count, first: [] } } : line
}
