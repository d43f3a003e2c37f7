import { isJsonObject } from '@webfilter/terraform-plugin'
import { joined, Name, type Phrase, say } from './phrase'
import type { Attributes, PlannedResource } from './plan/planned-resource'

/**
 * Which attributes differ, and how, as far as that may be shown: `title from Clerk to Editor, password (sensitive)`.
 * Undefined where none does. What the provider computes during the apply is left out.
 *
 * @param without attributes that are told otherwise
 */
export function attributeChanges(
  { before, after }: PlannedResource,
  without: ReadonlySet<string> = new Set(),
): Phrase | undefined {
  if (!before || !after) return undefined
  const names = [...new Set([...before.names, ...after.names])]
  const differences = names
    .filter((name) => name !== 'id' && !without.has(name))
    .flatMap((name) => differencesOf(name, before, after))
  return differences.length === 0 ? undefined : joined(differences, ', ')
}

function differencesOf(name: string, before: Attributes, after: Attributes): readonly Phrase[] {
  const [from, to] = [before.value(name), after.value(name)]
  const isSensitive = before.isSensitive(name) || after.isSensitive(name)
  if (after.isUnknown(name) || isEqual(from, to)) return []
  return isSensitive ? [say`${new Name(name)} (sensitive)`] : differencesBetween(name, from, to)
}

/** Of objects, those of their attributes. */
function differencesBetween(name: string, from: unknown, to: unknown): readonly Phrase[] {
  if (isEqual(from, to)) return []
  if (isJsonObject(from) && isJsonObject(to)) {
    const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])]
    return keys.flatMap((key) => differencesBetween(`${name}.${key}`, from[key], to[key]))
  }
  const [prior, planned] = [scalar(from), scalar(to)]
  if (prior && planned) return [say`${new Name(name)} from ${prior} to ${planned}`]
  if (planned) return [say`${new Name(name)} to ${planned}`]
  if (prior) return [say`${new Name(name)} no longer ${prior}`]
  return [[new Name(name)]]
}

function scalar(value: unknown): Name | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? new Name(String(value)) : undefined
}

/** Values that came from JSON are equal where their JSON is: the engine writes the keys of objects in order. */
export function isEqual(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}
