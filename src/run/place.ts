import { simplifyName, tableNameOf } from '@webfilter/appliance-names'
import { type SiteSet, sitesWithout } from '@webfilter/site-lists'
import type { ManagedObject } from '@webfilter/terraform-plugin'

/** A category by number and name, because the appliance gives freed numbers to new categories. */
export interface NamedCategory {
  readonly id: string
  readonly name: string
}

/** Where a list is: in which category, and by which name; null for the list of the category itself. */
export interface ListPlace {
  readonly category: NamedCategory
  readonly list: string | null
}

/** The same of a list whose category may not exist yet: its name. */
export interface ListOwner {
  readonly category: string
  readonly list: string | null
}

/** What distinguishes one list from another. */
export function keyOf({ category, list }: ListOwner): string {
  return JSON.stringify([simplifyName(category), list])
}

/**
 * Names the turns of a category, whose changes are made one after the other. Categories of one table share them (docs/appliance, "Names and
 * tables"): a site that one of them adds while the other removes one would leave the number of sites as it was, so that no compile is made.
 */
export function turnOf(category: string): string {
  const name = simplifyName(category)
  return tableNameOf(name) ?? name
}

/** What is said of one list of a category; null for that of the category itself. */
export interface OfList {
  /** By name, and by number if that is known: one that does not exist yet has none. */
  readonly category: Pick<NamedCategory, 'name'> & Partial<NamedCategory>
  readonly list: string | null
}

/** Rows of lists by category, in the order in which they were added. */
export class Rows<Row extends OfList> {
  readonly #byName = new Map<string, Map<Row, ManagedObject | undefined>>()

  /** @param except the objects whose rows do not count */
  of(category: OfList['category'], except: readonly (ManagedObject | undefined)[] = []): readonly Row[] {
    const rows = this.#byName.get(simplifyName(category.name)) ?? []
    return [...rows].flatMap(([row, by]) =>
      haveSameNumber(row.category, category) && !(by && except.includes(by)) ? [row] : [],
    )
  }

  ofList({ category, list }: OfList): readonly Row[] {
    return this.of(category).filter((row) => row.list === list)
  }

  *all(): Generator<Row> {
    for (const rows of this.#byName.values()) yield* rows.keys()
  }

  /** @param by the object whose plan it is, with which it goes */
  add(row: Row, by?: ManagedObject): void {
    const key = simplifyName(row.category.name)
    const rows = this.#byName.get(key) ?? new Map<Row, ManagedObject | undefined>()
    this.#byName.set(key, rows.set(row, by))
    by?.whenWithdrawn(() => this.drop(row))
  }

  drop(row: Row): void {
    this.#byName.get(simplifyName(row.category.name))?.delete(row)
  }

  dropList(owner: OfList): void {
    for (const row of this.ofList(owner)) this.drop(row)
  }
}

/** Whether two may be one category: what is known of both is the same. */
export function areSame(one: Partial<NamedCategory>, other: Partial<NamedCategory>): boolean {
  const isName =
    one.name === undefined || other.name === undefined || simplifyName(one.name) === simplifyName(other.name)
  return isName && haveSameNumber(one, other)
}

function haveSameNumber(one: Partial<NamedCategory>, other: Partial<NamedCategory>): boolean {
  return one.id === undefined || other.id === undefined || one.id === other.id
}

export function keyOfCategory({ id, name }: NamedCategory): string {
  return JSON.stringify([id, simplifyName(name)])
}

export function haveCommon(one: SiteSet, other: SiteSet): boolean {
  return one.size > 0 && other.size > 0 && sitesWithout(one, other).size < one.size
}
