import type { Incidents } from '@webfilter/appliance-client'
import { FewSites, type FileNames } from '@webfilter/site-lists'
import { caseOf, error, warning } from '@webfilter/terraform-plugin/diagnostics'
import { numberText } from '@webfilter/text'
import { declaredTwice, stays } from './objects'
import { counted, fileNames, listPhrase, siteNames } from './wording'

// Sites that several lists or categories contain.

export const listDeclaredTwice = caseOf(
  declaredTwice,
  'A list of sites is declared twice',
  ({ list, category }: { readonly list: string; readonly category: string }) => [
    `Another resource in this configuration also declares the list ${JSON.stringify(list)} of category ${JSON.stringify(category)}.`,
    'Rename one of the two lists.',
  ],
)

export const listTwiceInState = warning(
  'list-twice-in-state',
  'A list is in the state twice, and this plan does not read it',
  ({ list, category }: { readonly list: string | null; readonly category: string }) => [
    `In category ${JSON.stringify(category)}, ${listPhrase(list)} is in the state twice, and one of the two objects is destroyed. If that ` +
      'one is a deposed object, an apply without a refresh does not learn which sites the other one keeps, and removes them.',
    'Plan again without -refresh=false.',
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
    `In category ${JSON.stringify(category)}, ${listPhrase(one)} and ${listPhrase(other)} contain the same sites: ${sites}. A site ` +
      'stays as long as one of them declares it, unless that one is not in the run (-target, another state).',
    'Declare each site in only one list.',
  ],
)

export const sitesShared = warning(
  'sites-shared',
  'Two resources share sites that one of them gives up',
  ({
    category,
    count,
    sites,
    fate,
  }: {
    readonly category: string
    readonly count: number
    readonly sites: string
    /**
     * The one that gives them up leaves them there, because the other one declares them or did so at the last refresh; or the one that stays
     * keeps or restores them.
     */
    readonly fate: 'left' | 'recalled' | 'restored'
  }) => {
    const isPast = fate === 'recalled'
    const verb = isPast ? (count === 1 ? 'was' : 'were') : count === 1 ? 'is' : 'are'
    return [
      `${counted(count, 'site')} of category ${JSON.stringify(category)} ${verb} in the lists of two resources${isPast ? ' at the last refresh' : ''}, one of ` +
        `which gives ${count === 1 ? 'it' : 'them'} up, or may do so: ${sites}. ${fates[fate]}`,
      isPast
        ? 'If no other resource declares them any more, plan again without -refresh=false before you apply.'
        : 'To give up a whole resource without changing the appliance, remove the block from the configuration and run terraform state rm, ' +
          'or replace it by a removed block with destroy = false.',
    ]
  },
)

const fates = {
  left: 'Nothing removes what the other resource declares.',
  recalled:
    'The apply leaves them in the category, because it cannot know whether the other resource still declares them.',
  restored:
    'The other resource still declares what is given up, so it is applied too: it keeps the sites, or adds them again if they are removed ' +
    'first.',
} as const

export const sitesContested = error(
  'sites-contested',
  'A list takes sites that another category of the configuration declares',
  ({
    taker,
    other,
    count,
    sites,
  }: {
    readonly taker: DeclaringList
    readonly other: DeclaringList
    readonly count: number
    readonly sites: string
  }) => [
    `${capitalized(declaringPhrase(taker))} and ${declaringPhrase(other)} declare the same ${count === 1 ? 'site' : counted(count, 'site')}: ${sites}. ` +
      `on_conflict of the first one is "move", so an apply would remove ${count === 1 ? 'it' : 'them'} from category ` +
      `${JSON.stringify(other.category)}, and the next plan would add ${count === 1 ? 'it' : 'them'} there again.`,
    `Remove ${count === 1 ? 'the site' : 'the sites'} from one of the two lists. If both categories should contain ` +
      `${count === 1 ? 'it' : 'them'}, set on_conflict to "keep".`,
  ],
)

