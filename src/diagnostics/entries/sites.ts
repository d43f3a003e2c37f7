import { calledList } from '../called-list'
import { counted } from '../counted'
import { error, warning } from '../diagnostic'

// Of lists of sites: what a configuration has in it, conflicts between lists, and what becomes of their sites.

export const sitesGivenTwice = error('sites-given-twice', 'Sites are given twice', () => [
  'Both sites and sites_file are set, and a list comes from one of them.',
  'Leave one of them out.',
])

export const manySitesInline = warning(
  'many-sites-inline',
  'Many sites stand in the configuration',
  ({ count }: { readonly count: number }) => [
    `The list sites has ${count} entries. Terraform compares the entries of a list pairwise when it prints a plan, also where nothing ` +
      'has changed: 10,000 entries take some ten seconds, and twice as many take four times as long.',
    'Write them to a file, one per line, and name it in sites_file. Or plan with -json, which compares nothing pairwise.',
  ],
)

export const notASite = error(
  'not-a-site',
  'Not a site',
  ({
    reason,
  }: {
    /** A sentence without its full stop, which quotes the text and says what to write instead. */
    readonly reason: string
  }) => [`${reason}.`],
)

export const sitesNeverActive = warning(
  'sites-never-active',
  'Sites never become active',
  ({ count, sites }: { readonly count: number; readonly sites: string }) => [
    `${counted(count, 'site')} would be stored and never become active: ${sites}. The first part of the name is "www" or "ww" with ` +
      'digits behind, and the appliance compiles such a name as something else.',
    'If all of a domain is meant, name the domain: example.com in place of ww1.example.com. Else leave such sites out.',
  ],
)

export const siteNamedTwice = error(
  'site-named-twice',
  'A site is named twice',
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
      ? `The site "${site}" is named twice.`
      : `"${first}" and "${again}" are the same site, "${site}".`,
    'Leave one of them out.',
  ],
)

export const moreSitesWrong = error(
  'more-sites-wrong',
  'More sites are wrong',
  ({ more }: { readonly more: number }) => [
    `${more} more ${more === 1 ? 'entry' : 'entries'} of sites ${more === 1 ? 'is' : 'are'} wrong.`,
    'Correct those that the other errors name first.',
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
  'The sites in the state are not those that were put there',
  ({
    problem,
  }: {
    /** A clause about the list, such as `it does not fit its digest`. */
    readonly problem: string
  }) => [
    `The list of sites in the state is not the one that the provider put there: ${problem}. Something else has changed the state, so ` +
      'nobody can tell which sites are managed.',
    'Restore the state from a backup. If there is none, remove the resource from the state (terraform state rm), import it again if ' +
      'it is a category, and apply: what is missing is added, and sites that are no longer declared stay until they are taken out in ' +
      'the console.',
  ],
)

export const listDeclaredTwice = error(
  'list-declared-twice',
  'A list of sites is declared twice',
  ({ list, category }: { readonly list: string; readonly category: string }) => [
    `The list ${JSON.stringify(list)} of category ${JSON.stringify(category)} is declared twice: another resource of this configuration ` +
      'has the same category and the same name.',
    'Give one of them another name.',
  ],
)

export const listsOverlap = warning(
  'lists-overlap',
  'Two lists of a category name the same sites',
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
    `In category ${JSON.stringify(category)} ${calledList(one)} and ${calledList(other)} name the same sites: ${sites}. The first of ` +
      'them whose list loses a site removes it for both, and the other one adds it again with its next apply.',
    'Name each site in one of them.',
  ],
)

export const sitesShared = warning(
  'sites-shared',
  'A resource that is destroyed shares sites with one that stays',
  ({
    category,
    count,
    sites,
    isLeft,
  }: {
    readonly category: string
    readonly count: number
    readonly sites: string
    /** The destroy leaves them there; else the resource that stays sees to it. */
    readonly isLeft: boolean
  }) => [
    `${counted(count, 'site')} of category ${JSON.stringify(category)} ${count === 1 ? 'is' : 'are'} managed by two resources of the ` +
      `state, of which one is to be destroyed: ${sites}. ` +
      (isLeft
        ? 'The destroy leaves there what the other one declares.'
        : 'The other one, which declares them still, is applied too: it keeps them there, or adds them again where the destroy came first.'),
    'To give up the one resource without a change of the appliance, remove it from the state in place of destroying it: by ' +
      'terraform state rm, or by a removed block with destroy = false.',
  ],
)

