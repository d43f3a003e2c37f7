import { addressOf, type ExportedBlock, importBlock, resourceBlock } from './block'
import { categoryImportId, declare } from './declared'
import { entryFor, type IgnoreEntry } from './ignored'
import type { Inventory, ListedKind } from './inventory'
import { isHeld, isOfFactory, kinds, type ListedObject, listedKinds, listedObjects } from './listed-object'
import { type HeldObjects, type HeldResource, heldBy } from './states'

/**
 * How an object stands to the states: in none of them, so that it is `unmanaged`; `ignored` on purpose; `unknown` where a state could not be
 * read that may contain it; or of the `factory`.
 */
export const unmanagedStatuses = ['unmanaged', 'ignored', 'unknown', 'factory'] as const
export type UnmanagedStatus = (typeof unmanagedStatuses)[number]

/** An object that no state contains. */
export interface UnmanagedObject {
  readonly object: ListedObject
  readonly status: UnmanagedStatus
  /** The entry of the ignore file that is about it, also if that has expired. */
  readonly entry?: IgnoreEntry
  /** What to copy into a configuration; undefined if no resource can declare it. */
  readonly block?: ImportBlock
  /** Why no resource can declare it. */
  readonly problem?: string
}

/** The blocks that bring an object under management. */
export interface ImportBlock {
  readonly address: string
  readonly importId: string
  /** The blocks `import` and `resource`, in HCL. */
  readonly text: string
}

/** How much of one kind is managed. The objects of the factory are not counted. */
export interface ManagedCount {
  readonly kind: ListedKind
  /** Whether all of the kind could be listed. */
  readonly isListed: boolean
  readonly total: number
  readonly managed: number
  readonly unmanaged: number
  readonly ignored: number
  readonly unknown: number
}

/** What is on an appliance and in no state. */
export interface Unmanaged {
  /** One for each kind. */
  readonly counts: readonly ManagedCount[]
  readonly objects: readonly UnmanagedObject[]
}

/** What objects are compared with. */
export interface ComparedWith {
  /** The resources of all states that are about the appliance. */
  readonly resources: readonly HeldResource[]
  /** Whether another state may be about it, and could not be read. */
  readonly isStateMissing: boolean
  readonly ignored: readonly IgnoreEntry[]
  /** As `2027-06-30`. */
  readonly today: string
}

/** Compares what was found on an appliance with the states that are about it. */
export async function unmanagedIn(inventory: Inventory, compared: ComparedWith): Promise<Unmanaged> {
  const held = heldBy(compared.resources)
  const all = listedObjects(inventory)
  const blocks = await blocksOf(inventory, held, compared.resources)
  const objects = all
    .filter((object) => !isHeld(object, held))
    .map((object): UnmanagedObject => {
      const found = entryFor(object, compared.ignored, compared.today)
      const isIgnored = found?.isExpired === false
      const unlessKnown = compared.isStateMissing ? 'unknown' : 'unmanaged'
      return {
        object,
        status: isOfFactory(object) ? 'factory' : isIgnored ? 'ignored' : unlessKnown,
        ...(found && { entry: found.entry }),
        ...(blocks.get(importOf(object, inventory)) ?? { problem: 'It has no name.' }),
      }
    })
  const counts = listedKinds.map((kind): ManagedCount => {
    const own = objects.filter(({ object }) => object.kind === kind)
    const count = (status: UnmanagedStatus) => own.filter((each) => each.status === status).length
    const total = all.filter((object) => object.kind === kind).length - count('factory')
    return {
      kind,
      isListed: !inventory.missing.some((each) => each.kinds.includes(kind)),
      total,
      managed: total - (own.length - count('factory')),
      unmanaged: count('unmanaged'),
      ignored: count('ignored'),
      unknown: count('unknown'),
    }
  })
  return { counts, objects }
}

/**
 * The blocks of what no state contains, by what they import. Each can be copied without the others: a membership names its group by number,
 * and none has an address that a state contains.
 */
async function blocksOf(
  inventory: Inventory,
  held: HeldObjects,
  resources: readonly HeldResource[],
): Promise<ReadonlyMap<string, Pick<UnmanagedObject, 'block' | 'problem'>>> {
  const shared = { ...inventory, service: undefined, members: [] }
  const { categories, directory } = await declare({ ...shared, memberships: [] }, new Set(), held)
  const links = await declare({ ...shared, categories: [], groups: [] }, new Set(), held)
  const taken = new Set(resources.flatMap(({ type, name }) => (name === undefined ? [] : `${type}.${name}`)))
  const all = [...categories, ...directory, ...links.directory]
  const given = new Set(all.map(addressOf))
  return new Map(
    all.map((each) => {
      const block = withFreeName(each, taken, given)
      const { type, importId, problem } = block
      const text = `${importBlock(block)}\n\n${resourceBlock(block)}`
      const found =
        problem === undefined ? { block: { address: addressOf(block), importId, text } } : { problem }
      return [`${type} ${importId}`, found]
    }),
  )
}

function importOf(object: ListedObject, { categories = [] }: Inventory): string {
  const { type } = kinds[object.kind]
  if (object.kind === 'category') return `${type} ${categoryImportId(object, categories)}`
  return `${type} ${object.kind === 'group' ? object.organization : object.uid}/${object.gid}`
}

/**
 * A block, with a number behind its name if a state has a resource of this name.
 * @param given the addresses of all blocks; takes the new one
 */
function withFreeName(block: ExportedBlock, taken: ReadonlySet<string>, given: Set<string>): ExportedBlock {
  if (!taken.has(addressOf(block))) return block
  for (let number = 2; ; number += 1) {
    const renamed = { ...block, name: `${block.name}_${number}` }
    if (taken.has(addressOf(renamed)) || given.has(addressOf(renamed))) continue
    given.add(addressOf(renamed))
    return renamed
  }
}
