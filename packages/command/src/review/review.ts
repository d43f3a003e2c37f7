import { findingsOf } from '../findings/findings'
import { withoutReaddressed } from '../findings/provider-messages'
import { goneSentences, restOf, withoutFormerAddresses } from '../findings/resources'
import { appliancesOf } from '../findings/reviewed-plan'
import type { ReviewRule } from '../findings/rules'
import { defaultSettings, type ReviewSettings } from '../findings/settings'
import { byAppliance } from '../plan/appliances'
import { type Cause, type CausedChange, type Certainty, type Change, takesSites } from '../plan/change'
import {
  type Message,
  originsIn,
  type Run,
  requireSuccess,
  withoutUnfinished,
  withUnseen,
} from '../plan/messages'
import type { Plan } from '../plan/plan'
import { plannedChanges } from '../plan/planned-changes'
import { counted, joined, type Phrase, say } from '../report/phrase'
import type { Finding } from '../report/report'

/** What a plan changes on the appliance, and what a reviewer should know of it. */
export interface Review {
  readonly outcome: Outcome
  /** One line that says it all. */
  readonly verdict: Phrase
  /** Another plan must follow. */
  readonly isPartial: boolean
  /** The gravest sections first, and what is restored last. */
  readonly changes: readonly CausedChange[]
  /** The fatal ones first. */
  readonly findings: readonly Finding<ReviewRule>[]
  readonly settings: ReviewSettings
}

/**
 * Reviews a plan.
 * @param read the plan
 * @param messages what the engine said while it planned, where that was kept
 * @param run of which these are all messages, where they are
 * @throws {PlanError} where a packed list of sites cannot be read, or where the messages are those of a plan that failed
 */
export async function reviewOf(
  read: Plan,
  settings: ReviewSettings = defaultSettings,
  messages: readonly Message[] = [],
  run?: Run,
): Promise<Review> {
  requireSuccess(messages)
  const plan = withoutUnfinished(withUnseen(byAppliance(read), run), messages)
  const { changes, resources, exchange } = await plannedChanges({
    ...withoutFormerAddresses(plan, messages),
    origins: originsIn(plan, messages, run),
  })
  const found = findingsOf(
    {
      plan,
      resources,
      exchange,
      appliances: appliancesOf(exchange),
      messages: withoutReaddressed(messages, resources),
    },
    settings,
  )
  const findings = found.map((finding) => withCause(finding, changes))
  const rest = restOf(plan, messages)
  const judged = { outcome: reviewOutcome(changes, findings), isPartial: rest.isPartial, changes, findings }
  return { ...judged, verdict: verdictOn(judged), settings }
}

/** A finding is about what is restored where its resources do nothing else. */
function withCause(finding: Finding<ReviewRule>, changes: readonly CausedChange[]): Finding<ReviewRule> {
  const about = changes.filter(({ addresses }) => addresses.some((each) => finding.addresses.includes(each)))
  const isRestored = about.length > 0 && about.every(({ cause }) => cause === 'drift')
  return isRestored ? { ...finding, cause: 'drift' } : finding
}

/** `refused` where a finding is fatal, whatever changes. */
type Outcome = 'nothing' | 'changes' | 'refused'

/** What the plan comes to: a fatal finding refuses it, whatever it changes. */
function reviewOutcome(changes: readonly Change[], findings: readonly Finding[]): Outcome {
  if (findings.some(({ level }) => level === 'fatal')) return 'refused'
  return changes.length > 0 ? 'changes' : 'nothing'
}

