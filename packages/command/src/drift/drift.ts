import { unseen, withoutCode } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import { onOneLine } from '@webfilter/text'
import type { Places } from '../base/places'
import { namedSites, placed, sitesOfLine } from '../findings/placed'
import { goneSentences } from '../findings/resources'
import type { DriftRule, UnmanagedRule } from '../findings/rules'
import { defaultSettings, type ReviewSettings } from '../findings/settings'
import { byAppliance } from '../plan/appliances'
import type { CausedChange } from '../plan/change'
import { type Message, originsIn, type Planning, withoutUnfinished } from '../plan/messages'
import { type Pictures, picturesOf } from '../plan/pictures'
import { type Invocation, isOfAppliance, type Plan, PlanError } from '../plan/plan'
import { changesIn } from '../plan/planned-changes'
import { instanceOf, type PlannedResource } from '../plan/planned-resource'
import { categoryExchange } from '../plan/sites/category-exchange'
import { counted, joined, type Phrase, phraseText, say, visible } from '../report/phrase'
import type { Finding } from '../report/report'
import { driftFindings, type Limit, type ListCoverage, listCoverage } from './coverage'
import { differencesIn } from './differences'
import type { Difference } from './drifted-resource'
import {
  findingsOn,
  hasUnmanaged,
  isListedInFull,
  judgedUnmanaged,
  type UnmanagedFound,
  type UnmanagedParts,
} from './unmanaged'

/** What differs on the appliance from what the last apply left there, and what nobody could see. */
export interface Drift {
  readonly outcome: DriftOutcome
  /** One line that says it all. */
  readonly verdict: Phrase
  /** The gravest sections first. */
  readonly differences: readonly Difference[]
  /** What the configuration says and no apply has done yet. */
  readonly notApplied: readonly CausedChange[]
  /** What the next apply makes again only because it puts something else back. */
  readonly follows: readonly CausedChange[]
  /** How many resources of the appliance the plan has that exist. */
  readonly resources: number
  /** How much of each list of sites was asked for. */
  readonly lists: readonly ListCoverage[]
  /** What was not compared, the greatest reason for doubt first. */
  readonly limits: readonly Limit[]
  /** Whether nothing could have been overlooked, whatever the settings say of it. */
  readonly isComplete: boolean
  /** The fatal ones first. */
  readonly findings: readonly Finding<DriftRule>[]
  /** What is on the appliance and in no state, if that was searched for. */
  readonly unmanaged?: UnmanagedFound
  readonly settings: ReviewSettings
}

/**
 * The drift that a plan has found. What others changed and the plan would put back is drift; what the plan changes
 * besides comes from the configuration, and is not applied yet.
 *
 * @throws {PlanError} where the appliance was not asked, or a packed list of sites cannot be read
 */
export async function driftOf(
  read: Plan,
  planning: Planning,
  settings: ReviewSettings = defaultSettings,
): Promise<Drift> {
  refuseBlindness(planning.messages)
  const plan = withoutUnfinished(byAppliance(read), planning.messages)
  const pictures = await picturesOf({ ...plan, origins: originsIn(plan, planning.messages, undefined) })
  const exchange = categoryExchange(pictures.planned.resources, pictures)
  const differences = differencesIn(pictures, exchange, planning.messages, settings)
  const notApplied = changesIn(ofAppliance(pictures), exchange).change
  const again = madeAgain(pictures)
  const follows = changesIn(again, categoryExchange(again.planned.resources, again)).drift
  const all = plan.changes.filter(isOfAppliance)
  const lists = listCoverage(plan, all, planning.messages)
  const searched = { plan, planning, resources: all, lists, settings }
  const { findings, isComplete, limits } = driftFindings(searched)
  const resources = all.filter(({ before }) => before).length
  const seen = { differences, notApplied, lists, limits, isComplete, findings, resources }
  return { ...seen, outcome: outcomeOf(seen), verdict: verdictOn(seen), follows, settings }
}

