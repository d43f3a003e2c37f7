import { posix } from 'node:path'
import { parseSite } from '@webfilter/appliance-names'
import { type FailureCause, namedByPlaces } from '../base/failure'
import { type Places, placeOfAddresses } from '../base/places'
import { blockOf } from '../configuration/configuration'
import { remembered } from '../grouped'
import type { Change } from '../plan/change'
import type { Names } from '../report/names'
import type { Finding, Place } from '../report/report'
import { sitesOfPair } from './parent-domains'

/** The errors of a plan with their places: those that the engine named, else those of their resources. */
export function placedErrors(errors: readonly FailureCause[], places: Places): readonly FailureCause[] {
  return errors.map(({ place, places: all = [], names, ...error }) => {
    const shown = all.flatMap((each) => namedPlace(each, places) ?? [])
    const found = namedPlace(place, places) ?? shown[0] ?? placeOfAddresses(error.addresses, places)
    return {
      ...error,
      ...(found && { place: found }),
      ...(all.length === 0 ? names && { names } : shown.length > 0 && namedByPlaces(shown, all.length)),
    }
  })
}

/** What has a place in a repository. */
interface Placeable {
  readonly addresses: readonly string[]
  /** As the engine named it: relative to the folder in which it ran. */
  readonly place?: Place
}

/**
 * Adds the places to findings: the line of the first of its sites in a list of the configuration, else what the engine named, else the block
 * of its first resource that has one. A finding without any of them has no place.
 *
 * @param soughtIn the sites that a finding is about
 */
export function placed<Each extends Placeable>(
  findings: readonly Each[],
  soughtIn: (finding: Each) => readonly string[],
  places: Places,
): readonly Each[] {
  const listOf = remembered((address: string) => writtenList(address, places))
  return findings.map((finding) => {
    const { addresses, place } = finding
    const found =
      placeOfSite(soughtIn(finding), addresses, listOf) ??
      namedPlace(place, places) ??
      placeOfAddresses(addresses, places)
    return { ...finding, place: found }
  })
}

/** A file that the engine named, if it is one of the repository's configuration. */
function namedPlace(
  place: Place | undefined,
  { configuration: { folder, files }, project }: Places,
): Place | undefined {
  if (place === undefined || project !== undefined) return undefined
  const file = posix.join(folder, place.file.replaceAll('\\', '/'))
  return files.includes(file) ? { ...place, file } : undefined
}

/** The line of the first of some sites in the lists of some resources. */
function placeOfSite(
  sites: readonly string[],
  addresses: readonly string[],
  listOf: (address: string) => WrittenSites | undefined,
): Place | undefined {
  for (const site of sites) {
    for (const address of addresses) {
      const list = listOf(address)
      const line = list?.lines.get(site)
      if (list !== undefined && line !== undefined) return { file: list.file, line }
    }
  }
  return undefined
}

/** The list of a resource, if it is written in the configuration. */
function writtenList(address: string, { project, configuration }: Places): WrittenSites | undefined {
  const block = project === undefined ? blockOf(address, configuration) : undefined
  const sites = block?.attributes.get('sites')
  if (block === undefined || sites?.kind !== 'list') return undefined
  return { file: block.file, lines: linesOfEntries(sites.items.filter((item) => item.kind === 'text')) }
}

interface WrittenSites {
  /** Relative to the root. */
  readonly file: string
  readonly lines: ReadonlyMap<string, number>
}

/** The sites that a finding is about, a few of them; none if it is about something else, or if they are sensitive. */
export function namedSites({ rule, names }: Pick<Finding, 'rule' | 'names'>): readonly string[] {
  if (rule === 'parent-and-child-apart') return firstOf(names).flatMap(sitesOfPair)
  return rulesAboutSites.has(rule) ? firstOf(names) : []
}

/** The rules whose findings name sites only. */
const rulesAboutSites: ReadonlySet<string> = new Set([
  'public-suffix',
  'never-active',
  'site-in-two-categories',
])

/** The sites of a change or a difference. */
export function sitesOfLine({ noun, names }: Pick<Change, 'noun' | 'names'>): readonly string[] {
  return noun === 'site' ? firstOf(names) : []
}

/** Enough names to find one of them in a list; the others may come from another one. */
function firstOf(names: Names | undefined): readonly string[] {
  return names?.first(10) ?? []
}

/** The first line of each site in a list that is written in the configuration, as it is written and in its normal form. */
export function linesOfEntries(
  entries: readonly { readonly text: string; readonly line?: number }[],
): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const { text, line } of entries) {
    const parsed = parseSite(text)
    for (const site of [text, ...(parsed.ok ? [parsed.site] : [])])
      if (line !== undefined && !found.has(site)) found.set(site, line)
  }
  return found
}
