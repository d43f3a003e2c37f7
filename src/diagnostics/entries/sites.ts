import { error, warning } from '@webfilter/terraform-plugin'
import { counted, numberText } from '../counted'

// Of lists of sites: where their entries come from, and what is wrong with an entry, a packed list or a count.

export const sitesGivenTwice = error('sites-given-twice', 'Both sites and sites_file are set', () => [
  'Both sites and sites_file are set, but a list comes from only one of them.',
  'Remove one of them.',
])

export const manySitesInline = warning(
  'many-sites-inline',
  'The configuration contains a very long list of sites',
  ({ count }: { readonly count: number }) => [
    `The list sites has ${numberText(count)} entries. Terraform compares the entries of a list pairwise to print a plan, even if nothing ` +
      'changed: 10,000 entries take about ten seconds, and twice as many take four times as long.',
    'Write the sites to a file, one per line, and set sites_file to it. Or plan with -json, which skips that comparison.',
  ],
)

export const notASite = error(
  'not-a-site',
  'Not a valid site',
  ({
    reason,
  }: {
    /** A sentence without its full stop, which quotes the text and says what to write instead. */
    readonly reason: string
  }) => [`${reason}.`],
)

export const sitesNeverActive = warning(
  'sites-never-active',
  'Sites would never become active',
  ({ count, sites }: { readonly count: number; readonly sites: string }) => [
    `${counted(count, 'site')} would be stored but never become active: ${sites}. The first part of the name is "www" or "ww" followed ` +
      'by digits, and the appliance compiles such a name differently.',
    'To match a whole domain, use its name: example.com instead of ww1.example.com. Otherwise, remove these sites.',
  ],
)

export const siteNamedTwice = error(
  'site-named-twice',
  'A site is listed twice',
  ({
    site,
    first,
    again,
  }: {
    readonly site: string
    /** The two spellings, which may be the same. */
    readonly first: string
    readonly again: string
  }) => [
    first === again
      ? `The site "${site}" is listed twice.`
      : `"${first}" and "${again}" are the same site, "${site}".`,
    'Remove one of the two entries.',
  ],
)

export const moreSitesWrong = error(
  'more-sites-wrong',
  'More sites are invalid',
  ({ more }: { readonly more: number }) => [
    `${counted(more, 'more entry', 'more entries')} of sites ${more === 1 ? 'is' : 'are'} invalid.`,
    'First correct the entries that the other errors name.',
  ],
)

export const packedSitesUnreadable = error(
  'packed-sites-unreadable',
  'The sites in the state cannot be read',
  ({ problem }: { readonly problem: string }) => [
    `The list of sites in the state cannot be read: ${problem}.`,
    'Use the release of the provider that wrote it, or restore the state from a backup.',
  ],
)

export const packedSitesAltered = error(
  'packed-sites-altered',
  'The sites in the state were changed outside of the provider',
  ({
    problem,
  }: {
    /** A clause about the list, such as `it does not fit its digest`. */
    readonly problem: string
  }) => [
    `The list of sites in the state is not the one that the provider wrote: ${problem}. The state was changed by something else, so the ` +
      'managed sites cannot be determined.',
    'Restore the state from a backup. If there is none, remove the resource from the state (terraform state rm), import it again if ' +
      'it is a category, and apply: the apply adds missing sites. Then open the console, and remove from the category the sites that the ' +
      'configuration no longer declares.',
  ],
)

export const sitesMiscounted = error(
  'sites-miscounted',
  'The appliance reports another number of sites than were sent',
  ({
    request,
    answer,
    sent,
    added,
  }: {
    readonly request: string
    /** What the appliance answered. */
    readonly answer: string
    readonly sent: number
    readonly added: number
  }) => [
    `The provider sent ${counted(sent, 'site')}, but the appliance reports ${numberText(added)} in its answer "${answer}". The request ` +
      `was ${request}.`,
    'Check in the console of the appliance which sites are missing from the category, correct their spelling, and apply again.',
  ],
)