/** Drift with the places of its findings, of what differs, and of what is not applied yet. */
export function placedDrift(drift: Drift, places: Places): Drift {
  const { findings, differences, notApplied } = drift
  return {
    ...drift,
    findings: placed(findings, namedSites, places),
    differences: placed(differences, sitesOfLine, places),
    notApplied: placed(notApplied, sitesOfLine, places),
  }
}

/** Without what is none of the appliance's business. */
function ofAppliance(pictures: Pictures): Pictures {
  const { planned, invocations } = pictures
  const changing = new Set(
    planned.resources.flatMap(({ does, address }) => ((does?.change ?? 'none') === 'none' ? [] : address)),
  )
  const isTriggered = ({ lifecycle_action_trigger: trigger }: Invocation) =>
    changing.has(trigger?.triggering_resource_address ?? '')
  const change = invocations.change.filter((each) => isOfAppliance(each) || isTriggered(each))
  return { ...pictures, invocations: { change, drift: [] }, planned: { ...planned, others: [] } }
}

/** What is deleted and created again although the refresh found it as it was: something that it refers to is restored. */
function madeAgain(pictures: Pictures): Pictures {
  const { planned, drifted, invocations } = pictures
  const differing = new Set(drifted.resources.map(instanceOf))
  const stored = new Set(planned.resources.filter(({ before }) => before).map(instanceOf))
  const isMadeAgain = (resource: PlannedResource) =>
    ['replace', 'forget', 'create'].includes(resource.does?.drift ?? '') &&
    stored.has(instanceOf(resource)) &&
    !differing.has(instanceOf(resource))
  return {
    ...pictures,
    invocations: { change: [], drift: invocations.drift.filter(isOfAppliance) },
    planned: {
      resources: planned.resources.filter(isMadeAgain),
      others: [],
    },
  }
}

/** A plan goes on where a look at the appliance fails that only a creation needs. Drift cannot be determined then. */
function refuseBlindness(messages: readonly Message[]): void {
  const blind = messages.filter(({ code }) => code !== undefined && unseen.has(code))
  const [first] = blind
  if (first === undefined) return
  const { detail, code = '' } = first
  const more = blind.length - 1
  const others = more === 0 ? '' : ` ${phraseText(counted(more, 'more diagnostic'), visible)} of this kind.`
  throw new PlanError(
    `Some checks on the appliance were not possible, so drift cannot be determined. ${visible(onOneLine(withoutCode(detail)), 2_000)} [${code}]${others}`,
  )
}

/**
 * `clean` only where all was asked for and nothing differs; `nothing-found` where nothing was found and not all was asked for;
 * `refused` if a finding is fatal, whatever differs. `incomplete` if a state could not be read: that outweighs all others.
 */
export const driftOutcomes = [
  'clean',
  'nothing-found',
  'unmanaged',
  'not-applied',
  'drift',
  'refused',
  'incomplete',
] as const
type DriftOutcome = (typeof driftOutcomes)[number]

/** What a search has seen: outcome and verdict rest on it. */
type Seen = Omit<Drift, 'outcome' | 'verdict' | 'follows' | 'unmanaged' | 'settings'>

/** @param unmanaged what is in no state, if that was searched for */
function outcomeOf(seen: Seen, unmanaged?: UnmanagedFound): DriftOutcome {
  const findings = [...seen.findings, ...(unmanaged ? findingsBeside(unmanaged) : [])]
  if (unmanaged && unmanaged.problems.length > 0) return 'incomplete'
  if (findings.some(({ level }) => level === 'fatal')) return 'refused'
  if (hasDrifted(seen)) return 'drift'
  if (seen.notApplied.length > 0) return 'not-applied'
  if (unmanaged && hasUnmanaged(unmanaged)) return 'unmanaged'
  return seen.isComplete && (!unmanaged || isListedInFull(unmanaged)) ? 'clean' : 'nothing-found'
}

