import type { CategoryChange } from './change'
import type { SiteTable } from './site-table'

/** What is known of a category, as it stands at the moment of asking. */
export interface Category {
  readonly id: number
  readonly name: string
  readonly description: string
  /** Storage table; an empty string where the category has none (interface document 2.1). Others may have the same one. */
  readonly table: string
  readonly rpzEnabled: number
  readonly rpzAction: number
  readonly rpzRedirect: string
  /** Number of stored sites. */
  readonly items: number
  /** Number of sites when the category was last compiled, 0 before the first time. */
  readonly compiledItems: number
  /** How often the category has been compiled; skipped and failed compilations do not count. */
  readonly compilations: number
  /** True while sites have been added or removed since it was last compiled. */
  readonly dirty: boolean
}

/** A category as it was created. */
export type Created = Extract<CategoryChange, { change: 'create' }>

/** What is to be said of a category with the table that it has. */
export function describe(created: Created, sites: SiteTable): Category {
  const { id, name, description, table, rpzEnabled, rpzAction, rpzRedirect } = created
  return {
    id,
    name,
    description,
    table,
    rpzEnabled,
    rpzAction,
    rpzRedirect,
    items: sites.stored.size,
    compiledItems: sites.compiledItems,
    compilations: sites.compilations,
    dirty: sites.dirty,
  }
}