/** A list, for sentences about two of them. */
interface DeclaringList {
  readonly category: string
  /** Null for the list of the category itself. */
  readonly list: string | null
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

function declaringPhrase({ category, list }: DeclaringList): string {
  const of = `category ${JSON.stringify(category)}`
  return list === null ? of : `the list ${JSON.stringify(list)} of ${of}`
}

export const sitesInOtherCategories = error(
  'sites-in-other-categories',
  'Sites to be added belong to other categories',
  ({ category, count, holders }: HeldSites) => [
    `${counted(count, 'site')} to be added to category ${JSON.stringify(category)} ${count === 1 ? 'is' : 'are'} in other categories, and ` +
      `on_conflict is "fail", so nothing was sent for this category. ${holders}`,
    'If another category in this configuration gives the sites up, apply again, or add it to depends_on so that it always changes first. ' +
      'If this resource replaces the other category and has create_before_destroy, set on_conflict to "keep" for this apply. ' +
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
      'that case, remove the sites from the other categories, or set on_conflict to "move" or "keep". If this resource is tainted, replaces ' +
      'the other category and has create_before_destroy, set on_conflict to "keep" for this apply.',
  ],
)

export const listNotKnown = warning(
  'list-not-known',
  'The fate of sites is known only after the apply',
  ({
    attributes,
    leaving,
    mayTake,
    mayBeRefused,
    holders,
  }: {
    /** Those whose values are not known. */
    readonly attributes: readonly string[]
    /** Sites that may leave the category. */
    readonly leaving: { readonly count: number; readonly sites: string }
    /** Whether added sites may leave other categories. */
    readonly mayTake: boolean
    /** Whether the apply may refuse added sites for other categories that contain them. */
    readonly mayBeRefused: boolean
    /** Sentences that say which other categories contain which of the added sites; undefined if none is known. */
    readonly holders: string | undefined
  }) => {
    const { count, sites } = leaving
    const outcomes = [
      ...(count > 0 ? [`up to ${counted(count, 'managed site')} may leave the category (${sites})`] : []),
      ...(mayTake ? ['sites to be added may leave other categories'] : []),
      ...(mayBeRefused
        ? ['the apply may be refused because other categories contain sites to be added']
        : []),
    ]
    const one = attributes.length === 1
    return [
      `The ${one ? 'value' : 'values'} of ${attributes.join(' and ')} ${one ? 'is' : 'are'} known only after the apply. Depending on ` +
        `${one ? 'it' : 'them'}, ${outcomes.join('; ')}.${holders === undefined ? '' : ` ${holders}`}`,
      'To see in the plan what happens, first apply what the value depends on (-target), and plan again.',
    ]
  },
)

export const siteOfAnotherCategory = error(
  'site-of-another-category',
  'A site that another category contains was not added',
  ({
    site,
    id,
    other,
    failure,
  }: Omit<Incidents['site-of-another-category'], 'failure'> & {
    /** The message of the rejected request. */ readonly failure: string
  }) => [
    `Site ${site} was not added to category ${id}, and category ${JSON.stringify(other)} contains it. Some older releases of the appliance ` +
      `reject such a site. ${failure}`,
    'If this is the cause, set on_conflict to "move", which takes the site from the other category. If the other category of this ' +
      'configuration gives the site up, another apply is enough. Otherwise, look for the quoted text in the log of the appliance.',
  ],
)

export const sitesInReplacedCategory = warning(
  'sites-in-replaced-category',
  'With create_before_destroy, the apply will reject sites of the category that is replaced',
  ({ category, count, holders }: HeldSites) => [
    `${counted(count, 'site')} to be added to category ${JSON.stringify(category)} ${count === 1 ? 'is' : 'are'} in the category that it ` +
      `replaces, and on_conflict is "fail". ${holders} With create_before_destroy, this version of Terraform or OpenTofu does not let the new ` +
      'category know that the old one gives them up, and the apply fails before it sends anything for it.',
    'If the resource has create_before_destroy, set on_conflict to "keep" for this apply. Terraform 1.16 or newer does not need that.',
  ],
)

export const sitesMoved = warning(
  'sites-moved',
  'Sites will be removed from other categories',
  ({ category, count, holders }: HeldSites) => [
    `${counted(count, 'site')} will be removed from other categories and added to category ${JSON.stringify(category)} because ` +
      `on_conflict is "move". ${holders}`,
    'To leave them in the other categories too, set on_conflict to "keep".',
    { moved: count },
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

export const creationMayHaveStoredSites = warning(
  'creation-may-have-stored-sites',
  'A failed creation may have stored sites',
  ({
    category,
    list,
    stored,
    doubtful,
  }: {
    readonly category: string
    /** Name of the list; null for that of the category itself. */
    readonly list: string | null
    /** How many sites the appliance has confirmed. */
    readonly stored: number
    /** How many further sites it may have stored. */
    readonly doubtful: number
  }) => {
    const of = `of the list ${list === null ? '' : `${JSON.stringify(list)} `}in category ${JSON.stringify(category)}`
    const what =
      stored === 0
        ? `may have stored up to ${counted(doubtful, 'site')} ${of}`
        : `has stored ${counted(stored, 'site')} ${of}${doubtful === 0 ? '' : `, and may have stored up to ${numberText(doubtful)} more`}`
    return [
      `The creation failed, but the appliance ${what}. The state does not contain the list, so no destroy removes them.`,
      'Apply again: the apply finds these sites, and manages them with the rest of the list. If you no longer want the list, destroy it ' +
        'after that apply, or remove the sites in the console of the appliance.',
    ]
  },
)

export const updateMayHaveStoredSites = warning(
  'update-may-have-stored-sites',
  'A failed update may have stored sites',
  ({
    category,
    list,
    doubtful,
  }: {
    readonly category: string
    /** Name of the list; null for that of the category itself. */
    readonly list: string | null
    /** How many sites the appliance may have stored. */
    readonly doubtful: number
  }) => [
    `The update failed, but the appliance may have stored up to ${counted(doubtful, 'site')} of ${listPhrase(list)} in category ` +
      `${JSON.stringify(category)}. It cannot be asked for single sites, so the state does not contain them.`,
    'Apply again: the apply adds these sites once more, and manages them. If you no longer declare them, remove them in the console of ' +
      'the appliance.',
  ],
)

export const sitesNotTakenOver = error(
  'sites-not-taken-over',
  'Another list did not take over sites',
  ({
    category,
    count,
    sites,
  }: {
    readonly category: string
    readonly count: number
    readonly sites: string
  }) => [
    `This resource leaves ${counted(count, 'site')} in category ${JSON.stringify(category)} to another resource, whose change failed: ` +
      `${sites}. The state of this resource keeps ${count === 1 ? 'the site' : 'the sites'}.`,
    'Fix the error of the other resource, and apply again.',
  ],
)

export const sitesNotMoved = error(
  'sites-not-moved',
  'Sites were not moved to another category',
  ({ id, stayed, unsure }: Incidents['sites-not-moved']) => {
    const sentences = [
      ...(stayed.length > 0
        ? [
            `Sites of category ${id} should have moved to another category, but stayed: ${siteNames(new FewSites(stayed))}.`,
          ]
        : []),
      ...(unsure.length > 0
        ? [
            `Whether sites of category ${id} have moved to another category is not known: ${siteNames(new FewSites(unsure))}.`,
          ]
        : []),
    ]
    return [
      sentences.join(' '),
      `Fix the error of the category that they should have moved to, and apply again.${unsure.length > 0 ? ' The plan looks up where they are.' : ''}`,
    ]
  },
)

interface HeldSites {
  readonly category: string
  readonly count: number
  /** Sentences that say which categories contain which sites. */
  readonly holders: string
}

// Sites that leave a category, and sites that stay there although they are no longer declared.

export const sitesStay = caseOf(
  stays,
  'Sites will stay in a category',
  ({ list, category }: { readonly list: string; readonly category: string }) => [
    `The sites of the list ${JSON.stringify(list)} will stay active in category ${JSON.stringify(category)} because on_destroy is ` +
      '"keep", except those that another list of the category removes. Terraform only stops managing them.',
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
    again = 0,
  }: {
    readonly category: string
    readonly count: number
    readonly sites: string
    readonly by: 'destroy' | 'replacement'
    /** How many of them the replacement declares, in whatever category. */
    readonly again?: number
  }) => [
    `${counted(count, 'managed site')} will be removed from category ${JSON.stringify(category)} because the resource is ` +
      `${by === 'destroy' ? 'destroyed' : 'replaced'}, unless another list of the category declares them: ${sites}.${
        again === 0
          ? ''
          : ` The replacement declares ${numberText(again)} of them, and the apply adds ${again === 1 ? 'it' : 'them'} to its category.`
      }`,
    by === 'destroy'
      ? 'To keep them in the category, put the block back if you have removed it, set on_destroy = "keep", and apply. Then remove the block.'
      : 'To keep them in the category, undo the change, set on_destroy = "keep", and apply. Then make the change again.',
  ],
  { group: 'line' },
)

interface KeptSites {
  readonly category: string
  /** How many the appliance has called removed. */
  readonly removed: number
  /** How many of them are still there. */
  readonly count: number
  readonly sites: string
  readonly by: 'update' | 'destroy' | 'replacement'
}

/** The state of a list that is deleted has only the sites that are left. */
const waysOut: Readonly<Record<KeptSites['by'], string>> = {
  update: 'set on_remove = "keep", and apply; or remove the whole list from the state (terraform state rm)',
  destroy:
    'declare only what is left, with on_destroy = "keep", apply, and then destroy; or remove the resource from the state (terraform state rm)',
  replacement:
    'remove the resource from the state (terraform state rm), and apply: the apply creates it with the sites of the configuration',
}

export const sitesStillThere = error(
  'sites-still-there',
  'Sites that the appliance has called removed are still there',
  (kept: KeptSites) => [
    `${keptPhrase(kept)} ${kept.count === 1 ? 'The site stays' : 'These sites stay'} in the state, and the next apply or destroy removes ` +
      `${kept.count === 1 ? 'it' : 'them'} again.`,
    'Look in the console for the reason, such as an expired license, and try again. To leave ' +
      `${kept.count === 1 ? 'it' : 'them'} in the category, ${waysOut[kept.by]}.`,
  ],
)

export const placeholderStillThere = error(
  'placeholder-still-there',
  'A placeholder name that the appliance has called removed is still there',
  ({ id, placeholder }: Incidents['placeholder-still-there']) => [
    `The appliance answered that it has removed the placeholder name ${placeholder} from category ${id}, but it still returns the category ` +
      'for it. The compile after the removal may have been skipped, as the category contains as many sites as before.',
    'Look in the console for the reason, such as an expired license, and try again.',
  ],
)

export const sitesStillStored = warning(
  'sites-still-stored',
  'Sites that the appliance has called removed are still stored',
  (kept: KeptSites) => [
    `${keptPhrase(kept)} The change was not compiled, because compile is false. The state no longer contains ${kept.count === 1 ? 'the site' : 'these sites'}.`,
    `After the next compile, check in the console whether ${kept.count === 1 ? 'it is' : 'they are'} still active. If so, remove ${kept.count === 1 ? 'it' : 'them'} there.`,
  ],
)

export const movedSitesStillThere = warning(
  'moved-sites-still-there',
  'Sites that were moved are still in the other category',
  ({
    category,
    to,
    count,
    sites,
  }: {
    readonly category: string
    readonly to: string
    readonly count: number
    readonly sites: string
  }) => [
    `The appliance answered that it has moved sites from category ${JSON.stringify(category)} to category ${JSON.stringify(to)}, but ` +
      `category ${JSON.stringify(category)} still contains ${count === 1 ? 'one' : numberText(count)} of them: ${sites}.`,
    `Remove ${count === 1 ? 'it' : 'them'} from category ${JSON.stringify(category)} in the console.`,
  ],
)

function keptPhrase({ category, removed, count, sites }: KeptSites): string {
  return (
    `The appliance answered that it has removed ${counted(removed, 'site')} from category ${JSON.stringify(category)}, but ` +
    `it still returns the category for ${removed === 1 ? 'this site' : `${count === 1 ? 'one' : numberText(count)} of them`}: ${sites}.`
  )
}

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

export const sitesReadOtherwise = warning(
  'sites-read-otherwise',
  'Sites leave a list because its file is read differently',
  (read: ReadOtherwise & { readonly isTakenOut: boolean }) => [
    `${whatLeaves(read)} ${read.count === 1 ? 'It' : 'They'} ${
      read.isTakenOut
        ? 'will be removed from the category unless another list of it declares them'
        : 'will no longer be managed, but will stay in the category'
    }.`,
    advice,
  ],
)

export const sitesReadOtherwiseRefused = caseOf(
  removalLimitExceeded,
  'More than a tenth of a list leaves it because its file is read differently',
  (read: ReadOtherwise) => [
    `${whatLeaves(read)} That is more than a tenth of the ${counted(read.managed, 'site')} that this resource manages, and no removal_limit is set. ` +
      'Nothing was sent.',
    `${advice} To let the sites leave, set removal_limit = "${read.count}" in this resource, apply, and then remove the limit.`,
  ],
)

/** Sites that leave a list although its file is perhaps the same. */
interface ReadOtherwise {
  readonly path: FileNames
  readonly category: string
  readonly count: number
  /** What the lines are that name them, with the numbers of their sites. */
  readonly kinds: readonly string[]
  readonly sites: string
  /** By the resource, in the refreshed state. */
  readonly managed: number
}

function whatLeaves({ path, category, count, kinds, sites }: ReadOtherwise): string {
  const lines = kinds.length === 0 ? '' : ` (${kinds.join(', ')})`
  return (
    `${counted(count, 'site')} of category ${JSON.stringify(category)} ${count === 1 ? 'leaves' : 'leave'} the list of ${fileNames(path)} only because ` +
    `this release of the provider reads lines of it differently than the release that applied it${lines}: ${sites}.`
  )
}

const advice =
  'Check whether the category is meant to contain these sites. To keep one, write it on a line of its own in the file.'

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
      `${JSON.stringify(category)}. ${capitalizedLimit(limitNames[origin])} allows ${numberText(most)} (${JSON.stringify(limit)}).`,
    'Compare the new list with the old one before the apply, because the download of a list may be incomplete.',
  ],
)

