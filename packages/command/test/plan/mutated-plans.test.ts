import { isSite } from '@webfilter/appliance-names'
import { digestOf, packSites, tableOf } from '@webfilter/site-lists'
import fc from 'fast-check'
import { z } from 'zod'
import { isFull } from '../../../../test/lanes/extent'
import { driftOf } from '../../src/drift/drift'
import { driftText } from '../../src/drift/report'
import { readSettings } from '../../src/findings/settings'
import { readRun } from '../../src/plan/messages'
import { readPlan } from '../../src/plan/plan'
import { reviewText } from '../../src/review/report'
import { reviewOf } from '../../src/review/review'
import { planText, type WrittenChange } from '../review/plans'
import { numbers, type PicturedObject, type PicturedPlan, picturedPlans, type Step } from './pictured-plan'

const runs = Number(process.env.APPLIANCE_TEST_RUNS ?? (isFull ? 5_000 : 120))
// Thousands of plans take minutes.
jest.setTimeout(1_800_000)

describe('the review of a plan, and the search for drift in it', () => {
  it('say what is true of the objects, whatever engines do at their addresses, and leave nothing out', async () => {
    await fc.assert(
      fc.asyncProperty(picturedPlans, async (plan) => {
        const { review, drift } = await reportsOn(plan)
        const truth = truthOf(plan)
        expect(problemsWith(statementsOf(review, plan), truth.statements)).toEqual([])
        expect(wrongTotals(review, truth)).toEqual([])
        expect(silenceOf(review, plan)).toEqual([])
        // A search for drift always refreshes.
        if (!plan.isRefreshed) return
        expect(problemsWith(differencesOf(drift, plan), truth.differences)).toEqual([])
        expect(drift.not_applied).toEqual(review.changes.filter(({ cause }) => cause !== 'drift'))
      }),
      { numRuns: runs },
    )
  })
})

const settings = readSettings(JSON.stringify({ findings: { 'everything-gone': 'off' } }))

async function reportsOn({ changes, drift, configuration, prior_state, isRefreshed }: PicturedPlan) {
  const [written, resource_drift] = [
    await Promise.all(changes.map(packed)),
    await Promise.all(drift.map(packed)),
  ]
  const plan = readPlan(planText(written, { resource_drift, configuration, prior_state }), {})
  const run = isRefreshed ? undefined : readRun(messagesWithoutRefresh(changes))
  const review = await reviewOf(plan, settings, [], run)
  const found = await driftOf(plan, nothingSaid, settings)
  return {
    review: reviewJson.parse(JSON.parse(reviewText(review, mostNames))),
    drift: driftJson.parse(JSON.parse(driftText(found, mostNames))),
  }
}

/** What an engine prints that asks for nothing. */
function messagesWithoutRefresh(changes: readonly WrittenChange[]): string {
  const planned = changes.map(({ address }) => ({
    type: 'planned_change',
    change: { resource: { addr: address } },
  }))
  return [...planned, { type: 'change_summary' }]
    .map((each) => JSON.stringify({ '@level': 'info', ...each }))
    .join('\n')
}

/** A change whose sites of files are packed, as the provider packs them. */
async function packed({ change, ...written }: WrittenChange): Promise<WrittenChange> {
  const sensitive = { before_sensitive: { sites_packed: true }, after_sensitive: { sites_packed: true } }
  const [before, after] = [await packedSide(change.before), await packedSide(change.after)]
  return { ...written, change: { ...change, before, after, ...sensitive } }
}

async function packedSide(side: unknown): Promise<unknown> {
  const listed = ofFile.safeParse(side)
  if (!listed.success) return side
  const { sites, file_sites, ...others } = listed.data
  const table = tableOf(sites.filter(isSite))
  return {
    ...others,
    sites: null,
    sites_packed: await packSites(table),
    file_sites: { ...file_sites, digest: digestOf(table), count: table.size },
  }
}

const ofFile = z.looseObject({
  sites_file: z.string(),
  sites: z.array(z.string()),
  file_sites: z.record(z.string(), z.unknown()).nullable(),
})

