import { error } from '../diagnostic'

// The record databases, and the network of the appliance.

export const delistingAddressNamedTwice = error(
  'delisting-address-named-twice',
  'An address is named twice',
  ({ address }: { readonly address: string }) => [
    `The address ${address} is named twice.`,
    'Leave one of them out.',
  ],
)

export const recordDatabaseMissing = error(
  'record-database-missing',
  'The appliance has no such record database',
  ({
    database,
    failure,
    known,
  }: {
    readonly database: string
    /** What failed because of it. */
    readonly failure: string
    /** Some of the indexes that the appliance has. */
    readonly known: readonly string[]
  }) => [
    `The appliance has no record database ${database}: ${failure}`,
    `Take one of those it has, ${known.join(', ')}, or make the database in the console of the appliance.`,
  ],
)

export const hostNameDeclaredTwice = error(
  'host-name-declared-twice',
  'The host name is declared twice',
  () => [
    'An appliance has one host name, and another resource of this configuration sets it.',
    'Declare it once.',
  ],
)
