import type { Construct } from 'constructs'
import { CategorySites } from '../../bindings/cdktf/category-sites'
import { quoted } from '../wording'
import type { CategoryOfOthers, ListInCategory } from './declared'
import { setList } from './set-list'

/** @param id of the construct, and the name of the list unless that has a name */
export function declareListIn(
  { categoryId, provider }: CategoryOfOthers,
  scope: Construct,
  id: string,
  { sites, sitesFile, name = id, formerly: _, ...options }: ListInCategory,
): CategorySites {
  const list = new CategorySites(scope, id, { ...options, categoryId, name, provider })
  setList(list, { sites, sitesFile }, `list ${quoted(id)}`)
  return list
}