const nothingSaid = { messages: [], asked: new Set<string>() }
const mostNames = 1_000

const subject = z.object({ kind: z.string(), name: z.string() })
const names = z.object({ count: z.number(), first: z.array(z.string()) }).optional()
const line = z.object({ subject, text: z.string(), names, addresses: z.array(z.string()) })
const change = line.extend({
  cause: z.enum(['change', 'drift', 'state']),
  section: z.enum(['lost', 'moved', 'added', 'removed', 'changed']),
  action: z.string(),
  on_appliance: z.string().optional(),
  to: subject.optional(),
  noun: z.string().optional(),
})
const totals = z.record(z.string(), z.number())
const reviewJson = z.object({
  changes: z.array(change),
  totals,
  totals_by_cause: z.record(z.enum(['change', 'drift', 'state']), totals),
})
const driftJson = z.object({
  differences: z.array(line.extend({ section: z.string(), repair: z.string() })),
  not_applied: z.array(change),
})
type Change = z.infer<typeof change>
type ReviewJson = z.infer<typeof reviewJson>
type DriftJson = z.infer<typeof driftJson>

/** What is true of a plan, as sets of statements. */
interface Truth {
  readonly statements: ReadonlySet<string>
  readonly differences: ReadonlySet<string>
  readonly categories: readonly TrueCategory[]
}

function truthOf(plan: PicturedPlan): Truth {
  const { objects, steps } = plan
  const categories = distinct(objects.filter(hasSites).map(({ owner }) => owner)).map((name) =>
    trueCategory(name, plan),
  )
  return {
    statements: new Set([
      ...categories.flatMap(({ statements }) => statements),
      ...movesOf(categories),
      ...objects.flatMap(membershipStatements(plan)),
      ...objects.flatMap(groupStatements),
      ...objects.flatMap(addressStatements),
      ...objects.flatMap((each) => remadeStatements(each, plan)),
      ...objects.flatMap((each) => attributeStatements(each, renamedIn(each, steps) ?? each)),
    ]),
    differences: new Set([
      ...categories.flatMap(({ differences }) => differences),
      ...objects.flatMap(driftStatements),
    ]),
    categories,
  }
}

/** What the apply does to a category, and what others have done to it. */
interface TrueCategory {
  readonly name: string
  readonly added: ReadonlySet<string>
  /** Those that were seen there. */
  readonly removed: ReadonlySet<string>
  readonly addedIfMissing: ReadonlySet<string>
  readonly removedIfPresent: ReadonlySet<string>
  readonly restored: ReadonlySet<string>
  readonly isLost: boolean
  readonly statements: readonly string[]
  readonly differences: readonly string[]
}

