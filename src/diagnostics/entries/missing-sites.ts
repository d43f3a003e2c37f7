import { error, warning } from '@webfilter/terraform-plugin'
import { calledList } from '../called-list'
import { counted, numberText } from '../counted'

// Of managed sites that the appliance does not show, or of which it reports another number.

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
    /** How many the category contains; undefined where the appliance does not report it. */
    readonly items: number | undefined
  }) => [
    `This appliance cannot report whether a category contains a site, so drift was not checked for ` +
      `${counted(managed, 'managed site')} of category ${JSON.stringify(category)}. ` +
      (items === undefined
        ? 'The appliance does not report the number of sites either.'
        : `The category contains ${counted(items, 'site')} in total, including sites that this resource does not manage.`),
    'A removal outside of Terraform may go undetected. To accept that, set verify = "none", which ends this warning and the comparison of ' +
      'site counts.',
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
      `${contains}, but this list and ${others.map(calledList).join(' and ')} together manage ${numberText(managed)}. This appliance ` +
        'cannot report which ones are missing, or from which list.',
      'The next apply adds all sites of this list again; the ones that are still in the category stay as they are. If the warning ' +
        'returns after that, sites of another list are missing: remove its resource from the state (terraform state rm), import it ' +
        'again if it is the category, and apply, which adds all of its sites again.',
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
      `plan identified ${numberText(found)} of the missing sites. The others must belong to ${lists.map(calledList).join(' or ')}, of ` +
      'which not all sites were checked.',
    `Apply verify = "full" for ${lists.length === 1 ? 'that list' : 'those lists'}: the next plan shows the missing sites.`,
  ],
)

export const sitesContradicted = error(
  'sites-contradicted',
  'The appliance contradicts itself about the sites of a category',
  ({ category, items }: { readonly category: string; readonly items: number }) => [
    `The appliance answers for every managed site of category ${JSON.stringify(category)} as for a site that no category contains, but ` +
      `counts ${counted(items, 'site')} in it.`,
    'Check in the console of the appliance whether the category contains the sites. If it does, look for the cause in the log of the ' +
      'appliance. If other sites have replaced them, remove the resource from the state (terraform state rm) and apply: the apply adds ' +
      'the declared sites again.',
  ],
)
