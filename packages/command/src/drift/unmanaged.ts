import type { UnmanagedRule } from '../findings/rules'
import { findingsBy, type ReviewSettings } from '../findings/settings'
import { kinds, type ListedObject, listedKinds } from '../inventory/listed-object'
import type { SharedObject } from '../inventory/states'
import type { ManagedCount, Unmanaged, UnmanagedObject } from '../inventory/unmanaged'
import { shownNames } from '../report/names'
import { counted, joined, Name, nameList, type Phrase, say } from '../report/phrase'
import type { Observation } from '../report/report'
import { type Finding, gravestFirst, type Place } from '../report/report'

/** What was found on one appliance. */
export interface AppliancePart extends Unmanaged {
  /** Its address, by which reports call it. */
  readonly appliance: string
  /** Sentences about what could not be read. */
  readonly missing: readonly string[]
  /** Sentences about what has no address. */
  readonly notAsked: readonly string[]
}

/** What is on the appliances of a configuration and in none of the states. */
export interface UnmanagedParts {
  readonly parts: readonly AppliancePart[]
  /** Why states could not be read, in sentences. */
  readonly problems: readonly string[]
  /** What several states contain. */
  readonly shared: readonly SharedObject[]
  /** Settings that the plan does not show, which the environment has, in sentences without their full stops. */
  readonly fromEnvironment: readonly string[]
  readonly standIn: Place
  /** Why no ignore file was written, although one was wanted. */
  readonly ignoreProblem?: string
}

/** The same with its findings and verdicts. */
export interface UnmanagedFound extends UnmanagedParts {
  /** One line on all appliances. */
  readonly verdict: Phrase
  readonly parts: readonly JudgedPart[]
  /** About the states. */
  readonly ofStates: readonly Finding<UnmanagedRule>[]
}

/** An appliance with what was found there. */
export interface JudgedPart extends AppliancePart {
  readonly verdict: Phrase
  readonly objects: readonly JudgedObject[]
  /** What could not be listed. */
  readonly unlisted: readonly Finding<UnmanagedRule>[]
}

/** An object, and its finding if it is one. */
interface JudgedObject extends UnmanagedObject {
  readonly finding?: Finding<UnmanagedRule>
}

/** Judges what was found by the levels of settings. */
export function judgedUnmanaged(found: UnmanagedParts, settings: ReviewSettings): UnmanagedFound {
  const parts = found.parts.map((part) => {
    // Of the only appliance, nothing names it.
    const where = found.parts.length > 1 ? say`${new Name(part.appliance)}: ` : []
    return {
      ...part,
      verdict: countsPhrase(part.counts),
      objects: part.objects.map((each) => {
        const rule = `unmanaged-${each.object.kind}` as const
        const said = { says: objectPhrase(each), ...(each.block && { block: each.block.text }) }
        const [finding] = each.status === 'unmanaged' ? findingsUnder(rule, [said], where) : []
        return { ...each, ...(finding && { finding }) }
      }),
      unlisted: findingsUnder('not-listed', unlisted(part), where),
    }
  })
  const problems = found.problems.map((says) => ({ says: [new Name(says)] }))
  const shared = found.shared.map(({ kind, name, states }) => ({
    says: say`${[kind]} ${new Name(name)}: in the states of ${nameList(states)}`,
  }))
  return {
    ...found,
    parts,
    verdict: countsPhrase(sumOfCounts(parts.flatMap(({ counts }) => counts))),
    ofStates: [...findingsUnder('not-listed', problems), ...findingsUnder('in-two-states', shared)],
  }

  /** @param where what the lines begin with */
  function findingsUnder(
    rule: UnmanagedRule,
    said: readonly Omit<Observation, 'addresses'>[],
    where: Phrase = [],
  ): readonly Finding<UnmanagedRule>[] {
    return findingsBy([rule], settings, () =>
      said.map((each) => ({ ...each, says: [...where, ...each.says], addresses: [] })),
    )
  }
}

/** All findings of an appliance, the fatal ones first. */
export function findingsOn({ objects, unlisted }: JudgedPart): readonly Finding<UnmanagedRule>[] {
  return gravestFirst([...objects.flatMap(({ finding }) => finding ?? []), ...unlisted])
}