/** How much of what there is. */
export function driftTotals(drift: Pick<Drift, 'differences' | 'notApplied' | 'lists'>) {
  const { differences, notApplied, lists } = drift
  const resources = (section: Difference['section']) => {
    const found = differences.filter((difference) => difference.section === section)
    return new Set(found.flatMap(({ addresses }) => addresses)).size
  }
  const names = (noun: Difference['noun']) => {
    const found = differences.filter((each) => each.section === 'missing' && each.noun === noun)
    return found.reduce((sum, each) => sum + (each.names?.count ?? 0), 0)
  }
  return {
    gone: resources('gone'),
    sites_missing: names('site'),
    memberships_missing: names('member'),
    different: resources('different'),
    noted: resources('noted'),
    not_applied: notApplied.length,
    sites: lists.reduce((sum, { total }) => sum + total, 0),
    sites_asked: lists.reduce((sum, { asked }) => sum + asked, 0),
  }
}

/** What differs, a phrase for each of the totals that is not zero. */
function whatDrifted(seen: Seen): readonly Phrase[] {
  const isAtLeast = seen.differences.some((each) => each.section === 'missing' && each.isAtLeast)
  const { gone, sites_missing, memberships_missing, different } = driftTotals(seen)
  const parts: readonly (readonly [count: number, phrase: Phrase])[] = [
    [gone, say`${gone} gone`],
    [sites_missing, say`${isAtLeast ? say`at least ` : say``}${counted(sites_missing, 'site')} missing`],
    [memberships_missing, say`${counted(memberships_missing, 'membership')} missing`],
    [different, say`${different} different`],
  ]
  return parts.flatMap(([count, phrase]) => (count === 0 ? [] : [phrase]))
}

/** The same with what is on the appliance and in no state. */
export function withUnmanaged(drift: Drift, parts: UnmanagedParts): Drift {
  const unmanaged = judgedUnmanaged(parts, drift.settings)
  const verdict = say`${unmanaged.verdict} ${verdictOn(drift, findingsBeside(unmanaged))}`
  return { ...drift, unmanaged, outcome: outcomeOf(drift, unmanaged), verdict }
}

/** The findings that are not about drift. */
function findingsBeside({ parts, ofStates }: UnmanagedFound): readonly Finding<UnmanagedRule>[] {
  return [...parts.flatMap(findingsOn), ...ofStates]
}

/**
 * One line that says whether the appliance is still as declared, and how sure that is. Some read no more than its beginning, so "no drift
 * found" has the greatest reason for doubt behind it.
 *
 * @param beside findings that are not about drift
 */
function verdictOn(seen: Seen, beside: readonly Finding<UnmanagedRule>[] = []): Phrase {
  // The verdict says already how much is unmanaged.
  const counts = beside.filter(({ rule, level }) => !rule.startsWith('unmanaged-') || level === 'fatal')
  const findings = [...seen.findings, ...counts]
  const fatal = findings.filter(({ level }) => level === 'fatal').length
  const left = seen.notApplied.length
  // The first one stands behind "no drift found".
  const further = hasDrifted(seen) ? seen.limits : seen.limits.slice(1)
  const sentences = [
    fatal > 0 && say`Refused: ${counted(fatal, 'fatal finding')}.`,
    ...goneSentences(findings),
    driftSentence(seen),
    left > 0 && say`${counted(left, 'change')} not applied yet.`,
    ...further.map(({ sentence }) => say`${sentence}.`),
    findings.length > fatal && say`${counted(findings.length - fatal, 'warning')}.`,
  ]
  return joined(sentences, ' ')
}

function driftSentence(seen: Seen): Phrase {
  if (hasDrifted(seen)) return say`Drift: ${joined(whatDrifted(seen), ', ')}.`
  if (outcomeOf(seen) === 'clean') return say`No drift: ${counted(seen.resources, 'resource')} as declared.`
  const [weakest] = seen.limits
  if (weakest?.isFound) return say`${weakest.sentence}.`
  // Behind it stands why there may be some: the greatest reason for it.
  const doubt = seen.isComplete ? [] : say`, but not everything was checked`
  return say`No drift found${weakest?.lead ?? doubt}.`
}

function hasDrifted({ differences }: Pick<Drift, 'differences'>): boolean {
  return differences.some(({ section }) => section !== 'noted')
}
