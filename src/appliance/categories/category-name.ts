import { categoryAmbiguous } from '../../diagnostics/entries/categories'
import { ApplianceError } from '../errors'
import { quotable } from '../quotation/quotation'
import { noSecrets } from '../quotation/secrets'
import type { Category } from './category'

/**
 * A category's name as names are compared: without accents and apostrophes, in lower case, `ß` as `b` and `ø` as `o`, with single
 * spaces inside and none around. The appliance stores names so and derives the table from the simplified name (field notes,
 * "Create"), so that names that differ in no more than this cannot stand beside each other. For comparison only; never sent.
 */
export function simplifyName(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}|'/gu, '')
    .replaceAll('ß', 'b')
    .replaceAll('ø', 'o')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * The table that the appliance makes for a category of this name (field notes, "Create"). Two names that give one table share it.
 * Undefined where no letter of the name is one of which it is known what becomes of it.
 */
export function tableNameOf(name: string): string | undefined {
  const simplified = simplifyName(name).replace(/[^a-z0-9]/g, '')
  return simplified === '' ? undefined : `category_${simplified.slice(0, 20)}`
}

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
