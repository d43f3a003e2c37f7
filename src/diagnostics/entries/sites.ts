import { calledList } from '../called-list'
import { counted, numberText } from '../counted'
import { error, warning } from '../diagnostic'

// Of lists of sites: their entries, conflicts between lists, and what happens to their sites.

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

export const listDeclaredTwice = error(
  'list-declared-twice',
  'A list of sites is declared twice',
  ({ list, category }: { readonly list: string; readonly category: string }) => [
    `Another resource in this configuration also declares the list ${JSON.stringify(list)} of category ${JSON.stringify(category)}.`,
    'Rename one of the two lists.',
  ],
)

export const listsOverlap = warning(
  'lists-overlap',
  'Two lists of a category contain the same sites',
  ({
    category,
    one,
    other,
    sites,
  }: {
    readonly category: string
    /** Name of a list; null for that of the category itself. */
    readonly one: string | null
    readonly other: string | null
    readonly sites: string
  }) => [
    `In category ${JSON.stringify(category)}, ${calledList(one)} and ${calledList(other)} contain the same sites: ${sites}. If one of ` +
      'them drops such a site, the site is removed for both until the next apply of the other one adds it again.',
    'Declare each site in only one list.',
  ],
)

export const sitesShared = warning(
  'sites-shared',
  'A destroyed resource shares sites with one that stays',
  ({
    category,
    count,
    sites,
    isLeft,
  }: {
    readonly category: string
    readonly count: number
    readonly sites: string
    /** The destroy leaves them there; otherwise the resource that stays keeps or restores them. */
    readonly isLeft: boolean
  }) => [
    `${counted(count, 'site')} of category ${JSON.stringify(category)} ${count === 1 ? 'is' : 'are'} managed by two resources in the ` +
      `state, one of which will be destroyed: ${sites}. ` +
      (isLeft
        ? 'The destroy leaves them in the category because the other resource declares them.'
        : 'The other resource still declares them, so it is applied too: it keeps them, or adds them again if the destroy comes first.'),
    'To give up one resource without changing the appliance, remove the block from the configuration and run terraform state rm, or ' +
      'replace it by a removed block with destroy = false.',
  ],
)

export const sitesInOtherCategories = error(
  'sites-in-other-categories',
  'Sites to be added belong to other categories',
  ({ category, count, holders }: HeldSites) => [
    `${counted(count, 'site')} to be added to category ${JSON.stringify(category)} ${count === 1 ? 'is' : 'are'} in other categories, and ` +
      `on_conflict is "fail", so nothing was sent for this category. ${holders}`,
    'If another category in this configuration gives the sites up, apply again, or name it in depends_on so that it always changes first. ' +
      'Otherwise, remove the sites from the other categories, or set on_conflict to "move" or "keep".',
  ],
)

export const sitesInOtherCategoriesNow = warning(
  'sites-in-other-categories-now',
  'Sites to be added are currently in other categories',
  ({ category, count, holders }: HeldSites) => [
    `${counted(count, 'site')} to be added to category ${JSON.stringify(category)} ${count === 1 ? 'is' : 'are'} currently in other ` +
      `categories, and on_conflict is "fail". ${holders}`,
    'Unless the other categories give the sites up in the same apply, the apply fails before it sends anything for this category. In ' +
      'that case, remove the sites from the other categories, or set on_conflict to "move" or "keep".',
  ],
)

export const sitesMoved = warning(
  'sites-moved',
  'Sites will be removed from other categories',
  ({ category, count, holders }: HeldSites) => [
    `${counted(count, 'site')} will be removed from other categories and added to category ${JSON.stringify(category)} because ` +
      `on_conflict is "move". ${holders}`,
    'To leave them in the other categories too, set on_conflict to "keep".',
  ],
)

export const conflictsNotChecked = warning(
  'conflicts-not-checked',
  'Conflicts with other categories were not checked',
  ({
    category,
    count,
    most,
  }: {
    readonly category: string
    readonly count: number
    readonly most: number
  }) => [
    `Conflicts were not checked for the ${counted(count, 'site')} to be added to category ${JSON.stringify(category)}, because a plan ` +
      `checks at most ${numberText(most)}.`,
    'The apply checks all of them before it sends anything.',
  ],
)

