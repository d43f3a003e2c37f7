import type { Incidents } from '@webfilter/appliance-client'
import { caseOf, error, warning } from '@webfilter/terraform-plugin/diagnostics'
import { numberText } from '@webfilter/text'
import { absenceUnproven } from './absence'
import { listedTwice, oneRequired } from './objects'
import { counted, listPhrase } from './wording'

// Lists of sites: where their entries come from, and mistakes in entries, packed lists and counts.

export const sitesGivenTwice = caseOf(
  oneRequired,
  'Several of sites, sites_file and sites_files are set',
  ({ attributes }: { readonly attributes: readonly string[] }) => [
    `${attributes.join(' and ')} are set, but a list comes from only one of them.`,
    'Remove one of them.',
  ],
)

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
  { canBeWarning: true },
)

export const sitesNeverActive = warning(
  'sites-never-active',
  'Sites would never become active',
  ({ count, sites }: { readonly count: number; readonly sites: string }) => [
    `${counted(count, 'site')} would be stored but never become active: ${sites}. The first part of the name is "www" or "ww" followed ` +
      'by digits, and the appliance compiles such a name differently.',
    'To match a whole domain, use its name: example.com instead of ww1.example.com. Otherwise, remove these sites.',
  ],
  { group: 'rule' },
)

export const sitesPublicSuffix = warning(
  'sites-public-suffix',
  'A list contains public suffixes',
  ({ count, sites }: { readonly count: number; readonly sites: string }) => [
    `${counted(count, 'added site')} ${count === 1 ? 'is a public suffix' : 'are public suffixes'}, under which anyone can register a ` +
      `domain: ${sites}. The category matches every domain below ${count === 1 ? 'it' : 'them'}.`,
    'If not all of these domains are meant, list the domains below it instead. Otherwise, no action is required: only the plan that adds a ' +
      'public suffix warns of it.',
  ],
  { group: 'rule' },
)

