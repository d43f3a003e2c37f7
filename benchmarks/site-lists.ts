import { writeFile } from 'node:fs/promises'
import { requiredProviders } from './configurations'

/**
 * A number of sites without any order: hosts of some thousand domains, named by numbers without a pattern, so that they
 * compress about as well as published lists.
 *
 * @param from lists from different numbers have no site in common
 */
export function siteList(count: number, from = 0): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const number = scattered(from + index)
    return `${number.toString(32)}.${words[number % words.length]}-${scattered(number % 4_096).toString(32)}.example`
  })
}

/** Writes sites as the file that `fileCategory` names. */
export async function writeSites(path: string, sites: readonly string[]): Promise<void> {
  await writeFile(path, `${sites.join('\n')}\n`)
}

/** A category with the sites of a file. @param further lines of the block */
export function fileCategory(path: string, further = ''): string {
  return `${requiredProviders}
resource "appliance_category" "list" {
  name       = "list"
  sites_file = ${JSON.stringify(path)}
  ${further}
}
`
}

const words = [
  'ads',
  'track',
  'pixel',
  'stats',
  'cdn',
  'click',
  'banner',
  'metrics',
  'promo',
  'beacon',
  'tag',
]

/** Different for different numbers below two to the power of 31, and without an order that one could see. */
function scattered(number: number): number {
  return (Math.imul(number, 0x5bd1e995) ^ 0x2545f491) >>> 0
}
