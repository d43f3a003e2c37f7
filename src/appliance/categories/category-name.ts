import { simplifyName } from '@webfilter/appliance-names'
import { categoryAmbiguous } from '../../diagnostics/categories'
import { ApplianceError } from '../errors'
import { quotable } from '../quotation/quotation'
import { noSecrets } from '../quotation/secrets'
import type { Category } from './category'

/**
 * The category of a name: the one that is spelled exactly so, else the only one that is alike when simplified. Throws
 * `ambiguous` where several are alike and none is exact.
 */
export function categoryNamed(name: string, categories: readonly Category[]): Category | undefined {
  const alike = bySimplifiedName(categories).get(simplifyName(name)) ?? []
  const exact = alike.filter((category) => category.name === name)
  const [found, other] = exact.length > 0 ? exact : alike
  if (!other) return found
  const named = alike.slice(0, mostNamed).map((each) => `"${quotable(each.name, noSecrets)}" (${each.id})`)
  throw new ApplianceError({
    kind: 'ambiguous',
    told: categoryAmbiguous({ name, found: named, more: Math.max(0, alike.length - mostNamed) }),
  })
}

const mostNamed = 5

type Index = ReadonlyMap<string, readonly Category[]>

/** A list is looked up in once for each resource of a configuration, so its names are simplified once. */
const indexes = new WeakMap<readonly Category[], Index>()

function bySimplifiedName(categories: readonly Category[]): Index {
  const known = indexes.get(categories)
  if (known) return known
  const index = new Map<string, Category[]>()
  for (const category of categories) {
    const key = simplifyName(category.name)
    const alike = index.get(key)
    if (alike) alike.push(category)
    else index.set(key, [category])
  }
  indexes.set(categories, index)
  return index
}