export const siteNamedTwice = caseOf(
  listedTwice,
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

export const moreSitesWrong = caseOf(
  notASite,
  'More sites are invalid',
  ({ more, attribute }: { readonly more: number; readonly attribute: string }) => [
    `${counted(more, 'more entry', 'more entries')} of ${attribute} ${more === 1 ? 'is' : 'are'} invalid.`,
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
  ({ request, answer, sent, added }: Incidents['sites-miscounted']) => [
    `The provider sent ${counted(sent, 'site')}, but the appliance reports ${numberText(added)} in its answer "${answer}". The request ` +
      `was ${request}.`,
    'Check in the console of the appliance which sites are missing from the category, correct their spelling, and apply again.',
  ],
)

// Managed sites that the appliance does not return, or of which it reports another number.

export const sitesMissing = warning(
  'sites-missing',
  'Sites are missing from a category',
  ({
    category,
    count,
    sites,
  }: {
    readonly category: string
    readonly count: number
    readonly sites: string
  }) => [
    `${counted(count, 'site')} ${count === 1 ? 'is' : 'are'} missing from category ${JSON.stringify(category)}: ${sites}.`,
    `The next apply adds ${count === 1 ? 'it' : 'them'} again.`,
  ],
)

export const sitesLeftOut = warning(
  'sites-left-out',
  'The appliance has left sites out of a batch',
  ({
    category,
    count,
    sites,
    answer,
  }: {
    readonly category: string
    readonly count: number
    readonly sites: string
    /** The words of the answer to the batch. */
    readonly answer: string
  }) => [
    `${counted(count, 'site')} that the last apply counted as added ${count === 1 ? 'is' : 'are'} not in category ${JSON.stringify(category)}: ` +
      `${sites}. The appliance answered with success, but counted fewer sites than were sent: ${JSON.stringify(answer)}.`,
    `The next apply adds ${count === 1 ? 'it' : 'them'} again. If this warning returns, check in the console whether another category contains ` +
      `${count === 1 ? 'the site' : 'the sites'}. If so, set on_conflict to "move", or remove ${count === 1 ? 'it' : 'them'} from the list.`,
  ],
)

export const sitesNotAskedFor = warning(
  'sites-not-asked-for',
  'Could not check whether a category still contains the managed sites',
  ({
    category,
    managed,
    items,
  }: {
    readonly category: string
    readonly managed: number
    /** How many sites the category contains. */
    readonly items: number
  }) => [
    `This appliance cannot report whether a category contains a site, so drift was not checked for ` +
      `${counted(managed, 'managed site')} of category ${JSON.stringify(category)}. The category contains ${counted(items, 'site')} in ` +
      'total, including sites that this resource does not manage.',
    'A removal outside of Terraform may go undetected. To accept that, set verify = "none", which ends this warning and the comparison of ' +
      'site counts.',
  ],
)

export const sitesNotCounted = warning(
  'sites-not-counted',
  'Could not check a category at all',
  ({ category, managed }: { readonly category: string; readonly managed: number }) => [
    'This appliance reports neither whether a category contains a site nor how many sites it contains, so drift was not checked for ' +
      `${counted(managed, 'managed site')} of category ${JSON.stringify(category)}.`,
    'A removal outside of Terraform goes undetected. To accept that, set verify = "none", which ends this warning.',
  ],
)

export const fewerSitesThanManaged = warning(
  'fewer-sites-than-managed',
  'A category contains fewer sites than are managed',
  ({
    category,
    items,
    managed,
    others,
  }: {
    readonly category: string
    readonly items: number
    /** By this list and the others. */
    readonly managed: number
    /** Names of the other lists that are known to share the category; null for that of the category itself. */
    readonly others: readonly (string | null)[]
  }) => {
    const contains = `Category ${JSON.stringify(category)} contains ${counted(items, 'site')}`
    if (others.length === 0) {
      return [
        `${contains}, but ${numberText(managed)} are managed. This appliance cannot report which ones are missing.`,
        'The next apply adds all of them again; the ones that are still in the category stay as they are.',
      ]
    }
    return [
      `${contains}, but this list and ${others.map(listPhrase).join(' and ')} together manage ${numberText(managed)}. This appliance ` +
        'cannot report which ones are missing, or from which list.',
      'The next apply adds all sites of this list again; the ones that are still in the category stay as they are. If the warning ' +
        'returns after that, sites of another list are missing: remove its resource from the state (terraform state rm), import it ' +
        'again if it is the category, and apply, which adds all of its sites again.',
    ]
  },
)

export const fewerSitesThanLeft = warning(
  'fewer-sites-than-left',
  'A category contains fewer sites than the last apply left',
  ({
    category,
    items,
    left,
    others,
  }: {
    readonly category: string
    readonly items: number
    /** As many as applies have left there, what was gone before the last of them included. */
    readonly left: number
    /** Names of the other lists that are known to share the category; null for that of the category itself. */
    readonly others: readonly (string | null)[]
  }) => {
    const gone = left - items
    const shared =
      others.length === 0 ? '' : `, which this list shares with ${others.map(listPhrase).join(' and ')},`
    return [
      `Category ${JSON.stringify(category)}${shared} contains ${counted(items, 'site')}, ${numberText(gone)} fewer than the applies of ` +
        `its lists left there. So at least ${counted(gone, 'site')} ${gone === 1 ? 'is' : 'are'} gone since then: removed outside of ` +
        'Terraform, or names of others that a compile deleted. This appliance cannot report which ones.',
      'The next apply does not add them again. To add all sites of this list again, apply on_destroy = "keep", and then apply with ' +
        '-replace and the address of this resource: with on_destroy = "keep", the deletion sends nothing. If sites of this list are ' +
        'to stay away, remove them from it first: this ends the warning, too.',
      { gone },
    ]
  },
)

export const sitesOfOtherListsMissing = warning(
  'sites-of-other-lists-missing',
  'Sites of other lists are missing from a category',
  ({
    category,
    items,
    managed,
    found,
    lists,
  }: {
    readonly category: string
    readonly items: number
    /** By all lists. */
    readonly managed: number
    /** How many of the missing ones are known. */
    readonly found: number
    /** Names of the lists that were checked by a sample or not at all; null for that of the category itself. */
    readonly lists: readonly (string | null)[]
  }) => [
    `Category ${JSON.stringify(category)} contains ${counted(items, 'site')}, but its lists together manage ${numberText(managed)}. The ` +
      `plan identified ${numberText(found)} of the missing sites. The others must belong to ${lists.map(listPhrase).join(' or ')}, of ` +
      'which not all sites were checked.',
    `Apply verify = "full" for ${lists.length === 1 ? 'that list' : 'those lists'}: the next plan shows the missing sites.`,
  ],
)

export const sitesContradicted = caseOf(
  absenceUnproven,
  'The appliance contradicts itself about the sites of a category',
  ({ category, items }: { readonly category: string; readonly items: number }) => [
    `The appliance answers for every managed site of category ${JSON.stringify(category)} as for a site that no category contains, but ` +
      `counts ${counted(items, 'site')} in it.`,
    'Check in the console of the appliance whether the category contains the sites. If it does, look for the cause in the log of the ' +
      'appliance. If other sites have replaced them, remove the resource from the state (terraform state rm) and apply: the apply adds ' +
      'the declared sites again.',
  ],
)