/** For the beginning of a sentence. The names of attributes keep their spelling. */
function capitalizedLimit(text: string): string {
  return text.startsWith('the ') ? `T${text.slice(1)}` : `The ${text}`
}

/** The origin of a limit: which setting, or the default. */
const limitNames = {
  resource: 'removal_limit of the resource',
  provider: 'removal_limit of the provider',
  environment: 'the environment variable APPLIANCE_REMOVAL_LIMIT',
  default: 'the default limit for files with more than 1,000 managed sites',
}

// Lists that `moved` blocks move from one type of resource to the other.

export const categoryNotManaged = warning(
  'category-not-managed',
  'A category will no longer be managed, only a list in it',
  ({ category, count }: { readonly category: string; readonly count: number }) => [
    `The list of category ${JSON.stringify(category)} moves from appliance_category to appliance_category_sites. ` +
      `${moveSendsNothing(count)} Terraform no longer manages the category itself, which stays on the appliance.`,
    'If Terraform should still manage the category, remove the moved block, or declare an appliance_category for it in a later apply.',
  ],
)

export const listOfCategoryItself = warning(
  'list-of-category-itself',
  'A list will become the list of its category, which will be managed',
  ({
    list,
    category,
    count,
  }: {
    readonly list: string
    readonly category: string
    readonly count: number
  }) => [
    `The list ${JSON.stringify(list)} of category ${JSON.stringify(category)} moves from appliance_category_sites to ` +
      `appliance_category. ${moveSendsNothing(count)} Terraform then also manages the category itself. A destroy leaves it on the ` +
      'appliance.',
    'If something else manages the category, remove the moved block.',
  ],
)

/** Terraform moves a state before it plans, so the move does not depend on what the plan does with the list. */
function moveSendsNothing(count: number): string {
  const stay = `${counted(count, 'managed site')} ${count === 1 ? 'stays' : 'stay'} in the category`
  return `The move itself sends nothing: its ${stay} unless the plan also changes or replaces the list.`
}
