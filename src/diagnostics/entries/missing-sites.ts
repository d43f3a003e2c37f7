import { calledList } from '../called-list'
import { counted } from '../counted'
import { error, warning } from '../diagnostic'

// Of managed sites that the appliance does not show, or of whose number it tells something else.

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
    'The next apply adds what is missing.',
  ],
)

export const sitesNotAskedFor = warning(
  'sites-not-asked-for',
  'The appliance does not tell whether sites are still in a category',
  ({
    category,
    managed,
    items,
  }: {
    readonly category: string
    readonly managed: number
    /** How many the category holds; undefined where the appliance does not tell. */
    readonly items: number | undefined
  }) => [
    `This appliance cannot be asked for single sites, so none of the ${counted(managed, 'managed site')} of category ` +
      `${JSON.stringify(category)} was asked for; ` +
      (items === undefined
        ? 'it does not tell how many there are either.'
        : `the category holds ${counted(items, 'site')}, those of others included.`),
    'Sites that others took out may be overlooked. If you accept that, set verify = "none": it ends this warning, and the comparison of ' +
      'numbers with it.',
  ],
)

export const fewerSitesThanManaged = warning(
  'fewer-sites-than-managed',
  'A category holds fewer sites than are managed',
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
    const holds = `Category ${JSON.stringify(category)} holds ${counted(items, 'site')}, and ${managed} are managed`
    if (others.length === 0) {
      return [
        `${holds}. This appliance does not tell which are missing.`,
        'The next apply adds all of them again, which leaves those that are in the category as they are.',
      ]
    }
    return [
      `${holds} by several lists together: this one, and ${others.map(calledList).join(' and ')}. This appliance does not tell which ` +
        'are missing, nor of which list.',
      'The next apply adds all sites of this list again, which leaves those that are in the category as they are. If the warning comes ' +
        'again after it, the missing sites are of another list: remove its resource from the state (terraform state rm), import it again ' +
        'if it is the category, and apply, which adds all of its sites again.',
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
    /** Names of the lists that were asked for in part; null for that of the category itself. */
    readonly lists: readonly (string | null)[]
  }) => [
    `Category ${JSON.stringify(category)} holds ${counted(items, 'site')}, and its lists manage ${managed} together. Of those that are ` +
      `missing ${found} ${found === 1 ? 'was' : 'were'} found; the others must be in ${lists.map(calledList).join(' or ')}, of which not ` +
      'all sites were asked for.',
    'Apply verify = "full" there: the next plan shows what is missing.',
  ],
)

export const sitesContradicted = error(
  'sites-contradicted',
  'The appliance contradicts itself about the sites of a category',
  ({ category, items }: { readonly category: string; readonly items: number }) => [
    `The appliance answers for every managed site of category ${JSON.stringify(category)} as for a site that does not exist, but lists ` +
      `${counted(items, 'site')} in it.`,
    'Look in the console of the appliance whether the sites are in the category. If they are, look for the cause in its log; if other ' +
      'sites have taken their place, remove the resource from the state (terraform state rm) and apply: the apply adopts the category ' +
      'and adds the sites.',
  ],
)
