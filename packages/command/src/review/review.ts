import { withoutReaddressed } from '../findings/provider-messages'
import { goneSentences, restOf, withoutFormerAddresses } from '../findings/resources'
import type { ReviewRule } from '../findings/rules'
import { defaultSettings, findingsOf, type ReviewSettings } from '../findings/settings'
import { byAppliance } from '../plan/appliances'
import {
  type Cause,
  type CausedChange,
  type Certainty,
  type Change,
  type Remainder,
  takesSites,
} from '../plan/change'
import {
  type Message,
  originsIn,
  type Run,
  requireSuccess,
  takenIn,
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
  /** The gravest sections first, and what is restored last. */
  readonly changes: readonly CausedChange[]
  /** The fatal ones first. */
  readonly findings: readonly Finding<ReviewRule>[]
}

/**
 * Reviews a plan.
 * @param read the plan
 * @param messages what the engine said while it planned, where that was kept
 * @param run of which these are all messages, where they are
 * @throws {PlanError} if a packed list of sites cannot be read, or if the messages are those of a plan that failed
 */
export async function reviewOf(
  read: Plan,
  settings: ReviewSettings = defaultSettings,
  messages: readonly Message[] = [],
  run?: Run,
): Promise<Review> {
  requireSuccess(messages)
  const plan = withoutUnfinished(withUnseen(byAppliance(read), run), messages)
  const planned = await plannedChanges({
    ...withoutFormerAddresses(plan, messages),
    origins: originsIn(plan, messages, run),
    taken: takenIn(messages),
  })
  const { changes, resources } = planned
  const reviewed = { ...planned, plan, messages: withoutReaddressed(messages, resources) }
  const found = findingsOf(reviewed, settings)
  const findings = found.map((finding) => withCause(finding, changes))
  const verdict = verdictOn({ changes, findings }, restOf(plan, messages).isPartial)
  return { outcome: reviewOutcome(changes, findings), verdict, changes, findings }
}

/** A finding is about what is restored where its resources do nothing else. */
function withCause(finding: Finding<ReviewRule>, changes: readonly CausedChange[]): Finding<ReviewRule> {
  const about = changes.filter(({ addresses }) => addresses.some((each) => finding.addresses.includes(each)))
  const isRestored = about.length > 0 && about.every(({ cause }) => cause === 'drift')
  return isRestored ? { ...finding, cause: 'drift' } : finding
}

type Outcome = 'nothing' | 'changes' | 'refused'

/** What the plan comes to: a fatal finding refuses it, whatever it changes. */
function reviewOutcome(changes: readonly Change[], findings: readonly Finding[]): Outcome {
  if (findings.some(({ level }) => level === 'fatal')) return 'refused'
  return changes.length > 0 ? 'changes' : 'nothing'
}

/** What a review counts. */
type ReviewedLines = Pick<Review, 'changes' | 'findings'>

/** A number of what there is. */
interface Total {
  readonly description?: string
  readonly of: (lines: ReviewedLines) => number
  /** What a verdict says, if the number is not zero. */
  readonly says?: (count: number) => Phrase
}

/** Counts what the lines of a review name, the gravest first. */
const totals = {
  accounts_deleted: {
    description: 'Members whose account is deleted, also if it is created again.',
    of: linesThat((change) => isGone(change) && change.subject.kind === 'member'),
    says: things('account', 'deleted'),
  },
  public_suffixes: {
    description: 'Added sites that the rule `public-suffix` reports.',
    of: ({ findings }) => sumOfNames(findings.filter(({ rule }) => rule === 'public-suffix')),
    says: (count) => counted(count, 'public suffix', 'public suffixes'),
  },
  destroyed: {
    description: 'Other resources that are deleted on the appliance.',
    of: lostThings('deleted'),
    says: (count) => say`${count} destroyed`,
  },
  recreated: {
    description:
      'Other resources that are deleted and created again, and lists whose sites are removed and added again.',
    of: lostThings('recreated'),
    says: (count) => say`${count} removed and added again`,
  },
  no_longer_managed: {
    description: 'Resources that stay on the appliance.',
    of: linesThat((change) => isLost(change) && !isGone(change)),
    says: (count) => say`${count} no longer managed`,
  },
  lost: {
    description: 'Sum of `accounts_deleted`, `destroyed`, `recreated` and `no_longer_managed`.',
    of: linesThat(isLost),
  },
  sites_moved: {
    of: namesIn('site', (change) => change.section === 'moved' && isSo(change, 'certain')),
    says: things('site', 'moved'),
  },
  sites_added: {
    description: 'Sites that move are not included.',
    of: added('site', 'certain'),
    says: things('site', 'added'),
  },
  sites_added_if_missing: {
    description:
      'Sites of categories that are adopted or imported, and may contain them already. Not included in `sites_added`.',
    of: added('site', 'if-missing'),
    says: things('site', 'added if missing'),
  },
  sites_removed: {
    description:
      'Sites that move are not included, but those that leave categories that only a message of the provider reports.',
    of: removed('site', 'certain', 'at-least'),
    says: things('site', 'removed'),
  },
  sites_removed_if_present: {
    description:
      'Sites that only the state has, because the plan was not refreshed. Not included in `sites_removed`.',
    of: removed('site', 'if-present'),
    says: things('site', 'removed if present'),
  },
  sites_possibly_removed: {
    description: 'Sites of changes with the certainty `possible`. One in several of them counts each time.',
    of: namesIn('site', (change) => isSo(change, 'possible')),
    says: things('site', 'possibly removed'),
  },
  memberships_added: { of: added('member', 'certain'), says: things('membership', 'added') },
  memberships_added_if_missing: {
    description:
      'Members of groups that are adopted, and may contain them already. Not included in `memberships_added`.',
    of: added('member', 'if-missing'),
    says: things('membership', 'added if missing'),
  },
  memberships_removed: { of: removed('member', 'certain'), says: things('membership', 'removed') },
  memberships_removed_if_present: {
    description:
      'Memberships that only the state has, because the plan was not refreshed. Not included in `memberships_removed`.',
    of: removed('member', 'if-present'),
    says: things('membership', 'removed if present'),
  },
  memberships_possibly_removed: {
    description: 'Members of changes with the certainty `possible`.',
    of: namesIn('member', (change) => isSo(change, 'possible')),
    says: things('membership', 'possibly removed'),
  },
  created: {
    description: 'Without `--messages`, some of them may be adopted.',
    of: linesThat(({ section, action }) => section === 'added' && action === 'create'),
    says: (count) => say`${count} created`,
  },
  adopted: {
    description: 'Resources that exist already. Only the messages of the plan say so.',
    of: (lines) =>
      linesThat(({ section, action }) => section === 'added' && action === 'adopt')(lines) +
      namesIn('member', ({ action }) => action === 'adopt')(lines),
    says: (count) => say`${count} adopted`,
  },
  changed: {
    description:
      'Changes in section `changed`, those of the state and of other providers included, and changed delistings. Not those of adopted memberships.',
    of: linesThat(isOther),
  },
  addresses_changed: {
    description: 'Objects that only get another address in the state. Included in `changed`.',
    of: linesThat(({ action }) => action === 'rename'),
    says: (count) => say`${counted(count, 'address', 'addresses')} changed`,
  },
} as const satisfies Readonly<Record<string, Total>>