export const sitesStay = warning(
  'sites-stay',
  'Sites will stay in a category',
  ({ list, category }: { readonly list: string; readonly category: string }) => [
    `The sites of the list ${JSON.stringify(list)} will stay active in category ${JSON.stringify(category)} because on_destroy is ` +
      '"keep". Terraform only stops managing them.',
    'To remove the sites, put the block back if you have removed it, set on_destroy = "remove", and apply. Then remove the block.',
  ],
)

export const sitesRemoved = warning(
  'sites-removed',
  'Sites will be removed from a category',
  ({
    category,
    count,
    sites,
    by,
  }: {
    readonly category: string
    readonly count: number
    readonly sites: string
    readonly by: 'destroy' | 'replacement'
  }) => [
    `${counted(count, 'managed site')} will be removed from category ${JSON.stringify(category)} because the resource is ` +
      `${by === 'destroy' ? 'destroyed' : 'replaced'}: ${sites}.`,
    by === 'destroy'
      ? 'To keep them in the category, put the block back if you have removed it, set on_destroy = "keep", and apply. Then remove the block.'
      : 'To keep them in the category, undo the change, set on_destroy = "keep", and apply. Then make the change again.',
  ],
)

export const removalLimitExceeded = error(
  'removal-limit-exceeded',
  'The change would remove more sites than removal_limit allows',
  ({
    category,
    removed,
    managed,
    most,
    limit,
    origin,
    sites,
  }: {
    readonly category: string
    readonly removed: number
    /** By the resource, in the refreshed state. */
    readonly managed: number
    /** How many of them may be removed. */
    readonly most: number
    /** As it is written. */
    readonly limit: string
    readonly origin: keyof typeof limitNames
    readonly sites: string
  }) => [
    `The change would remove ${numberText(removed)} of the ${counted(managed, 'site')} that this resource manages in category ` +
      `${JSON.stringify(category)}, but ${limitNames[origin]} allows ${numberText(most)} (${JSON.stringify(limit)}). Sites that would ` +
      `be removed: ${sites}.`,
    `If the list is wrong, correct it. If it is correct, set removal_limit = "${removed}" in this resource, apply, and then restore the old limit.`,
  ],
)

export const removalNearLimit = warning(
  'removal-near-limit',
  'The change removes almost as many sites as removal_limit allows',
  ({
    category,
    removed,
    managed,
    most,
    limit,
    origin,
  }: Omit<Parameters<typeof removalLimitExceeded>[0], 'sites'>) => [
    `The change will remove ${numberText(removed)} of the ${counted(managed, 'site')} that this resource manages in category ` +
      `${JSON.stringify(category)}. ${capitalized(limitNames[origin])} allows ${numberText(most)} (${JSON.stringify(limit)}).`,
    'Compare the new list with the old one before the apply, because the download of a list may be incomplete.',
  ],
)

export const sitesNotMoved = error(
  'sites-not-moved',
  'Sites were not moved to another category',
  ({ id, sites }: { readonly id: number; readonly sites: string }) => [
    `Sites of category ${id} should have moved to another category, but stayed: ${sites}.`,
    'Fix the error of the category that they should have moved to, and apply again.',
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

/** For the beginning of a sentence. The names of attributes keep their spelling. */
function capitalized(text: string): string {
  return text.startsWith('the ') ? `T${text.slice(1)}` : `The ${text}`
}

/** Where a limit comes from. */
const limitNames = {
  resource: 'removal_limit of the resource',
  provider: 'removal_limit of the provider',
  environment: 'the environment variable APPLIANCE_REMOVAL_LIMIT',
  default: 'the default limit for files with more than 1,000 managed sites',
}

interface HeldSites {
  readonly category: string
  readonly count: number
  /** Sentences that say which categories contain which sites. */
  readonly holders: string
}
