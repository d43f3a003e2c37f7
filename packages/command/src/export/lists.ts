import type { Categories, Category } from '@webfilter/appliance-client'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { type Contained, containedText, counted } from '@webfilter/appliance-declarations/diagnostics/wording'
import { simplifyName } from '@webfilter/appliance-names'
import { mostAskedInFull, type SiteTable, sampleOf, sampleSize, UnreadableList } from '@webfilter/site-lists'
import { numberText } from '@webfilter/text'
import { fileError } from '../files'
import { listContent, readOrRefused } from '../lists'

/** A file with the sites of a category. */
export interface GivenList {
  readonly category: Category
  /** As it was named. */
  readonly file: string
}

/**
 * The lists that a command line names.
 *
 * @param named each as `CATEGORY=FILE`
 * @throws {Error} if no category has such a name, or a category has two lists
 */
export function givenLists(named: readonly string[], categories: readonly Category[]): readonly GivenList[] {
  const lists = named.map((text) => listOfOption(text, categories))
  const twice = lists.find(({ category }, index) =>
    lists.some((other, at) => at < index && other.category.id === category.id),
  )
  if (twice === undefined) return lists
  const { name } = twice.category
  throw new Error(`The category ${JSON.stringify(name)} has two lists. Specify one file for each category.`)
}

/** Both names may contain an equals sign: the first one behind the name of a category counts. */
function listOfOption(text: string, categories: readonly Category[]): GivenList {
  for (let at = text.indexOf('='); at !== -1; at = text.indexOf('=', at + 1)) {
    const category = categoryOf(text.slice(0, at), categories)
    if (category) return { category, file: text.slice(at + 1) }
  }
  const [name = ''] = text.split('=')
  const advice = 'Specify one that the appliance lists, as --sites CATEGORY=FILE.'
  throw new Error(`The appliance has no category ${JSON.stringify(name)}. ${advice}`)
}

function categoryOf(name: string, categories: readonly Category[]): Category | undefined {
  const alike = categories.filter((category) => simplifyName(category.name) === simplifyName(name))
  return alike.find((category) => category.name === name) ?? (alike.length === 1 ? alike[0] : undefined)
}

/** A list that was read. */
export interface SiteList extends GivenList {
  /** The text of the list, also of one that is compressed or in an archive. */
  readonly bytes: Uint8Array
  readonly table: SiteTable
  /** Lines with something that is no site, which the provider leaves out. */
  readonly invalidLines: number
}

/** Reads the file of a list as the provider does. @throws {Error} if it cannot be read, is no list, or has no site */
export async function readGivenList({ category, file }: GivenList, signal: AbortSignal): Promise<SiteList> {
  const read = readOrRefused(file, await listContent(file, 'Specify another one with --sites.', signal))
  if (read instanceof UnreadableList) throw fileError(file, read.message, read.advice)
  const { bytes, list } = read
  if (list.table.size === 0)
    throw fileError(file, 'contains no site', 'Specify a file with one site per line.')
  return { category, file, bytes, table: list.table, invalidLines: list.invalid.count }
}

/** What look-ups showed of a list. */
export interface VerifiedList extends Contained {
  readonly category: string
  readonly invalidLines: number
  /** Why nothing, or not all that was to be asked, is known; a sentence. */
  readonly problem: string | undefined
}

/** Sites that are asked for between two reports of progress. */
const portion = 200

/**
 * Looks up the sites of a list in its category: all of them up to 5,000, and a sample of more.
 *
 * @param show takes the progress
 * @throws {ApplianceError} only of the kind `cancelled`
 */
export async function verifyList(
  { category, table, invalidLines }: SiteList,
  categories: Categories,
  show: (progress: string) => void,
  signal: AbortSignal,
): Promise<VerifiedList> {
  const wanted = table.size > mostAskedInFull ? sampleOf(table, sampleSize, Math.random) : table
  let [asked, there] = [0, 0]
  let problem: string | undefined
  for (let from = 0; from < wanted.size && problem === undefined; from += portion) {
    show(`${category.name}: ${numberText(from)} of ${numberText(wanted.size)} sites looked up`)
    const sites = wanted.slice(from, from + portion)
    const { present, absent, failure, unproven } = await categories.present(category, sites, signal)
    signal.throwIfAborted()
    asked += present.size + absent.size
    there += present.size
    if (failure) problem = diagnosticOf(failure).message
    else if (unproven && there === 0)
      problem = 'No site was found in any category, which may be a failure of all look-ups.'
  }
  return { category: category.name, sites: table.size, invalidLines, asked, there, problem }
}

/** `ads: 310 of 312 sites are there`, in one line. */
export function countsOf(list: VerifiedList): string {
  const { category, sites, asked, there, invalidLines, problem } = list
  const lines = invalidLines > 0 ? `; ${counted(invalidLines, 'line')} without a site` : ''
  if (problem === undefined) return `${category}: ${containedText(list)}${lines}`
  return `${category}: ${counted(there, 'site')} found; only ${numberText(asked)} of ${numberText(sites)} could be looked up${lines}. ${problem}`
}
