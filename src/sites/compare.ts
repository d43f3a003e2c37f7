import { parseSite } from '@webfilter/appliance-names'

/**
 * Whether two lists, as they were typed, have the same sites in the same order: if they differ, then in spelling only. An entry that is
 * no site equals only an entry of the same text.
 */
export function haveSameSites(prior: readonly string[], planned: readonly string[]): boolean {
  return prior.length === planned.length && prior.every((text, index) => isSameSite(text, planned[index]))
}

function isSameSite(one: string, other: string | undefined): boolean {
  if (one === other) return true
  const [before, after] = [parseSite(one), parseSite(other ?? '')]
  return before.ok && after.ok && before.site === after.site
}
