import { error } from '../../diagnostic'

// What is said of the identities by which resources are imported.

export const identityTooNew = error(
  'identity-too-new',
  'The identity was written by a newer release of the provider',
  ({ type, found }: { readonly type: string; readonly found: number }) => [
    `The identity of ${type} in the state was written by a newer release of the provider: it has version ${found}, and this release ` +
      'supports version 0.',
    'Use that release or a newer one.',
  ],
)

export const identityIncomplete = error(
  'identity-incomplete',
  'An import by identity lacks an attribute',
  ({ type, attribute }: { readonly type: string; readonly attribute: string }) => [
    `The identity of ${type} requires ${attribute}, which is not set or not known yet.`,
    `Set ${attribute} in the import block to a value that the plan knows.`,
  ],
)

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