function trueCategory(name: string, { objects, steps, isRefreshed }: PicturedPlan): TrueCategory {
  const lists = objects.filter((each) => hasSites(each) && each.owner === name)
  const [applied, found, planned] = [
    sitesIn(lists.map((list) => list.applied)),
    sitesIn(lists.map((list) => list.found)),
    sitesIn(lists.map((list) => list.planned)),
  ]
  const givenUp = sitesIn(lists.filter((list) => removesSites(list, steps)).map((list) => list.found))
  const after = new Set([...found].filter((site) => !givenUp.has(site)).concat([...planned]))
  const added = without(planned, found)
  const restored = new Set([...added].filter((site) => applied.has(site)))
  const seen = sitesIn(
    lists.filter((list) => isRefreshed && !isUnread(list, steps)).map((list) => list.found),
  )
  const recorded = without(found, seen)
  const gone = without(found, after)
  const removed = without(gone, recorded)
  const removedIfPresent = without(gone, removed)
  const lookedFor = new Set(steps.filter(({ next }) => next && lists.includes(next)).flatMap(sitesLookedFor))
  const addedIfMissing = new Set([...recorded].filter((site) => lookedFor.has(site)))
  const released = without(new Set([...found].filter((site) => after.has(site))), planned)
  const leaving = lists.filter((list) => list.found && !list.planned && !renamedIn(list, steps))
  const departed = sitesIn(leaving.filter((list) => removesSites(list, steps)).map((list) => list.found))
  const own = lists.find(({ kind }) => kind === 'category')
  const statements = [
    ...[...added].map((site) => `${restored.has(site) ? 'drift' : 'change'}: + ${site} in ${name}`),
    ...[...addedIfMissing].map((site) => `+ ${site} in ${name} if it is missing`),
    ...[...removedIfPresent].map((site) => `- ${site} in ${name} if it is present`),
    ...[...removed].map((site) => `change: - ${site} in ${name}`),
    ...[...released].map((site) => `state: ${site} stays in ${name}`),
    ...(own?.planned && !own.found
      ? [`${own.applied ? 'drift' : 'change'}: category ${name} is created`]
      : []),
    ...(leaving.length > 0
      ? [
          `${departed.size > 0 ? 'change' : 'state'}: ${inOrder(leaving.map(({ from }) => from))} leave category ${name}`,
        ]
      : []),
  ]
  return {
    name,
    added,
    removed,
    addedIfMissing,
    removedIfPresent,
    restored,
    isLost: leaving.length > 0,
    statements,
    differences: differencesIn(name, lists, found, planned),
  }
}

function differencesIn(
  name: string,
  lists: readonly PicturedObject[],
  found: ReadonlySet<string>,
  planned: ReadonlySet<string>,
): readonly string[] {
  const gone = lists.filter((list) => list.applied && !list.found)
  const lines = (which: string, all: readonly PicturedObject[]) =>
    all.length === 0
      ? []
      : [
          `${which}: ${inOrder(all.map(({ from, to }) => to ?? from))} of category ${name}, with ${inOrder([...sitesIn(all.map((list) => list.applied))])}`,
        ]
  if (gone.length > 0) {
    return [
      ...lines(
        'gone',
        gone.filter((list) => list.planned),
      ),
      ...lines(
        'gone and not declared',
        gone.filter((list) => !list.planned),
      ),
    ]
  }
  // What another list of the category has found is there.
  const losses = lists.map((list) => ({ list, lost: without(lostSitesOf(list), found) }))
  const named = (isRecorded: boolean) =>
    new Set(losses.filter(({ list }) => list.isRecorded === isRecorded).flatMap(({ lost }) => [...lost]))
  // The refresh that has recorded a site as missing has found out what became of it.
  const recorded = [...named(true)].filter((site) => planned.has(site))
  const missing = distinct([...named(false), ...recorded])
  const losing = losses.filter(({ lost, list }) => list.found && lost.size > 0).map(({ list }) => list)
  return [
    ...missing.map(
      (site) => `${planned.has(site) ? 'missing' : 'missing and not declared'}: ${site} in ${name}`,
    ),
    // A list that has lost more than it records is among them only if something is restored.
    ...(losing.length === 0 || losing.some(({ isRecorded }) => isRecorded)
      ? []
      : [`${inOrder(distinct(losing.map(({ from, to }) => to ?? from)))} miss sites of ${name}`]),
  ]
}

/** What the apply of an address adds unless it finds it: all that it declares, or what is new there. */
function sitesLookedFor({ action, prior, next }: Step): readonly string[] {
  const declared = next?.planned?.sites ?? []
  switch (action) {
    case 'none':
      return []
    case 'update':
      return declared.filter((site) => !prior?.found?.sites.includes(site))
    default:
      return declared
  }
}

/** Engines do not ask for what they only forget. */
function isUnread({ from }: PicturedObject, steps: readonly Step[]): boolean {
  return steps.some(({ address, action }) => address === from && action === 'forget')
}

/** Sites that leave one category and enter another because of the configuration move as often as they do both. */
function movesOf(categories: readonly TrueCategory[]): readonly string[] {
  const all = distinct(categories.flatMap(({ removed }) => [...removed]))
  return all.flatMap((site) => {
    const count = movesOfSite(site, categories)
    return count === 0 ? [] : [`change: ${site} moves ${count} times`]
  })
}