/** How much of what there is: resources, sites, memberships. */
interface Totals {
  /** Members whose account is deleted, those included that are created again. */
  readonly accounts_deleted: number
  /** Added sites that include every domain below them, as far as the rule is on. */
  readonly public_suffixes: number
  /** Other objects that are deleted, or replaced. */
  readonly destroyed: number
  /** Objects that stay on the appliance. */
  readonly no_longer_managed: number
  /** The sum of accounts deleted, destroyed and no longer managed. */
  readonly lost: number
  readonly sites_moved: number
  readonly sites_added: number
  /** Sites of categories that are adopted or imported, which may contain them already. */
  readonly sites_added_if_missing: number
  /** Those included that go with a resource. */
  readonly sites_removed: number
  /** Sites that only the state has: nothing has looked whether they are there. Not included in `sites_removed`. */
  readonly sites_removed_if_present: number
  /** Sites of lines that are possible. One that several categories may lose counts once; what an unknown entry may remove does not. */
  readonly sites_possibly_removed: number
  readonly memberships_added: number
  /** Members of groups that are adopted, which may contain them already. */
  readonly memberships_added_if_missing: number
  readonly memberships_removed: number
  /** Those that only the state has. Not included in `memberships_removed`. */
  readonly memberships_removed_if_present: number
  /** Everything else. */
  readonly created: number
  /** Objects that exist already, as far as messages say: memberships included. */
  readonly adopted: number
  readonly changed: number
  /** Of these, the objects that only get another address in the state. */
  readonly addresses_changed: number
}

/** What a review found. */
interface ReviewedLines {
  readonly changes: readonly Change[]
  readonly findings: readonly Finding[]
}

/** Counts what the lines of a review name. */
export function reviewTotals({ changes, findings }: ReviewedLines): Totals {
  const lost = changes.filter(({ section, action }) => section === 'lost' && action !== 'remove')
  const gone = lost.filter(({ onAppliance }) => onAppliance !== 'stays')
  const accounts = gone.filter(({ subject }) => subject.kind === 'member').length
  const added = (noun: 'site' | 'member', certainty: Certainty) =>
    namesIn(changes, noun, (change) => change.section === 'added' && isSo(change, certainty))
  const removed = (noun: 'site' | 'member', ...certainties: readonly Certainty[]) =>
    namesIn(changes, noun, (change) => {
      const isTaken = noun === 'site' ? takesSites(change) : change.section === 'removed'
      return isTaken && isSo(change, ...certainties)
    })
  return {
    accounts_deleted: accounts,
    public_suffixes: sumOfNames(findings.filter(({ rule }) => rule === 'public-suffix')),
    destroyed: gone.length - accounts,
    no_longer_managed: lost.length - gone.length,
    lost: lost.length,
    sites_moved: namesIn(changes, 'site', ({ section }) => section === 'moved'),
    sites_added: added('site', 'certain'),
    sites_added_if_missing: added('site', 'if-missing'),
    sites_removed: removed('site', 'certain', 'at-least'),
    sites_removed_if_present: removed('site', 'if-present'),
    sites_possibly_removed: namesIn(changes, 'site', (change) => isSo(change, 'possible')),
    memberships_added: added('member', 'certain'),
    memberships_added_if_missing: added('member', 'if-missing'),
    memberships_removed: removed('member', 'certain'),
    memberships_removed_if_present: removed('member', 'if-present'),
    created: countOf(changes, ({ section, action }) => section === 'added' && action === 'create'),
    adopted:
      countOf(changes, ({ section, action }) => section === 'added' && action === 'adopt') +
      namesIn(changes, 'member', ({ action }) => action === 'adopt'),
    changed: countOf(changes, isOther),
    addresses_changed: countOf(changes, ({ action }) => action === 'rename'),
  }
}

type TotalsByCause = Readonly<Record<Cause, Totals>>

/** The same for the changes of each cause. */
export function totalsByCause({
  changes,
  findings,
}: {
  readonly changes: readonly CausedChange[]
  readonly findings: readonly Finding[]
}): TotalsByCause {
  const of = (cause: Cause) =>
    reviewTotals({
      changes: changes.filter((change) => change.cause === cause),
      findings: findings.filter((finding) => (finding.cause ?? 'change') === cause),
    })
  return { change: of('change'), drift: of('drift'), state: of('state') }
}

/**
 * What a plan does because of each cause, without the full stop; none where it does nothing. What is no longer managed is named with what
 * is destroyed, although only the state loses it.
 */
function sentencesOn({ change, drift, state }: TotalsByCause): readonly Phrase[] {
  const noLongerManaged = change.no_longer_managed + state.no_longer_managed
  const changed = whatHappens({ ...change, no_longer_managed: noLongerManaged })
  const recorded = whatHappens({ ...state, no_longer_managed: 0 })
  const restored = whatHappens(drift)
  return [
    ...(changed.length > 0 ? [joined(changed, ', ')] : []),
    ...(recorded.length > 0 ? [say`Only in the state: ${joined(recorded, ', ')}`] : []),
    ...(restored.length > 0 ? [say`Repairs drift: ${joined(restored, ', ')}`] : []),
  ]
}