type TotalName = keyof typeof totals
const totalNames = Object.keys(totals) as readonly TotalName[]

export function ofEachTotal<Value>(value: (total: Total) => Value): Record<TotalName, Value> {
  return Object.fromEntries(totalNames.map((name) => [name, value(totals[name])])) as Record<TotalName, Value>
}

type Totals = Record<TotalName, number>

export function reviewTotals(lines: ReviewedLines): Totals {
  return ofEachTotal(({ of }) => of(lines))
}

function isLost({ section }: Change): boolean {
  return section === 'lost'
}

function isGone(change: Change): boolean {
  return isLost(change) && change.onAppliance !== 'stays'
}

function lostThings(remainder: Remainder): Total['of'] {
  return linesThat(
    ({ section, subject, onAppliance }) =>
      section === 'lost' && subject.kind !== 'member' && onAppliance === remainder,
  )
}

function linesThat(fits: (change: Change) => boolean): Total['of'] {
  return ({ changes }) => changes.filter(fits).length
}

function namesIn(noun: Change['noun'], fits: (change: Change) => boolean): Total['of'] {
  return ({ changes }) => sumOfNames(changes.filter((change) => change.noun === noun && fits(change)))
}

function added(noun: 'site' | 'member', certainty: Certainty): Total['of'] {
  return namesIn(noun, (change) => change.section === 'added' && isSo(change, certainty))
}

function removed(noun: 'site' | 'member', ...certainties: readonly Certainty[]): Total['of'] {
  return namesIn(noun, (change) => {
    const isTaken = noun === 'site' ? takesSites(change) : change.section === 'removed'
    return isTaken && isSo(change, ...certainties)
  })
}

/** Such as `2 sites moved`. */
function things(noun: string, what: string): (count: number) => Phrase {
  return (count) => say`${counted(count, noun)} ${[what]}`
}

type TotalsByCause = Readonly<Record<Cause, Totals>>

/** The same for the changes of each cause. */
export function totalsByCause({ changes, findings }: ReviewedLines): TotalsByCause {
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
function whatHappens(counts: Totals): readonly Phrase[] {
  const others = counts.changed - counts.addresses_changed
  const named = totalNames.flatMap((name) => {
    const { says }: Total = totals[name]
    return says && counts[name] !== 0 ? [says(counts[name])] : []
  })
  return others === 0 ? named : [...named, counted(others, 'other change')]
}

function isSo(change: Change, ...certainties: readonly Certainty[]): boolean {
  return certainties.includes(change.certainty ?? 'certain')
}

function isOther({ section, action, noun }: Change): boolean {
  if (section === 'changed') return action !== 'adopt'
  return noun === 'address' && (section === 'added' || section === 'removed') && action !== 'create'
}

function sumOfNames(named: readonly Pick<Change | Finding, 'names'>[]): number {
  return named.reduce((sum, { names }) => sum + (names?.count ?? 0), 0)
}

/** One line that says what a plan does, and whether there is more to know. @param isPartial whether another plan must follow */
function verdictOn(reviewed: ReviewedLines, isPartial: boolean): Phrase {
  const { findings } = reviewed
  const fatal = findings.filter(({ level }) => level === 'fatal').length
  const happens = sentencesOn(totalsByCause(reviewed))
  const sentences = [
    fatal > 0 && say`Refused: ${counted(fatal, 'fatal finding')}.`,
    ...goneSentences(findings),
    findings.some(({ failsApply }) => failsApply) && say`The apply fails.`,
    happens.length === 0 ? say`Nothing to do.` : say`${joined(happens, '. ')}.`,
    findings.length > fatal && say`${counted(findings.length - fatal, 'warning')}.`,
    isPartial && say`The plan is partial: another plan must follow.`,
  ]
  return joined(sentences, ' ')
}