function movesOfSite(site: string, categories: readonly TrueCategory[]): number {
  const losers = categories.filter(({ removed }) => removed.has(site)).length
  const gainers = categories.filter(({ added, restored }) => added.has(site) && !restored.has(site)).length
  return Math.min(losers, gainers)
}

/** Whether the address that has an object in the state takes its sites out of the category, as far as no other list declares them. */
function removesSites({ from, found }: PicturedObject, steps: readonly Step[]): boolean {
  const step = steps.find(({ address }) => address === from)
  switch (step?.action) {
    case 'update':
      return step.next?.planned?.on_remove === 'remove'
    case 'destroy':
    case 'replace':
      return found?.on_destroy === 'remove'
    default:
      return false
  }
}

function membershipStatements(plan: PicturedPlan): (object: PicturedObject) => readonly string[] {
  return (object) => {
    const { kind, name, owner, applied, found, planned, from, to } = object
    if (kind !== 'membership') return []
    if (!found) return planned ? [`${applied ? 'drift' : 'change'}: + ${name} in ${owner}`] : []
    if (!planned) return [leavingStatement(object, plan)]
    // Whoever creates it at another address asks for it.
    return from === to || plan.isRefreshed ? [] : [`+ ${name} in ${owner} if it is missing`]
  }
}

function leavingStatement(
  { name, owner, from }: PicturedObject,
  { steps, isRefreshed }: PicturedPlan,
): string {
  if (isForgottenAt(from, steps)) return `state: ${name} stays in ${owner}`
  return isRefreshed ? `change: - ${name} in ${owner}` : `- ${name} in ${owner} if it is present`
}

function isForgottenAt(from: string | undefined, steps: readonly Step[]): boolean {
  const action = steps.find(({ address }) => address === from)?.action
  return action === 'forget' || action === 'forget-create'
}

function groupStatements({ kind, name, applied, found, planned }: PicturedObject): readonly string[] {
  if (kind !== 'group') return []
  if (!found && planned) return [`${applied ? 'drift' : 'change'}: group ${name} is created`]
  return found && !planned ? [`group ${name} is no longer managed`] : []
}

function addressStatements({ found, planned, previous, from, to }: PicturedObject): readonly string[] {
  const before = previous ?? from
  return found && planned && before !== to ? [`state: ${before} becomes ${to}`] : []
}

/** What has another address is created there, unless the appliance has it. */
function remadeStatements(
  { kind, name, found, planned, from, to }: PicturedObject,
  { isRefreshed }: PicturedPlan,
): readonly string[] {
  const isMadeAnew = (kind === 'category' || kind === 'group') && found && planned && from !== to
  return isMadeAnew && !isRefreshed ? [`${kind} ${name} is created if it is missing`] : []
}

/** @param next the same object in the configuration */
function attributeStatements(object: PicturedObject, next: PicturedObject): readonly string[] {
  const { kind, name, applied, found = applied } = object
  const { planned, to } = next
  if (!found || !planned || kind === 'membership') return []
  const attributes =
    kind === 'group' ? (['on_existing'] as const) : (['on_remove', 'on_destroy', 'removal_limit'] as const)
  return [
    ...(next.name === name ? [] : [`${to}: name becomes ${next.name}`]),
    ...attributes
      .filter((attribute) => found[attribute] !== planned[attribute])
      .map(
        (attribute) => `${to}: ${attribute} becomes ${planned[attribute] ?? `no longer ${found[attribute]}`}`,
      ),
  ]
}

/** What a list becomes that only gets another name: the appliance has no such names. */
function renamedIn(
  { from, to, name, owner }: PicturedObject,
  steps: readonly Step[],
): PicturedObject | undefined {
  const { action, next } = steps.find(({ address }) => address === from) ?? {}
  const isKept =
    (action === 'update' || action === 'replace') && next?.kind === 'list' && next.owner === owner
  return isKept && next.name !== name && !to && !next.from ? next : undefined
}

