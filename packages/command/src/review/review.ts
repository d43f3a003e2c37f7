import { firstNames, onlyStack, type Stacks, someOf, sumOf, whereIn } from '../base/stacks'
import { findingsOf } from '../findings/findings'
import { withoutFormerAddresses } from '../findings/former-providers'
import { withoutReaddressed } from '../findings/provider-messages'
import { goneSentences, restOf } from '../findings/resources'
import { appliancesOf } from '../findings/reviewed-plan'
import type { ReviewRule } from '../findings/rules'
import { defaultSettings, type ReviewSettings } from '../findings/settings'
import { byAppliance } from '../plan/appliances'
import type { Cause, CausedChange, Change } from '../plan/change'
import { type Message, originsIn, type Run, requireSuccess } from '../plan/messages'
import type { Plan } from '../plan/plan'
import { plannedChanges } from '../plan/planned-changes'
import { counted, joined, type Phrase, say } from '../report/phrase'
import type { Finding } from '../report/report'
import type { AddedLines } from './added-lines'
import { type ReviewedList, reviewedLists } from './list-counts'
import { outdated, type PlannedFrom } from './outdated'

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
  /** Of the lists that change, those with fewer sites than entries. */
  readonly lists: readonly ReviewedList[]
  /** Absent where no repository was searched. */
  readonly addedLines?: AddedLines
  readonly settings: ReviewSettings
}

/**
 * Reviews a plan.
 * @param read the plan
 * @param messages what the engine said while it planned, where that was kept
 * @param run of which these are all messages, where they are
 * @param repository the folder of the plan, with the files of the configuration and of lists
 * @throws {PlanError} where a packed list of sites cannot be read, or where the messages are those of a plan that failed
 */
export async function reviewOf(
  read: Plan,
  settings: ReviewSettings = defaultSettings,
  messages: readonly Message[] = [],
  run?: Run,
  repository?: PlannedFrom,
): Promise<Review> {
  requireSuccess(messages)
  const plan = byAppliance(read)
  const { changes, resources, exchange, restored, lostFrom } = await plannedChanges({
    ...withoutFormerAddresses(plan, messages),
    origins: originsIn(plan, messages, run),
  })
  const found = findingsOf(
    {
      plan,
      resources,
      exchange,
      restored,
      lostFrom,
      appliances: appliancesOf(exchange),
      outdated: repository ? await outdated(exchange, repository) : [],
      messages: withoutReaddressed(messages, resources),
      now: new Date(),
    },
    settings,
  )
  const findings = found.map((finding) => withCause(finding, changes))
  const rest = restOf(plan, messages)
  const judged = { outcome: reviewOutcome(changes, findings), isPartial: rest.isPartial, changes, findings }
  const verdict = verdictOnReviews(onlyStack(judged), totalsByCause(judged))
  return { ...judged, verdict, lists: await reviewedLists(exchange, repository), settings }
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
  readonly memberships_added: number
  /** Members of groups that are adopted, which may contain them already. */
  readonly memberships_added_if_missing: number
  readonly memberships_removed: number
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
  return {
    accounts_deleted: accounts,
    public_suffixes: sumOfNames(findings.filter(({ rule }) => rule === 'public-suffix')),
    destroyed: gone.length - accounts,
    no_longer_managed: lost.length - gone.length,
    lost: lost.length,
    sites_moved: namesIn(changes, 'site', ({ section }) => section === 'moved'),
    sites_added: namesIn(changes, 'site', ({ section, isIfMissing }) => section === 'added' && !isIfMissing),
    sites_added_if_missing: namesIn(
      changes,
      'site',
      ({ section, isIfMissing }) => section === 'added' && isIfMissing === true,
    ),
    sites_removed: namesIn(changes, 'site', ({ section }) => section === 'removed' || section === 'lost'),
    memberships_added: namesIn(
      changes,
      'member',
      ({ section, isIfMissing }) => section === 'added' && !isIfMissing,
    ),
    memberships_added_if_missing: namesIn(
      changes,
      'member',
      ({ section, isIfMissing }) => section === 'added' && isIfMissing === true,
    ),
    memberships_removed: namesIn(changes, 'member', ({ section }) => section === 'removed'),
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
    [totals.memberships_added, say`${counted(totals.memberships_added, 'membership')} added`],
    [
      totals.memberships_added_if_missing,
      say`${counted(totals.memberships_added_if_missing, 'membership')} added if missing`,
    ],
    [totals.memberships_removed, say`${counted(totals.memberships_removed, 'membership')} removed`],
    [totals.created, say`${totals.created} created`],
    [totals.adopted, say`${totals.adopted} adopted`],
    [totals.addresses_changed, say`${counted(totals.addresses_changed, 'address', 'addresses')} changed`],
    [others, say`${counted(others, 'other change')}`],
  ]
  return parts.flatMap(([count, phrase]) => (count === 0 ? [] : [phrase]))
}

