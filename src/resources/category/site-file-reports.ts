import { namesOf } from '../../sites/first-sites'
import type { InvalidLines } from '../../sites/read-list'
import type { SiteSet } from '../../sites/site-set'
import type { Diagnostics } from '../../terraform/provider/diagnostics'
import type { Unknown } from '../../terraform/values/unknown'
import type { SiteFile } from './site-file'

/** What becomes of lines that are no sites: see the attribute `on_invalid_line`. */
type OnInvalidLine = 'skip' | 'fail' | Unknown

/** Says which lines of a file are no sites; whether that is an error is a matter of the configuration. */
export function reportInvalidLines(
  { path }: SiteFile,
  invalid: InvalidLines,
  onInvalidLine: OnInvalidLine,
  diagnostics: Diagnostics,
): void {
  if (invalid.count === 0) return
  const lines = invalid.count === 1 ? '1 line' : `${invalid.count} lines`
  if (onInvalidLine === 'fail') {
    const detail = `${listed(path, invalid)}\n\nCorrect them, or set on_invalid_line to "skip".`
    diagnostics.error(`${lines} of ${JSON.stringify(path)} cannot be read as a site`, detail, ['sites_file'])
  } else {
    diagnostics.warn(`${lines} of ${JSON.stringify(path)} skipped`, listed(path, invalid), ['sites_file'])
  }
}

/** Says which sites of a file are none for the autonomous service, which may be the one that answers. */
export function reportCutSites(
  { path }: SiteFile,
  cut: SiteSet,
  onInvalidLine: OnInvalidLine,
  diagnostics: Diagnostics,
): void {
  if (cut.size === 0) return
  const detail =
    `${namesOf(cut, named)}. The autonomous category service would store ` +
    `${cut.size === 1 ? 'it as another domain' : 'them as other domains'}, since it strips ` +
    ' "www." also from the middle of a name.\n\nWhere the appliance has the older routes, category_api = "older" takes them.'
  const sites = cut.size === 1 ? '1 site' : `${cut.size} sites`
  if (onInvalidLine === 'fail') {
    diagnostics.error(`${sites} of ${JSON.stringify(path)} cannot be taken`, detail, ['sites_file'])
  } else {
    diagnostics.warn(`${sites} of ${JSON.stringify(path)} skipped`, detail, ['sites_file'])
  }
}

/** So many are named one by one. */
const named = 20

function listed(path: string, { count, first }: InvalidLines): string {
  const lines = first.map(({ line, reason }) => `${path}:${line}: ${reason}`)
  const more = count - first.length
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}
