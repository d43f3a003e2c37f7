import { error, warning } from '@webfilter/terraform-plugin'
import { calledList } from '../../called-list'
import { counted, numberText } from '../../counted'

// Of sites that several lists or categories contain.

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
    `In category ${JSON.stringify(category)}, ${calledList(one)} and ${calledList(other)} contain the same sites: ${sites}. A site ` +
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
    isLeft,
  }: {
    readonly category: string
    readonly count: number
    readonly sites: string
    /** The one that gives them up leaves them there; otherwise the one that stays keeps or restores them. */
    readonly isLeft: boolean
  }) => [
    `${counted(count, 'site')} of category ${JSON.stringify(category)} ${count === 1 ? 'is' : 'are'} managed by two resources in the ` +
      `state, one of which gives ${count === 1 ? 'it' : 'them'} up, or may do so: ${sites}. ` +
      (isLeft
        ? 'Nothing removes what the other resource declares.'
        : 'The other resource still declares what is given up, so it is applied too: it keeps the sites, or adds them again if they are ' +
          'removed first.'),
    'To give up a whole resource without changing the appliance, remove the block from the configuration and run terraform state rm, or ' +
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

export const sitesNotMoved = error(
  'sites-not-moved',
  'Sites were not moved to another category',
  ({ id, sites }: { readonly id: number; readonly sites: string }) => [
    `Sites of category ${id} should have moved to another category, but stayed: ${sites}.`,
    'Fix the error of the category that they should have moved to, and apply again.',
  ],
)

interface HeldSites {
  readonly category: string
  readonly count: number
  /** Sentences that say which categories contain which sites. */
  readonly holders: string
}
