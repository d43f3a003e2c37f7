import { isNeverActive } from '@webfilter/appliance-names'
import { type Diagnostics, ProviderError, type Unknown } from '@webfilter/terraform-plugin'
import {
  sitesFileEmpty,
  sitesFileLinesInvalid,
  sitesFileLinesSkipped,
  sitesFileMostlyInvalid,
  sitesStoredAsOthers,
  sitesStoredAsOthersSkipped,
} from '../../../diagnostics/site-files'
import { sitesNeverActive } from '../../../diagnostics/sites'
import { counted, numberText } from '../../../diagnostics/wording'
import type { FileContent, SiteFile } from '../../../sites/files/site-file'
import { namesOf } from '../../../sites/first-sites'
import type { LeftOutKind } from '../../../sites/published/read-line'
import type { InvalidLines } from '../../../sites/published/read-list'
import { type SiteSet, sitesWith } from '../../../sites/table/site-set'

/** What becomes of lines that are no sites: see the attribute `on_invalid_line`. */
type OnInvalidLine = 'skip' | 'fail' | Unknown

/**
 * Refuses a file most of whose lines are no sites: it is most likely something else than a list, such as the page of an error. Comments
 * and empty lines do not count.
 *
 * @param configured `on_invalid_line` as it is written in the configuration, null where it is not: who writes it knows of such lines
 * @throws {ProviderError}
 */
export function refuseOtherThanList(
  { path }: SiteFile,
  { invalid, linesWithSites, looksLike }: FileContent,
  configured: OnInvalidLine | null,
): void {
  if (configured !== null || invalid.count <= linesWithSites) return
  // What looks like a path on a page is none.
  const kinds = looksLike === undefined ? namedKinds(invalid) : []
  const told = { path, count: invalid.count, kinds, lines: listed(path, invalid), linesWithSites, looksLike }
  throw new ProviderError(sitesFileMostlyInvalid(told), { path: ['sites_file'] })
}

/**
 * Refuses a file of which no site is taken: it would take out all that a filter has.
 * @param allowed the attribute `allow_empty`; while it is not known, the apply decides
 * @throws {ProviderError}
 */
export function refuseEmptyFile({ path }: SiteFile, allowed: boolean | Unknown): void {
  if (allowed === false) throw new ProviderError(sitesFileEmpty({ path }), { path: ['sites_file'] })
}

/** Says which lines of a file are no sites; whether that is an error is a matter of the configuration. */
export function reportInvalidLines(
  { path }: SiteFile,
  invalid: InvalidLines,
  onInvalidLine: OnInvalidLine,
  diagnostics: Diagnostics,
): void {
  if (invalid.count === 0) return
  const lines = { path, count: invalid.count, kinds: namedKinds(invalid), lines: listed(path, invalid) }
  diagnostics.raise(onInvalidLine === 'fail' ? sitesFileLinesInvalid(lines) : sitesFileLinesSkipped(lines), [
    'sites_file',
  ])
}

/** Kinds of rules that a site cannot express, the most frequent first. */
function namedKinds({ kinds }: InvalidLines): readonly string[] {
  return [...kinds]
    .sort(([, one], [, other]) => other - one)
    .flatMap(([kind, count]) => (kind === 'other' ? [] : [counted(count, kindNames[kind])]))
}

const kindNames: Readonly<Record<Exclude<LeftOutKind, 'other'>, string>> = {
  exception: 'exception',
  'element-hiding': 'element hiding rule',
  path: 'path',
  port: 'port',
  network: 'network',
  requests: 'request-specific rule',
  pattern: 'pattern',
  forwarding: 'forwarding rule',
}

/** Says which sites of a file are none for the autonomous service, which may be the one that answers. */
export function reportCutSites(
  { path }: SiteFile,
  cut: SiteSet,
  onInvalidLine: OnInvalidLine,
  diagnostics: Diagnostics,
): void {
  if (cut.size === 0) return
  const found = { count: cut.size, sites: namesOf(cut, named) }
  const told =
    onInvalidLine === 'fail'
      ? sitesStoredAsOthers({ list: JSON.stringify(path), ...found })
      : sitesStoredAsOthersSkipped({ path, ...found })
  diagnostics.raise(told, ['sites_file'])
}

/** Says which sites of a list no compile makes active, once for all of them. */
export function warnOfNeverActive(
  added: SiteSet,
  attribute: 'sites' | 'sites_file',
  diagnostics: Diagnostics,
): void {
  const found = new Set([...sitesWith('ww', added)].filter(isNeverActive))
  if (found.size === 0) return
  diagnostics.raise(sitesNeverActive({ count: found.size, sites: namesOf(found, named) }), [attribute])
}

/** So many are named one by one. */
const named = 20

function listed(path: string, { count, first }: InvalidLines): string {
  const lines = first.map(({ line, reason }) => `${path}:${line}: ${reason}`)
  const more = count - first.length
  return [...lines, ...(more > 0 ? [`and ${numberText(more)} more`] : [])].join('\n')
}
