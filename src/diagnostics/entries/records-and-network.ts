import { error } from '@webfilter/terraform-plugin'

// The record databases, and the network of the appliance.

export const delistingAddressNamedTwice = error(
  'delisting-address-named-twice',
  'An address is listed twice',
  ({ address }: { readonly address: string }) => [
    `The address ${address} is listed twice.`,
    'Remove one of the two entries.',
  ],
)

export const recordDatabaseMissing = error(
  'record-database-missing',
  'The record database does not exist',
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
    `Use an existing database, such as ${known.join(', ')}, or create the database in the console of the appliance.`,
  ],
)

export const hostNameDeclaredTwice = error(
  'host-name-declared-twice',
  'The host name is declared twice',
  () => [
    'An appliance has one host name, and another resource in this configuration sets it.',
    'Declare the host name once.',
  ],
)