function isOther({ section, action, noun }: Change): boolean {
  if (section === 'changed') return action !== 'adopt'
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

/** Reviews of the plans of stacks, and what they come to together. */
export interface Reviews extends Stacks<Review> {
  /** The gravest of all; `incomplete`, which outweighs the others, if a plan could not be reviewed. */
  readonly outcome: Outcome | 'incomplete'
  /** One line on all stacks. */
  readonly verdict: Phrase
  readonly totals: Totals
  readonly totalsByCause: TotalsByCause
}

/** Joins the reviews of stacks. */
export function reviewsOf(stacks: Stacks<Review>): Reviews {
  const none = reviewTotals({ changes: [], findings: [] })
  const reviews = stacks.done.map(({ content }) => content)
  const each = reviews.map(totalsByCause)
  const sumFor = (cause: Cause) =>
    sumOf(
      each.map((totals) => totals[cause]),
      none,
    )
  const byCause = { change: sumFor('change'), drift: sumFor('drift'), state: sumFor('state') }
  return {
    ...stacks,
    outcome: outcomeOfReviews(stacks),
    verdict: verdictOnReviews(stacks, byCause),
    totals: sumOf(reviews.map(reviewTotals), none),
    totalsByCause: byCause,
  }
}

function outcomeOfReviews({ done, failed }: Stacks<Review>): Reviews['outcome'] {
  if (failed.length > 0) return 'incomplete'
  const gravestFirst = ['refused', 'changes', 'nothing'] as const
  return gravestFirst.find((outcome) => done.some(({ content }) => content.outcome === outcome)) ?? 'nothing'
}

/** One line that says what plans do, and whether there is more to know; of several stacks, in which of them. */
function verdictOnReviews(stacks: Stacks<JudgedPlan>, totals: TotalsByCause): Phrase {
  const { done, failed } = stacks
  const where = whereIn(stacks)
  const refused = done.filter(({ content }) => content.outcome === 'refused')
  const changing = done.filter(({ content }) => content.changes.length > 0)
  const partial = done.filter(({ content }) => content.isPartial)
  const findings = done.flatMap(({ content }) => content.findings)
  const fatal = findings.filter(({ level }) => level === 'fatal').length
  const happens = sentencesOn(totals)
  const sentences = [
    ...(failed.length > 0
      ? [
          say`${someOf(failed.length, done.length + failed.length)} could not be reviewed: ${firstNames(failed)}.`,
        ]
      : []),
    ...(fatal > 0 ? [say`Refused: ${counted(fatal, 'fatal finding')}${where.named(refused)}.`] : []),
    ...goneSentences(stacks),
    ...(done.length === 0
      ? []
      : happens.length === 0
        ? [say`Nothing to do${where.counted(done)}.`]
        : [say`${joined(happens, '. ')}${where.counted(changing)}.`]),
    ...(findings.length > fatal ? [say`${counted(findings.length - fatal, 'warning')}.`] : []),
    ...(partial.length > 0
      ? [say`The plan is partial${where.named(partial)}: another plan must follow.`]
      : []),
  ]
  return joined(sentences, ' ')
}

/** What the verdict on a plan rests on. */
type JudgedPlan = Pick<Review, 'outcome' | 'isPartial' | 'changes' | 'findings'>
