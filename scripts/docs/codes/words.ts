import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { siteNames } from '@webfilter/appliance-declarations/diagnostics/wording'
import { parseSite, type Site } from '@webfilter/appliance-names'
import { FewSites, type ReadList, readList, type SiteTable, tableOf } from '@webfilter/site-lists'
import { type Diagnostic, Diagnostics } from '@webfilter/terraform-plugin/diagnostics'

// Parts of example messages that the provider makes itself, such as names of sites. They are made here as it makes them: written by hand, they
// would stay as they are when the provider says something else. Only what a user, an appliance or a system writes is written by hand.

const root = resolve(__dirname, '../../..')

/**
 * Words of the program that have no entry of their own.
 * @throws an error if the file does not contain them any more
 */
export function wordsIn(file: string, words: string): string {
  if (readFileSync(join(root, file), 'utf8').includes(words)) return words
  throw new Error(
    `${file} does not say "${words}". Change the example in scripts/docs/codes/ that quotes it.`,
  )
}

/** What a check raises. */
export function raisedBy(check: (diagnostics: Diagnostics) => void): readonly Diagnostic[] {
  const diagnostics = new Diagnostics()
  check(diagnostics)
  return diagnostics.all
}

export function site(name: string): Site {
  const parsed = parseSite(name)
  if (!parsed.ok) throw new Error(`"${name}" is not a site: ${parsed.reason}`)
  return parsed.site
}

export function table(...names: readonly string[]): SiteTable {
  return tableOf(names.map(site))
}

/** Sites in a sentence. */
export function named(...names: readonly string[]): string {
  return siteNames(new FewSites(names.map(site)))
}

/** Why a text is not a site. */
export function reasonAgainst(text: string): string {
  const parsed = parseSite(text)
  if (parsed.ok) throw new Error(`"${text}" is a site.`)
  return parsed.reason
}

/** What the reader of lists finds in a text, or what it throws. */
export function listOf(text: string): ReadList {
  return readList(Buffer.from(text))
}