function driftStatements({
  kind,
  name,
  owner,
  applied,
  found,
  planned,
  from,
  to,
}: PicturedObject): readonly string[] {
  if (!applied || found) return []
  if (kind === 'membership')
    return [`${planned ? 'missing' : 'missing and not declared'}: ${name} in ${owner}`]
  if (kind !== 'group') return []
  return [planned ? `gone: ${to} of group ${name}` : `gone and not declared: ${from} of group ${name}`]
}

/** Untrue statements and missing ones. */
function problemsWith(said: readonly string[], truth: ReadonlySet<string>): readonly string[] {
  const all = new Set(said)
  return [
    ...said.filter((each, index) => said.indexOf(each) !== index).map((each) => `said twice: ${each}`),
    ...[...all].filter((each) => !truth.has(each)).map((each) => `untrue: ${each}`),
    ...[...truth].filter((each) => !all.has(each)).map((each) => `unsaid: ${each}`),
  ]
}

/** What a review says, in the same words. What is only said about a list, and of which the apply does nothing, is left out. */
function statementsOf({ changes }: ReviewJson, plan: PicturedPlan): readonly string[] {
  const moves = changes.filter(({ section }) => section === 'moved').flatMap(namesOf)
  return [
    ...changes.flatMap((each) => statementsOfLine(each, plan)),
    ...distinct(moves).map(
      (site) => `change: ${site} moves ${moves.filter((each) => each === site).length} times`,
    ),
  ]
}

function statementsOfLine(line: Change, plan: PicturedPlan): readonly string[] {
  const owner = ownerNamed(line.subject.name)
  const { kind } = line.subject
  if (line.action === 'rename') return renameIn(line)
  if (line.noun === 'site')
    return [...siteStatements(line, owner), ...wholeStatements(line, owner), ...attributesIn(line)]
  if (line.noun === 'member') return memberStatements(line, owner)
  if (kind === 'group') return groupStatementsIn(line, plan)
  if (kind === 'category') return [...wholeStatements(line, owner), ...attributesIn(line)]
  return [`a line of an unknown kind: ${line.text}`]
}

function siteStatements(line: Change, owner: string): readonly string[] {
  const { cause, section, to } = line
  switch (section) {
    case 'added':
      return namesOf(line).map((site) => addition(line, site, owner))
    case 'moved':
      return namesOf(line).flatMap((site) => [
        `${cause}: - ${site} in ${owner}`,
        `${cause}: + ${site} in ${ownerNamed(to?.name ?? '')}`,
      ])
    case 'lost':
      if (line.on_appliance === 'recreated') return []
      return namesOf(line).map((site) =>
        line.action === 'forget' ? `state: ${site} stays in ${owner}` : removal(line, site, owner),
      )
    case 'removed':
      return namesOf(line).map((site) => removal(line, site, owner))
    default:
      return namesOf(line).map((site) => `${cause}: ${site} stays in ${owner}`)
  }
}

function addition({ cause, text }: Change, name: string, owner: string): string {
  return text.includes(' added if missing')
    ? `+ ${name} in ${owner} if it is missing`
    : `${cause}: + ${name} in ${owner}`
}

function removal({ cause, text }: Change, name: string, owner: string): string {
  return text.includes(' removed if present')
    ? `- ${name} in ${owner} if it is present`
    : `${cause}: - ${name} in ${owner}`
}

/** What a line says of a whole category, or of its lists. */
function wholeStatements(
  { cause, section, action, on_appliance, text, addresses }: Change,
  owner: string,
): readonly string[] {
  if (section === 'added' && action === 'create' && /: created\b/.test(text))
    return [`${cause}: category ${owner} is created`]
  if (section === 'lost' && on_appliance === 'stays')
    return [`${cause}: ${inOrder(addresses)} leave category ${owner}`]
  return []
}

