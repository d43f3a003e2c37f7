import { error, warning } from '@webfilter/terraform-plugin'

// Of changes that were sent, and of the compiles that make them active.

export const categoryAnswerUnreadable = warning(
  'category-answer-unreadable',
  'The answer to a change of a category is not understood',
  ({
    name,
    failure,
    compile,
  }: {
    readonly name: string
    readonly failure: string
    /** Whether the change was to be compiled. */
    readonly compile: boolean
  }) => [
    `Category ${JSON.stringify(name)} was changed, but the answer is not understood. ${failure} The provider checked the sites: they ` +
      'were added or removed as planned.',
    compile ? 'Check in the console of the appliance that the category was compiled.' : '',
  ],
)

export const harmlessNamesLeft = warning(
  'harmless-names-left',
  'Placeholder names are left in a category',
  ({ names }: { readonly names: readonly LeftName[] }) => [
    `${names.map(whereItIs).join(' ')} A placeholder name matches no website. It was added because the appliance compiles a category ` +
      'only with a site, and no site of the category was known.',
    names.some(({ isStored }) => isStored)
      ? 'A placeholder name blocks nothing. If it is still in a category, you can remove it in the console after the category is compiled.'
      : 'A placeholder name blocks nothing, so no action is required.',
  ],
)

/** A name that was added for the sake of a compile. */
interface LeftName {
  readonly site: string
  /** The category's name in quotes, or `number 250`. */
  readonly category: string
  /** Whether the category contains it. If not, it is active until the next compile. */
  readonly isStored: boolean
}

function whereItIs({ site, category, isStored }: LeftName): string {
  return isStored
    ? `The placeholder name ${site} is left in category ${category}.`
    : `The placeholder name ${site} was removed from category ${category}, but stays active until its next compile.`
}

export const compileNeedsSite = error(
  'compile-needs-site',
  'A category cannot be compiled without a site',
  ({ id, route }: { readonly id: number /** The one that compiles. */; readonly route: string }) => [
    `Category ${id} cannot be compiled: the older category routes compile only together with a site (${route}), and no site of the ` +
      'category is known.',
    'Compile the category in the console of the appliance, or leave at least one site in it.',
  ],
)
