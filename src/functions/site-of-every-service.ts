import { parseSite, type Site } from '@webfilter/appliance-names'
import { isCutByAutonomousService } from '../sites/autonomous-spelling'

/** What a text names as a site; a reason is a sentence without its full stop that also says what to write instead. */
export type SiteOfEveryService =
  | { readonly ok: true; readonly site: Site }
  | { readonly ok: false; readonly reason: string }

/**
 * Reads a text as a site that every generation of the appliance stores as it is. Functions have no appliance to ask, so a name that
 * one of the generations would store as another site is none for them.
 */
export function siteOfEveryService(text: string): SiteOfEveryService {
  const parsed = parseSite(text)
  if (!parsed.ok) return { ok: false, reason: parsed.reason }
  const reason = reasonAgainst(parsed.site)
  return reason === undefined ? parsed : { ok: false, reason: `${JSON.stringify(parsed.site)} ${reason}` }
}

/** Why a site is not one for every generation; undefined where it is. The clause stands behind the quoted site. */
export function reasonAgainst(site: Site): string | undefined {
  if (!isCutByAutonomousService(site)) return undefined
  return (
    'contains "www." after its beginning, and the autonomous category service would store it as ' +
    `"${site.slice(site.indexOf('www.') + 'www.'.length)}"; remove it, or list it directly in a resource if the appliance has the ` +
    'older routes'
  )
}