function memberStatements(line: Change, owner: string): readonly string[] {
  const { cause, section, action } = line
  return namesOf(line).flatMap((login) => {
    if (section === 'added') return [addition(line, login, owner)]
    if (section === 'removed') return [removal(line, login, owner)]
    return action === 'forget' ? [`${cause}: ${login} stays in ${owner}`] : []
  })
}

function groupStatementsIn(line: Change, { steps }: PicturedPlan): readonly string[] {
  const { cause, section, action, subject, addresses } = line
  if (section === 'added') return [`${cause}: group ${ownerNamed(subject.name)} is created`]
  if (section === 'changed') return attributesIn(line)
  const left = `group ${ownerNamed(subject.name)} is no longer managed`
  if (action !== 'replace') return [left]
  const prior = steps.find(({ address }) => address === addresses[0])?.prior?.name
  return [`${cause}: group ${ownerNamed(subject.name)} is created`, `group ${prior} is no longer managed`]
}

function renameIn({ cause, text, subject, addresses: [address] }: Change): readonly string[] {
  const [, from, to = address, remade] =
    / changes from (\S+) to (\S+?)(; created if missing)?$/.exec(text) ??
    / moved in the configuration from (\S+)$/.exec(text) ??
    []
  return [
    `${cause}: ${from} becomes ${to === address ? to : `${to} or ${address}`}`,
    ...(remade ? [`${subject.kind} ${ownerNamed(subject.name)} is created if it is missing`] : []),
  ]
}

function attributesIn({ text, addresses }: Change): readonly string[] {
  const named = [
    ...text.matchAll(
      /\b(name|on_remove|on_destroy|on_existing|removal_limit) (?:of a list )?(?:from \S+ )?(?:to )?(no longer \S+?|\S+?)(?:[,;]|$)/g,
    ),
  ]
  // The same name in other letters is the same name.
  const isOtherName = ([, name, value = '']: readonly string[]) =>
    name !== 'name' || value.toLowerCase() === value
  return named.filter(isOtherName).map(([, name, value]) => `${addresses[0]}: ${name} becomes ${value}`)
}

/** What a search for drift says. */
function differencesOf({ differences }: DriftJson, plan: PicturedPlan): readonly string[] {
  const losers = new Map<string, readonly string[]>()
  for (const { subject, text, addresses } of differences) {
    const name = ownerNamed(subject.name)
    if (subject.kind === 'category' && !/ gone, including /.test(text))
      losers.set(name, distinct([...(losers.get(name) ?? []), ...addresses]))
  }
  const hasRecords = (name: string) => {
    const lists = plan.objects.filter((each) => hasSites(each) && each.owner === name)
    const foundThere = sitesIn(lists.map(({ found }) => found))
    return lists.some(
      (list) => list.isRecorded && list.found && without(lostSitesOf(list), foundThere).size > 0,
    )
  }
  return [
    ...differences.flatMap((each) => differencesOfLine(each, plan)),
    ...[...losers].flatMap(([name, addresses]) =>
      hasRecords(name) ? [] : [`${inOrder(addresses)} miss sites of ${name}`],
    ),
  ]
}

function differencesOfLine(
  line: DriftJson['differences'][number],
  { objects }: PicturedPlan,
): readonly string[] {
  const { section, subject, text, addresses } = line
  const owner = ownerNamed(subject.name)
  const isDeclared = section !== 'noted' && !/ not restored /.test(text)
  const which = isDeclared ? '' : ' and not declared'
  if (subject.kind === 'group' && namesOf(line).length === 0)
    return [`gone${which}: ${inOrder(addresses)} of group ${owner}`]
  if (subject.kind === 'category' && / gone, including /.test(text))
    return [`gone${which}: ${inOrder(addresses)} of category ${owner}, with ${inOrder(namesOf(line))}`]
  const isUnsure = section === 'missing' && !isDeclared
  if (isUnsure && !objects.some((object) => addresses.includes(object.to ?? '')))
    return [`unsure without reason: ${text}`]
  return namesOf(line).map((name) => `missing${which}: ${name} in ${owner}`)
}