/** What is said of an object, such as `category ads (number 250): in no state`. */
export function objectPhrase({ object, status, entry, problem }: UnmanagedObject): Phrase {
  const subject = subjectPhrase(object)
  if (entry && status === 'ignored')
    return say`${subject}: ignored until ${new Name(entry.until)}: ${new Name(entry.reason)}`
  if (status === 'factory') return say`${subject}: delivered with the appliance`
  if (status === 'unknown') return say`${subject}: in no state that could be read`
  const expired = entry
    ? say`; it was ignored until ${new Name(entry.until)}, which has passed: ${new Name(entry.reason)}`
    : []
  const why = problem === undefined ? [] : say`; no resource can declare it: ${new Name(problem)}`
  return say`${subject}: in no state${expired}${why}`
}

function subjectPhrase(object: ListedObject): Phrase {
  if (object.kind === 'category')
    return say`category ${new Name(object.name)} (number ${new Name(String(object.id))})`
  const number = new Name(String(object.gid))
  if (object.kind === 'group')
    return say`group ${new Name(object.name)} of ${new Name(object.organization)} (number ${number})`
  const group = object.name === '' ? say`` : say` ${new Name(object.name)}`
  return say`membership of ${new Name(object.uid)} in the group${group} (number ${number})`
}

/** What could not be read of an appliance, and what may be in a state that could not be read. */
function unlisted({ objects, missing }: AppliancePart): readonly Pick<Finding, 'says' | 'names'>[] {
  const unknown = objects.filter(({ status }) => status === 'unknown')
  const ofUnknown = {
    says: say`${counted(unknown.length, 'object')} in no state that could be read`,
    names: shownNames(unknown.map(({ object }) => shortName(object))),
  }
  return [
    ...missing.map((sentence) => ({ says: [new Name(sentence)] })),
    ...(unknown.length > 0 ? [ofUnknown] : []),
  ]
}

/** Such as `category ads`. */
function shortName(object: ListedObject): string {
  return object.kind === 'membership'
    ? `membership ${object.uid}/${object.gid}`
    : `${object.kind} ${object.name}`
}

function sumOfCounts(all: readonly ManagedCount[]): readonly ManagedCount[] {
  return listedKinds.map((kind) => {
    const own = all.filter((count) => count.kind === kind)
    const sumOf = (part: Exclude<keyof ManagedCount, 'kind' | 'isListed'>) =>
      own.reduce((sum, count) => sum + count[part], 0)
    return {
      kind,
      isListed: own.every(({ isListed }) => isListed),
      total: sumOf('total'),
      managed: sumOf('managed'),
      unmanaged: sumOf('unmanaged'),
      ignored: sumOf('ignored'),
      unknown: sumOf('unknown'),
    }
  })
}

/** A sentence for each kind: `12 of 15 categories managed; 3 unmanaged.` */
function countsPhrase(counts: readonly ManagedCount[]): Phrase {
  const sentences = counts.flatMap((count) => {
    const { kind, isListed, total, managed, unmanaged, ignored, unknown } = count
    const { plural } = kinds[kind]
    if (total === 0) return isListed ? [] : [say`The ${[plural]} could not be listed.`]
    const parts = [
      say`${managed} of ${counted(total, kind, plural)} managed`,
      unmanaged > 0 && say`${unmanaged} unmanaged`,
      unknown > 0 && say`${unknown} in no state that could be read`,
      ignored > 0 && say`${ignored} ignored`,
      !isListed && say`not all could be listed`,
    ]
    return [say`${joined(parts, '; ')}.`]
  })
  return sentences.length === 0 ? say`Nothing unmanaged.` : joined(sentences, ' ')
}

/** Whether something is unmanaged that neither the ignore file nor the settings accept. */
export function hasUnmanaged({ parts }: UnmanagedFound): boolean {
  return parts.some(({ objects }) => objects.some(({ finding }) => finding !== undefined))
}

/** Whether everything was listed, and all states were read. */
export function isListedInFull({ parts, problems }: Pick<UnmanagedParts, 'parts' | 'problems'>): boolean {
  const isFull = ({ isListed, unknown }: ManagedCount) => isListed && unknown === 0
  return problems.length === 0 && parts.every(({ counts }) => counts.every(isFull))
}
