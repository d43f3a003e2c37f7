import type { ReviewSettings } from '../findings/settings'
import { onEachAppliance } from '../plan/appliances'
import { bySubject } from '../plan/change'
import { membershipChanges, membershipType } from '../plan/membership-changes'
import { adoptedIn, type Message } from '../plan/messages'
import { keptOutBy, subjectOf } from '../plan/other-changes'
import type { Pictures } from '../plan/pictures'
import { attributeChanges, isEqualJson } from '../plan/planned-resource'
import type { CategoryExchange } from '../plan/sites/category-exchange'
import { categoryTypes, siteAttributes } from '../plan/sites/list-change'
import { hiddenNames, shownNames } from '../report/names'
import { counted, type Phrase, say } from '../report/phrase'
import { acceptsLosses } from './coverage'
import {
  type Difference,
  type DriftedResource,
  driftedResources,
  driftSections,
  type Repair,
  repairOf,
} from './drifted-resource'
import { lossesByNumber, missingSites } from './missing-sites'

/**
 * What is otherwise on the appliance than the last apply left it, the gravest sections first. What others changed and the next apply does
 * not restore is only noted: the configuration agrees with it, or says nothing of it.
 */
export function differencesIn(
  pictures: Pictures,
  { categories }: CategoryExchange,
  messages: readonly Message[],
  settings: ReviewSettings,
): readonly Difference[] {
  const drifted = driftedResources(pictures)
  const adopted = adoptedIn(messages)
  const all = [
    ...missingSites(drifted, pictures, categories, messages),
    ...missingMemberships(drifted, pictures),
    ...drifted.flatMap((each) => differencesOf(each, adopted, pictures)),
    ...(acceptsLosses(settings) ? [] : lossesByNumber(pictures, messages)),
  ]
  return driftSections.flatMap((section) => all.filter((each) => each.section === section).sort(bySubject))
}

function missingMemberships(
  drifted: readonly DriftedResource[],
  { groupOf }: Pictures,
): readonly Difference[] {
  const missing = drifted.filter(({ found }) => found.type === membershipType && !found.after)
  const parts = [
    { ofPart: missing.filter(isPutBack), section: 'missing', repair: 'create' },
    { ofPart: missing.filter((each) => !isPutBack(each)), section: 'noted', repair: 'none' },
  ] as const
  return parts.flatMap(({ ofPart, ...outcome }) => {
    const memberships = onEachAppliance(ofPart.map(({ found }) => found))
    const lines = memberships.flatMap((each) => membershipChanges(each, each, groupOf))
    return lines.map(({ subject, noun, names, addresses }) => ({
      ...outcome,
      subject,
      says: say`${counted(addresses.length, 'member')} no longer in the group`,
      ...(noun && { noun }),
      ...(names && { names }),
      addresses,
    }))
  })
}

/** The lines about one resource, without those about lists of sites and memberships that are gone. */
function differencesOf(
  drifted: DriftedResource,
  adopted: ReadonlySet<string>,
  pictures: Pictures,
): readonly Difference[] {
  const { found } = drifted
  if (!found.after) {
    const isReported = found.type === membershipType || categoryTypes.has(found.type)
    return isReported ? [] : [goneLine(drifted, adopted.has(found.address))]
  }
  if (found.type === 'appliance_rbl_delisting') return listedAgain(drifted, pictures)
  return attributeLines(drifted, categoryTypes.has(found.type) ? siteAttributes : new Set())
}

function goneLine(drifted: DriftedResource, isAdopted: boolean): Difference {
  const { found } = drifted
  const subject = subjectOf(found)
  const line = { subject, addresses: [found.address], repair: 'create' } as const
  const nothing = say`no longer on the appliance, and no longer declared`
  if (!isPutBack(drifted)) return { ...line, section: 'noted', says: nothing, repair: 'none' }
  const another = say`another ${[subject.kind]} of this name has taken its place; the next apply adopts it`
  if (isAdopted) return { ...line, section: 'different', says: another }
  return { ...line, section: 'gone', says: say`no longer on the appliance; the next apply creates it again` }
}

/** The addresses that a record database lists again. The next apply takes out those that the delisting declares, or a new one in its place. */
function listedAgain(drifted: DriftedResource, { planned: { resources } }: Pictures): readonly Difference[] {
  const { found, planned } = drifted
  const after = planned?.after
  // Nobody restores what the configuration does not name any more.
  const isSame = after?.isUnknown('database') || after?.text('database') === found.before?.text('database')
  const [kept, declared] = [
    found.after?.texts('addresses') ?? [],
    isSame ? (after?.texts('addresses') ?? []) : [],
  ]
  const listed = (found.before?.texts('addresses') ?? []).filter((address) => !kept.includes(address))
  const isSensitive = found.before?.isSensitive('addresses')
  const created = resources.filter(({ appliance, before }) => appliance === found.appliance && !before)
  const taken = keptOutBy(created, found)
  const own = listed.filter((address) => declared.includes(address))
  const ofNew = listed.filter((address) => !own.includes(address) && taken.includes(address))
  const noted = listed.filter((address) => !own.includes(address) && !ofNew.includes(address))
  const parts = [
    { ofPart: own, section: 'different', repair: repairOf(drifted) },
    { ofPart: ofNew, section: 'different', repair: 'create' },
    { ofPart: noted, section: 'noted', repair: 'none' },
  ] as const
  return parts
    .filter(({ ofPart }) => ofPart.length > 0)
    .map(({ ofPart, ...outcome }) => ({
      ...outcome,
      subject: subjectOf(found),
      says: say`${counted(ofPart.length, 'address', 'addresses')} listed again`,
      noun: 'address',
      names: isSensitive ? hiddenNames(ofPart.length) : shownNames(ofPart),
      addresses: [found.address],
    }))
}

/** One line for the attributes that the next apply puts back, and one for the others. */
function attributeLines(drifted: DriftedResource, without: ReadonlySet<string>): readonly Difference[] {
  const { found } = drifted
  const repair = repairOf(drifted)
  const names = [...new Set([...(found.before?.names ?? []), ...(found.after?.names ?? [])])]
  const kept = new Set(names.filter((name) => !isAttributePutBack(drifted, name)))
  const returned = new Set(names.filter((name) => !kept.has(name)))
  const line = (
    says: Phrase | undefined,
    section: Difference['section'],
    done: Repair,
  ): readonly Difference[] =>
    says ? [{ section, subject: subjectOf(found), says, repair: done, addresses: [found.address] }] : []
  const different = attributeChanges(found, new Set([...kept, ...without]))
  const again =
    repair === 'replace'
      ? say`; the next apply replaces it`
      : repair === 'create'
        ? say`; the next apply no longer manages it and creates another`
        : []
  return [
    ...line(different && say`${different}${again}`, 'different', repair),
    ...line(attributeChanges(found, new Set([...returned, ...without])), 'noted', 'none'),
  ]
}

function isAttributePutBack({ found, planned }: DriftedResource, name: string): boolean {
  if (!planned?.after || planned.action === 'none') return false
  return planned.after.isUnknown(name) || !isEqualJson(found.after?.value(name), planned.after.value(name))
}

function isPutBack({ planned }: DriftedResource): boolean {
  return planned?.after !== undefined
}
