import { parseSite } from './site'

/**
 * How alike two lists of typed sites are, the closest answer that holds:
 * - `identical`: the same texts in the same order
 * - `same-but-for-spelling`: entry by entry the same sites
 * - `same-but-for-order`: the same sites equally often, in another order and perhaps in other spellings
 * - `different`: anything else
 */
export type Likeness = 'identical' | 'same-but-for-spelling' | 'same-but-for-order' | 'different'

/** Compares two lists as they were typed. An entry that is no site equals only an entry of the same text. */
export function likenessOf(prior: readonly string[], planned: readonly string[]): Likeness {
  if (prior.length !== planned.length) return 'different'
  if (sameInOrder(prior, planned)) return 'identical'
  const before = prior.map(identityOf)
  const after = planned.map(identityOf)
  if (sameInOrder(before, after)) return 'same-but-for-spelling'
  return sameInOrder(before.sort(), after.sort()) ? 'same-but-for-order' : 'different'
}

// The colon keeps an entry that is no site apart from every site.
function identityOf(text: string): string {
  const parsed = parseSite(text)
  return parsed.ok ? parsed.site : `:${text}`
}

function sameInOrder(one: readonly string[], other: readonly string[]): boolean {
  return one.every((text, index) => text === other[index])
}
