import { type Block, withoutKeys } from '../configuration/configuration'
import { isOfAppliance, type Plan } from '../plan/plan'
import { type Attributes, plannedResource } from '../plan/planned-resource'
import { referredTo } from '../plan/references'
import { say } from '../report/phrase'
import type { Place } from '../report/report'
import {
  type DeclaredCategory,
  type InlineEntry,
  type ListValues,
  type NotRead,
  placeOf,
} from './list-values'
import { categoryOf, type ManagedList } from './managed-lists'

/** The lists of a root module as an engine has evaluated them. */
export interface EvaluatedLists {
  readonly from: 'plan' | 'state'
  /** Full path of the folder of the root module. */
  readonly folder: string
  readonly lists: readonly EvaluatedList[]
  /** Whether the root module has no others. */
  readonly isComplete: boolean
  /** Of what has no block in a file. */
  readonly standIn: Place
}

/** A list with the values of its attributes. */
interface EvaluatedList {
  readonly address: string
  readonly category: DeclaredCategory
  readonly attributes: Attributes
}

/** The lists that a plan leaves or creates. @param standIn of what has no block in a file */
export function plannedLists(plan: Plan, folder: string, standIn: Place): EvaluatedLists {
  const resources = plan.changes.filter(isOfAppliance).map(plannedResource)
  const lists = resources.flatMap((resource) => {
    const { address, type, after } = resource
    if (!after || !/^appliance_category(?:_sites)?$/.test(type)) return []
    const category = categoryOf(type, after)
    const isNamed = category.name !== undefined || type === 'appliance_category'
    const owner = isNamed
      ? undefined
      : referredTo(resource, 'category_id', 'appliance_category', resources, plan)
    const name = owner?.after && categoryOf('appliance_category', owner.after).name
    return [{ address, category: name === undefined ? category : { ...category, name }, attributes: after }]
  })
  return { from: 'plan', folder, lists, isComplete: plan.isComplete === true, standIn }
}

/** The lists that a state has. Only the files that they name are read: what they contain now may not be applied yet. */
export function recordedLists(
  lists: readonly Pick<ManagedList, keyof EvaluatedList>[],
  folder: string,
  standIn: Place,
): EvaluatedLists {
  return { from: 'state', folder, lists, isComplete: false, standIn }
}

/** Which blocks plans stand for. */
export class Planned {
  /** By the folders of their root modules: addresses without keys. */
  readonly #blocks = new Map<string, Set<string>>()
  readonly #complete = new Set<string>()

  constructor(plans: readonly EvaluatedLists[]) {
    for (const { folder, lists, isComplete } of plans) {
      this.#blocks.set(folder, new Set(lists.map(({ address }) => withoutKeys(address))))
      if (isComplete) this.#complete.add(folder)
    }
  }

  /** Whether a plan contains everything of a root module. */
  isComplete(rootFolder: string): boolean {
    return this.#complete.has(rootFolder)
  }

  /** Whether a plan says which lists a block declares. */
  replaces(rootFolder: string, address: string): boolean {
    const planned = this.#blocks.get(rootFolder)
    return this.isComplete(rootFolder) || planned?.has(withoutKeys(address)) === true
  }
}

/** Whether a plan or a state has lists of a module. @param address of the module, without keys */
export function hasModule({ folder, lists }: EvaluatedLists, rootFolder: string, address: string): boolean {
  return folder === rootFolder && lists.some((list) => withoutKeys(list.address).startsWith(`${address}.`))
}

/** The values of a list that an engine has evaluated. */
export class EvaluatedValues implements ListValues {
  readonly #list: EvaluatedList
  readonly #block: Block | undefined
  readonly #source: EvaluatedLists
  readonly #missed: NotRead[]

  /**
   * @param block of the resource, if its file is there
   * @param missed gets what cannot be read
   */
  constructor(list: EvaluatedList, block: Block | undefined, source: EvaluatedLists, missed: NotRead[]) {
    this.#list = list
    this.#block = block
    this.#source = source
    this.#missed = missed
  }

  text(name: string): InlineEntry | undefined {
    const { attributes } = this.#list
    const text = this.#isShown(name) ? attributes.text(name) : undefined
    return text === undefined ? undefined : { text, place: this.#placeOf(name, text) }
  }

  entries(name: string): readonly InlineEntry[] | undefined {
    const { attributes } = this.#list
    // The state has the sites of a list itself: they are those of the last apply.
    if (name === 'sites' && this.#source.from === 'state') return undefined
    if (!Array.isArray(attributes.value(name)) || !this.#isShown(name)) return undefined
    return attributes.texts(name).map((text) => ({ text, place: this.#placeOf(name, text) }))
  }

  #isShown(name: string): boolean {
    const { attributes, address } = this.#list
    const isSensitive = attributes.isSensitive(name)
    const says = isSensitive ? say`${[name]} is sensitive` : say`${[name]} is known only after the apply`
    if (isSensitive || attributes.isUnknown(name))
      this.#missed.push({ place: this.#placeOf(name), address, says })
    return !isSensitive
  }

  /** Of a text in the list that the block writes down, else of the attribute, else of the block. */
  #placeOf(name: string, text?: string): Place {
    if (!this.#block) return this.#source.standIn
    const value = this.#block.attributes.get(name)
    const items = value?.kind === 'list' ? value.items : []
    const item = items.find((each) => each.kind === 'text' && each.text === text)
    return placeOf(this.#block, item ?? value)
  }
}