/** What a plan does, a phrase for each of the totals that is not zero, the gravest first. */
function whatHappens(totals: Totals): readonly Phrase[] {
  const others = totals.changed - totals.addresses_changed
  const parts: readonly (readonly [count: number, phrase: Phrase])[] = [
    [totals.accounts_deleted, say`${counted(totals.accounts_deleted, 'account')} deleted`],
    [totals.public_suffixes, counted(totals.public_suffixes, 'public suffix', 'public suffixes')],
    [totals.destroyed, say`${totals.destroyed} destroyed`],
    [totals.no_longer_managed, say`${totals.no_longer_managed} no longer managed`],
    [totals.sites_moved, say`${counted(totals.sites_moved, 'site')} moved`],
    [totals.sites_added, say`${counted(totals.sites_added, 'site')} added`],
    [totals.sites_added_if_missing, say`${counted(totals.sites_added_if_missing, 'site')} added if missing`],
    [totals.sites_removed, say`${counted(totals.sites_removed, 'site')} removed`],
    [
      totals.sites_removed_if_present,
      say`${counted(totals.sites_removed_if_present, 'site')} removed if present`,
    ],
    [totals.sites_possibly_removed, say`${counted(totals.sites_possibly_removed, 'site')} possibly removed`],
    [totals.memberships_added, say`${counted(totals.memberships_added, 'membership')} added`],
    [
      totals.memberships_added_if_missing,
      say`${counted(totals.memberships_added_if_missing, 'membership')} added if missing`,
    ],
    [totals.memberships_removed, say`${counted(totals.memberships_removed, 'membership')} removed`],
    [
      totals.memberships_removed_if_present,
      say`${counted(totals.memberships_removed_if_present, 'membership')} removed if present`,
    ],
    [totals.created, say`${totals.created} created`],
    [totals.adopted, say`${totals.adopted} adopted`],
    [totals.addresses_changed, say`${counted(totals.addresses_changed, 'address', 'addresses')} changed`],
    [others, say`${counted(others, 'other change')}`],
  ]
  return parts.flatMap(([count, phrase]) => (count === 0 ? [] : [phrase]))
}

function isSo(change: Change, ...certainties: readonly Certainty[]): boolean {
  return certainties.includes(change.certainty ?? 'certain')
}

function isOther({ section, action, noun, certainty }: Change): boolean {
  if (section === 'changed') return action !== 'adopt' && !(certainty === 'possible' && noun === 'site')
  return noun === 'address' && (section === 'added' || section === 'removed') && action !== 'create'
}

function countOf(changes: readonly Change[], fits: (change: Change) => boolean): number {
  return changes.filter(fits).length
}

function namesIn(
  changes: readonly Change[],
  noun: Change['noun'],
  fits: (change: Change) => boolean,
): number {
  return sumOfNames(changes.filter((change) => change.noun === noun && fits(change)))
}

function sumOfNames(named: readonly Pick<Change | Finding, 'names'>[]): number {
  return named.reduce((sum, { names }) => sum + (names?.count ?? 0), 0)
}

/** One line that says what a plan does, and whether there is more to know. */
function verdictOn({ isPartial, changes, findings }: JudgedPlan): Phrase {
  const fatal = findings.filter(({ level }) => level === 'fatal').length
  const happens = sentencesOn(totalsByCause({ changes, findings }))
  const sentences = [
    ...(fatal > 0 ? [say`Refused: ${counted(fatal, 'fatal finding')}.`] : []),
    ...goneSentences(findings),
    happens.length === 0 ? say`Nothing to do.` : say`${joined(happens, '. ')}.`,
    ...(findings.length > fatal ? [say`${counted(findings.length - fatal, 'warning')}.`] : []),
    ...(isPartial ? [say`The plan is partial: another plan must follow.`] : []),
  ]
  return joined(sentences, ' ')
}

/** What the verdict on a plan rests on. */
type JudgedPlan = Pick<Review, 'isPartial' | 'changes' | 'findings'>
