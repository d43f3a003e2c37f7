import { error } from '@webfilter/terraform-plugin'

// What is said of the identities by which resources are imported.

export const categoryIdentityMismatch = error(
  'category-identity-mismatch',
  'Name and number are not those of one category',
  ({
    id,
    name,
    now,
  }: {
    readonly id: string
    readonly name: string
    /** The name of the category with this number; undefined if there is none. */
    readonly now: string | undefined
  }) => [
    `The import identifies category ${JSON.stringify(name)} with number ${JSON.stringify(id)}, but ` +
      (now === undefined
        ? 'the appliance has no category with this number.'
        : `the category with this number is ${JSON.stringify(now)}.`),
    'Correct the identity, or remove id from it to import the category by its name.',
  ],
)