/** Counts of the review that do not follow from what is true. */
function wrongTotals(
  { totals, totals_by_cause, changes }: ReviewJson,
  { statements, categories }: Truth,
): readonly string[] {
  const sum = (count: (category: TrueCategory) => number) =>
    categories.reduce((total, category) => total + count(category), 0)
  const matching = (pattern: RegExp) => [...statements].filter((each) => pattern.test(each)).length
  const sites = distinct(categories.flatMap(({ removed }) => [...removed]))
  const moved = sites.reduce((total, site) => total + movesOfSite(site, categories), 0)
  const restored = sum((category) => category.restored.size)
  const lost = sum(({ isLost }) => Number(isLost)) + matching(/^group .* is no longer managed$/)
  const expected: readonly (readonly [string, number | undefined, number])[] = [
    ['sites_moved', totals.sites_moved, moved],
    ['sites_added', totals.sites_added, sum(({ added }) => added.size) - moved],
    ['sites_added as drift', totals_by_cause.drift.sites_added, restored],
    ['sites_removed', totals.sites_removed, sum(({ removed }) => removed.size) - moved],
    ['sites_added_if_missing', totals.sites_added_if_missing, sum((each) => each.addedIfMissing.size)],
    ['sites_removed_if_present', totals.sites_removed_if_present, sum((each) => each.removedIfPresent.size)],
    ['sites_removed as drift', totals_by_cause.drift.sites_removed, 0],
    [
      'memberships_added',
      totals.memberships_added,
      matching(/: \+ \w+\.\w+ in (?:another )?(?:staff|editors)$/),
    ],
    [
      'memberships_removed',
      totals.memberships_removed,
      matching(/: - \w+\.\w+ in (?:another )?(?:staff|editors)$/),
    ],
    [
      'memberships_added_if_missing',
      totals.memberships_added_if_missing,
      matching(/^\+ \S+ in (?:staff|editors) if it is missing$/),
    ],
    [
      'memberships_removed_if_present',
      totals.memberships_removed_if_present,
      matching(/^- \S+ in (?:staff|editors) if it is present$/),
    ],
    ['no_longer_managed', totals.no_longer_managed, lost],
    ['accounts_deleted', totals.accounts_deleted, 0],
    ['addresses_changed', totals.addresses_changed, matching(/ becomes appliance_/)],
    [
      'created',
      totals.created,
      changes.filter(({ section, action }) => section === 'added' && action === 'create').length,
    ],
  ]
  return expected.flatMap(([name, said, is]) => (said === is ? [] : [`${name}: ${is}, and not ${said}`]))
}

/** Addresses at which the engine does something, and of which no line says anything. */
function silenceOf({ changes }: ReviewJson, { steps }: PicturedPlan): readonly string[] {
  return steps.flatMap(({ address, action }) => {
    const isSaid = changes.some(
      ({ addresses, text }) => addresses.includes(address) || text.includes(address),
    )
    return action === 'none' || isSaid ? [] : [`nothing is said of ${address}`]
  })
}

function hasSites({ kind }: PicturedObject): boolean {
  return kind === 'category' || kind === 'list'
}

function sitesIn(lists: readonly PicturedObject['applied'][]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list?.sites ?? []))
}

/** Sites of a list that the last refresh has not found. */
function lostSitesOf({ applied, found }: PicturedObject): ReadonlySet<string> {
  return without(sitesIn([applied]), sitesIn([found]))
}

function without(sites: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...sites].filter((site) => !others.has(site)))
}

function namesOf({ names }: Pick<Change, 'names'>): readonly string[] {
  return names?.first.map((name) => name.toLowerCase()) ?? []
}

/** A report has the number of a category or group whose name is not in the plan. Names have no letter case. */
function ownerNamed(name: string): string {
  return Object.keys(numbers).find((each) => String(numbers[each]) === name) ?? name.toLowerCase()
}

function distinct<T>(all: readonly T[]): readonly T[] {
  return [...new Set(all)]
}

function inOrder(texts: readonly (string | undefined)[]): string {
  return [...texts].sort().join(', ')
}
