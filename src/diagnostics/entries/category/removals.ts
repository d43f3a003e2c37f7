import { error, warning } from '@webfilter/terraform-plugin'
import { counted, numberText } from '../../counted'

// Of sites that leave a category, and of those that stay there although they are no longer declared.

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
      `${by === 'destroy' ? 'destroyed' : 'replaced, unless another list of the category declares them'}: ${sites}.${
        again === 0
          ? ''
          : ` The replacement declares ${numberText(again)} of them, and the apply adds ${again === 1 ? 'it' : 'them'} to its category.`
      }`,
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

/** For the beginning of a sentence. The names of attributes keep their spelling. */
function capitalized(text: string): string {
  return text.startsWith('the ') ? `T${text.slice(1)}` : `The ${text}`
}

/** The origin of a limit: which setting, or the default. */
const limitNames = {
  resource: 'removal_limit of the resource',
  provider: 'removal_limit of the provider',
  environment: 'the environment variable APPLIANCE_REMOVAL_LIMIT',
  default: 'the default limit for files with more than 1,000 managed sites',
}
