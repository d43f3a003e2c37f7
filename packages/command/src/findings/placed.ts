import { realpath } from 'node:fs/promises'
import { posix, resolve } from 'node:path'
import type { Code } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import { parseSite } from '@webfilter/appliance-names'
import { ListLines, longestList, refuseOtherFormats } from '@webfilter/site-lists'
import { type FailureCause, namedByPlaces } from '../base/failure'
import { type Places, placeOfAddresses } from '../base/places'
import { blockOf } from '../configuration/configuration'
import { pathWithin } from '../files'
import type { Change } from '../plan/change'
import type { Plan } from '../plan/plan'
import { plannedResource } from '../plan/planned-resource'
import type { Names } from '../report/names'
import type { Finding, Place } from '../report/report'
import { foundFile } from '../text-file'
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
  readonly code?: string
}

/**
 * Adds the places to findings: the line of the first of its sites in a list, or the first line that was skipped, else what the engine
 * named, else the block of its first resource that has one. A finding without any of them has no place.
 *
 * @param soughtIn the sites that a finding is about
 */
export async function placed<Each extends Placeable>(
  findings: readonly Each[],
  soughtIn: (finding: Each) => readonly string[],
  plan: Plan,
  places: Places,
): Promise<readonly Each[]> {
  const lists = new ListsOfPlan(plan, places)
  for (const finding of findings) {
    const sites = soughtIn(finding)
    if (sites.length > 0) for (const address of finding.addresses) await lists.seek(address, sites)
  }
  await lists.search()
  const withPlaces: Each[] = []
  for (const finding of findings) {
    const { addresses, place, code } = finding
    const isSkipped = code === skipped
    const found =
      lists.placeOf(addresses, soughtIn(finding)) ??
      (isSkipped ? await lists.placeOfSkipped(addresses) : undefined) ??
      namedPlace(place, places) ??
      placeOfAddresses(addresses, places)
    withPlaces.push({ ...finding, place: found })
  }
  return withPlaces
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

/** Finds sites in the lists of resources. Each file is read once, however many findings name a site in it. */
export class ListsOfPlan {
  readonly #places: Places
  /** The paths of files by the addresses of their resources, as the plan has them. */
  readonly #paths: ReadonlyMap<string, readonly string[]>
  /** The files of the lists of addresses that are in the repository. */
  readonly #lists = new Map<string, readonly SoughtList[]>()

  constructor(plan: Plan, places: Places) {
    this.#places = places
    this.#paths = listFiles(plan)
  }

  async seek(address: string, sites: readonly string[]): Promise<void> {
    if (!this.#lists.has(address)) this.#lists.set(address, await this.#listsOf(address))
    for (const list of this.#lists.get(address) ?? []) for (const site of sites) list.sites.add(site)
  }

  async search(): Promise<void> {
    for (const list of new Set([...this.#lists.values()].flat())) list.lines = await list.find(list.sites)
  }

  placeOf(addresses: readonly string[], sites: readonly string[]): Place | undefined {
    for (const site of sites) {
      for (const address of addresses) {
        for (const { file, lines } of this.#lists.get(address) ?? []) {
          const line = lines.get(site)
          if (line !== undefined) return { file, line }
        }
      }
    }
    return undefined
  }

  /** The first line of a site in each list of an address. */
  placesOf(address: string, site: string): readonly Place[] {
    return (this.#lists.get(address) ?? []).flatMap(({ file, lines }) => {
      const line = lines.get(site)
      return line === undefined ? [] : [{ file, line }]
    })
  }

  /** The first line that is no site, in the first file that has one. */
  async placeOfSkipped(addresses: readonly string[]): Promise<Place | undefined> {
    for (const path of addresses.flatMap((address) => this.#paths.get(address) ?? [])) {
      const found = await this.#fileOf(path)
      const line = found && firstLineLeftOut(await listContent(found.real))
      if (found && line !== undefined) return { file: found.file, line }
    }
    return undefined
  }

  async #listsOf(address: string): Promise<readonly SoughtList[]> {
    const paths = this.#paths.get(address)
    const lists: (SoughtList | undefined)[] = paths ? [] : [this.#inlineList(address)]
    for (const path of paths ?? []) lists.push(await this.#listFile(path))
    return lists.flatMap((list) => list ?? [])
  }

  async #listFile(path: string): Promise<SoughtList | undefined> {
    const found = await this.#fileOf(path)
    if (found === undefined) return undefined
    const { file, real } = found
    const known = [...this.#lists.values()].flat().find((list) => list.file === file)
    return known ?? listOf(file, async (sites) => linesOfSites(await listContent(real), sites))
  }

  /** A file of the repository: its path from the root, and its absolute path without links. */
  async #fileOf(path: string): Promise<{ readonly file: string; readonly real: string } | undefined> {
    const real = await realpath(resolve(this.#places.folder, path)).catch(() => undefined)
    const file = real && pathWithin(await realpath(this.#places.root), real)
    return real === undefined || file === undefined || !this.#isInRepository(file)
      ? undefined
      : { file, real }
  }

  /** Not what an engine or CDKTF puts beside a configuration. */
  #isInRepository(file: string): boolean {
    const { project, configuration } = this.#places
    if (file.split('/').includes('.terraform')) return false
    return project === undefined || !file.startsWith(`${configuration.folder}/`)
  }

  #inlineList(address: string): SoughtList | undefined {
    const { project, configuration } = this.#places
    const block = blockOf(address, configuration)
    const sites = block?.attributes.get('sites')
    if (block === undefined || sites?.kind !== 'list' || project !== undefined) return undefined
    const entries = sites.items.flatMap((item) => (item.kind === 'text' ? [item] : []))
    return listOf(block.file, async (sought) => linesOfEntries(entries, sought))
  }
}

interface SoughtList {
  /** Relative to the root. */
  readonly file: string
  readonly sites: Set<string>
  readonly find: (sites: ReadonlySet<string>) => Promise<ReadonlyMap<string, number>>
  lines: ReadonlyMap<string, number>
}

function listOf(file: string, find: SoughtList['find']): SoughtList {
  return { file, sites: new Set(), find, lines: new Map() }
}

/**
 * What a file has now, or nothing if it cannot be read: a place is no reason for a review to fail. A compressed file has nothing either,
 * as its lines cannot be shown.
 */
async function listContent(path: string): Promise<Buffer> {
  try {
    const content = await foundFile(path, mostListBytes)
    refuseOtherFormats(content)
    return content
  } catch {
    // The file is gone, not readable for whoever reviews, no text, or longer than a list can be.
  }
  return Buffer.alloc(0)
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

/**
 * The files from which resources take their sites, by the addresses of the resources. A path is relative to the folder in which the
 * engine runs, unless it is absolute. One that is sensitive or not known yet is left out.
 */
function listFiles({ changes }: Plan): ReadonlyMap<string, readonly string[]> {
  return new Map(
    changes.map(plannedResource).flatMap(({ address, after }) => {
      const file = after?.isSensitive('sites_file') ? undefined : after?.text('sites_file')
      const several = after?.isSensitive('sites_files') ? [] : (after?.texts('sites_files') ?? [])
      const files = [file ?? '', ...several].filter((each) => each !== '')
      return files.length === 0 ? [] : [[address, files] as const]
    }),
  )
}

/** Bytes of the longest file that is a list. */
const mostListBytes = longestList

/**
 * The first line of each of some sites in the file of a list, from 1. It goes through the file once, and makes strings only of lines that
 * have the length of a site or are not plain to read. A file that is no list has no such lines.
 *
 * @param sites as lists on the appliance have them
 */
export function linesOfSites(content: Uint8Array, sites: ReadonlySet<string>): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  const lengths = new Set([...sites].map(({ length }) => length))
  const take = (site: string, line: number) => {
    if (sites.has(site) && !found.has(site)) found.set(site, line)
  }
  const lines = new ListLines(content)
  while (found.size < sites.size && lines.next()) {
    const plain = lines.plainSite()
    if (plain === 'unclear') {
      for (const { site } of lines.names().names) take(site, lines.number)
    } else if (plain !== 'nothing' && lengths.has(plain.to - plain.from)) {
      take(lines.bytes.toString('latin1', plain.from, plain.to), lines.number)
    }
  }
  return found
}

/** The first line of a list's file, from 1, on which something is no site; undefined if there is none. */
export function firstLineLeftOut(content: Uint8Array): number | undefined {
  const lines = new ListLines(content)
  while (lines.next()) {
    if (lines.plainSite() === 'unclear' && lines.names().leftOut.length > 0) return lines.number
  }
  return undefined
}

const skipped: Code = 'sites-file-lines-skipped'

/** The first line of each of some sites in a list that is written in the configuration. */
export function linesOfEntries(
  entries: readonly { readonly text: string; readonly line?: number }[],
  sites: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const { text, line } of entries) {
    const parsed = parseSite(text)
    for (const site of [text, ...(parsed.ok ? [parsed.site] : [])])
      if (line !== undefined && sites.has(site) && !found.has(site)) found.set(site, line)
  }
  return found
}
