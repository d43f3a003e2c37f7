import { parseCategoryChange } from './categories/category-change'
import { CategoryStore } from './categories/category-store'
import type { ChangeLog } from './change-log'

/** The appliance's data, by the areas of its interface. */
export interface Areas {
  /** Categories and their sites. */
  readonly store: CategoryStore
}

/** The areas as a change log left them; each change from now on is appended to it. Throws where the log cannot be read. */
export function openAreas(log: ChangeLog | undefined): Areas {
  const store = new CategoryStore((change) => log?.append('categories', change))
  for (const change of log?.changesOf('categories') ?? []) store.apply(parseCategoryChange(change))
  return { store }
}
