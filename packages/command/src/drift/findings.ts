import { findingsBy } from '../findings/findings'
import { unknownDiagnostics, warningsOfDrift } from '../findings/provider-messages'
import { deferrals, everythingGone, restOf, unverifiedResources } from '../findings/resources'
import type { Observation } from '../findings/reviewed-plan'
import { driftRules } from '../findings/rules'
import type { ReviewSettings } from '../findings/settings'
import { directoryNotRead, type Planning } from '../plan/messages'
import { isOfAppliance, type Plan } from '../plan/plan'
import type { PlannedResource } from '../plan/planned-resource'
import { categoryPhrase } from '../plan/sites/caused-category'
import { categoryTypes } from '../plan/sites/list-change'
import { shownNames } from '../report/names'
import { counted, say } from '../report/phrase'
import {
  acceptsLosses,
  categoriesWithLess,
  type ListCoverage,
  listsWithoutNumber,
  type Uncompared,
} from './coverage'

interface Searched {
  readonly plan: Plan
  readonly planning: Planning
  /** Those of the plan that are the appliance's. */
  readonly resources: readonly PlannedResource[]
  readonly lists: readonly ListCoverage[]
  readonly settings: ReviewSettings
}

/**
 * Why drift could have been overlooked. Complete is a search without any such reason, whatever the settings say of it, and so is what it did
 * not compare.
 */
export function driftFindings(searched: Searched) {
  const observed = {
    'everything-gone': everythingGone(searched),
    'not-asked': notAsked(searched),
    sampled: sampled(searched),
    unverified: unverified(searched),
    ...warningsOfDrift({ messages: searched.planning.messages, resources: searched.resources }),
    'unknown-diagnostic': unknownDiagnostics(searched.planning),
  }
  return {
    findings: findingsBy(driftRules, searched.settings, (rule) => observed[rule]),
    isComplete: driftRules.every((rule) => rule === 'everything-gone' || observed[rule].length === 0),
    uncompared: uncompared(searched, observed),
  }
}

function uncompared(
  searched: Searched,
  observed: Readonly<Record<'not-asked' | 'unverified', readonly Observation[]>>,
): Uncompared {
  const withoutDirectory = observed['not-asked'].filter(({ code }) => code === directoryNotRead)
  const unread = observed['not-asked'].filter((each) => !withoutDirectory.includes(each))
  const unverified = new Set(observed.unverified.flatMap(({ addresses }) => addresses))
  const types = searched.plan.changes.filter(({ address }) => unverified.has(address)).map(({ type }) => type)
  const ofType = (wanted: string) => types.filter((type) => type === wanted).length
  const [certificates, hostNames] = [ofType('appliance_certificate'), ofType('appliance_hostname')]
  const lists = types.filter((type) => categoryTypes.has(type)).length
  const withoutNumber = listsWithoutNumber(searched.planning.messages)
  return {
    withLess: acceptsLosses(searched.settings)
      ? categoriesWithLess(searched.lists, searched.planning.messages)
      : 0,
    unread: new Set(unread.flatMap(({ addresses }) => addresses)).size,
    isWithoutDirectory: withoutDirectory.length > 0,
    isPartial: unread.some(({ addresses }) => addresses.length === 0),
    certificates,
    hostNames,
    inPart: types.length - certificates - hostNames - lists,
    uncountedSites: searched.lists.reduce(
      (sum, { address, total }) => sum + (withoutNumber.has(address) ? total : 0),
      0,
    ),
  }
}

function notAsked({ plan, planning, resources }: Searched): readonly Observation[] {
  const managed = plan.managed.filter(isOfAppliance).map(({ address }) => address)
  const unread = managed.filter((address) => !planning.asked.has(address))
  // Engines do not read what a `removed` block makes them forget.
  const toForget = new Set(
    resources.filter(({ action }) => action === 'forget').map(({ address }) => address),
  )
  const left = unread.filter((address) => !toForget.has(address))
  const rest = restOf(plan, planning.messages)
  const deferred = deferrals(rest)
  const withoutService = planning.messages.filter(({ code }) => code === directoryNotRead)
  return [
    ...unreadResources(left, 'not included in the plan'),
    ...unreadResources(
      unread.filter((address) => toForget.has(address)),
      'not read, because the next apply only forgets it',
    ),
    ...deferred,
    ...(rest.isPartial && deferred.length === 0 && left.length === 0
      ? [{ says: say`the plan is partial: another plan must follow`, addresses: [] }]
      : []),
    ...withoutService.map(({ address }) => ({
      says: say`members, groups and memberships were not read: the directory service is not running`,
      addresses: address === undefined ? [] : [address],
      code: directoryNotRead,
    })),
  ]
}

function unreadResources(addresses: readonly string[], why: string): readonly Observation[] {
  if (addresses.length === 0) return []
  const says = say`${counted(addresses.length, 'resource')} ${[why]}`
  return [{ says, names: shownNames(addresses), addresses }]
}

function sampled({ lists, planning }: Searched): readonly Observation[] {
  const withoutNumber = listsWithoutNumber(planning.messages)
  return lists.flatMap(({ mode, category, asked, total, address }) => {
    const subject = categoryPhrase(category)
    const about = { facts: { asked, total }, addresses: [address] }
    if (mode === 'sample')
      return [{ ...about, says: say`${subject}: ${asked} of ${counted(total, 'site')} looked up` }]
    const why =
      mode === 'count'
        ? say`the appliance reports only how many sites it contains`
        : withoutNumber.has(address)
          ? say`the appliance does not report how many sites it contains either`
          : undefined
    if (why === undefined) return []
    return [{ ...about, says: say`${subject}: none of ${counted(total, 'site')} looked up; ${why}` }]
  })
}

/** Of what is there: what the plan is to create is not verified either, and says nothing of drift. */
function unverified({ plan, resources }: Searched): readonly Observation[] {
  return unverifiedResources({ plan, resources: resources.filter(({ before }) => before) })
}
