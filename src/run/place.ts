import { simplifyName } from '@webfilter/appliance-names'

/** A category by number and name, because the appliance gives freed numbers to new categories. */
export interface NamedCategory {
  readonly id: string
  readonly name: string
}

/** A category by name, and by number if that is known: one that does not exist yet has none. */
export interface CategoryName extends Partial<Pick<NamedCategory, 'id'>> {
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