export const sitesInOtherCategories = error(
  'sites-in-other-categories',
  'Other categories hold sites that are to be added',
  ({ category, count, holders }: HeldSites) => [
    `${counted(count, 'site')} of those added to category ${JSON.stringify(category)} ${count === 1 ? 'is' : 'are'} in other categories, ` +
      `and on_conflict is "fail". Nothing was sent for this category. ${holders}`,
    'If another category gives them up in the same configuration, apply again: Terraform came to this category first. To have it come ' +
      'later each time, name the other category in depends_on; the sites are then in neither, from the one change to the other. ' +
      'Otherwise remove the sites there, or set on_conflict to "move" or "keep".',
  ],
)

export const sitesInOtherCategoriesNow = warning(
  'sites-in-other-categories-now',
  'Sites that are to be added are in other categories now',
  ({ category, count, holders }: HeldSites) => [
    `${counted(count, 'site')} of those to be added to category ${JSON.stringify(category)} ${count === 1 ? 'is' : 'are'} in other ` +
      `categories now, and on_conflict is "fail". ${holders}`,
    'The apply refuses this category, before it sends anything for it, unless the others give the sites up in the same apply. Otherwise ' +
      'remove them there, or set on_conflict to "move" or "keep".',
  ],
)

export const sitesMoved = warning(
  'sites-moved',
  'Sites will be removed from other categories',
  ({ category, count, holders }: HeldSites) => [
    `${counted(count, 'site')} will move to category ${JSON.stringify(category)}, as on_conflict is "move": ${count === 1 ? 'it' : 'they'} ` +
      `will be removed from other categories. ${holders}`,
    'To leave them there, set on_conflict to "keep".',
  ],
)

export const conflictsNotChecked = warning(
  'conflicts-not-checked',
  'Whether other categories hold added sites was not checked',
  ({
    category,
    count,
    most,
  }: {
    readonly category: string
    readonly count: number
    readonly most: number
  }) => [
    `${count} sites are to be added to category ${JSON.stringify(category)}, and a plan asks for ${most} at most: which of them other ` +
      'categories hold is not known.',
    'The apply asks for all of them before it sends anything.',
  ],
)

export const sitesStay = warning(
  'sites-stay',
  'Sites will stay in a category',
  ({ list, category }: { readonly list: string; readonly category: string }) => [
    `The sites of the list ${JSON.stringify(list)} will stay in category ${JSON.stringify(category)}, as on_destroy is "keep": they are ` +
      'no longer managed, and stay active.',
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
    `${counted(count, 'managed site')} will be removed from category ${JSON.stringify(category)}, as the resource is ` +
      `${by === 'destroy' ? 'destroyed' : 'replaced'}: ${sites}.`,
    'To leave them there, apply on_destroy = "keep" first.',
  ],
)

export const removalLimitExceeded = error(
  'removal-limit-exceeded',
  'More sites would be removed than removal_limit allows',
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
    `${removed} of ${counted(managed, 'site')} that this resource manages in category ${JSON.stringify(category)} would be removed, and ` +
      `${limitNames[origin]} allows ${most} (${JSON.stringify(limit)}): ${sites}.`,
    `If the list is as it should be, set removal_limit = "${removed}" in this resource, or "100%", and plan again. The provider's ` +
      'removal_limit holds for resources without their own; from the environment variable APPLIANCE_REMOVAL_LIMIT it has to be ' +
      'set for plan and apply alike. Else correct the list.',
  ],
)

export const sitesNotMoved = error(
  'sites-not-moved',
  'Sites were not moved to another category',
  ({ id, sites }: { readonly id: number; readonly sites: string }) => [
    `Sites of category ${id} were to move to another category and stayed: ${sites}.`,
    'See the error of the category that was to get them, and apply again.',
  ],
)

export const sitesMiscounted = error(
  'sites-miscounted',
  'The appliance tells of another number of sites than were sent',
  ({
    request,
    answer,
    sent,
    added,
  }: {
    readonly request: string
    /** What the appliance said of it. */
    readonly answer: string
    readonly sent: number
    readonly added: number
  }) => [
    `The appliance was sent ${sent} sites, and its answer "${answer}" tells of ${added}. The request was ${request}.`,
    'Look in the category which of the sites are missing, check their spelling, and apply again.',
  ],
)

/** Where a limit stands. */
const limitNames = {
  resource: 'removal_limit of the resource',
  provider: 'removal_limit of the provider',
  environment: 'the environment variable APPLIANCE_REMOVAL_LIMIT',
  default: 'the limit for files of more than 1,000 sites',
}

interface HeldSites {
  readonly category: string
  readonly count: number
  /** Sentences that say which categories hold which sites. */
  readonly holders: string
}
