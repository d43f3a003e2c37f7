import { dataSource } from '../definitions'
import { bool, integer, nestedList, string } from '../terraform/schema/builders'

/** All DNSBL/RBL databases (interface document, 2.4 and 4.7). */
export const rblDatabases = dataSource('rbl_databases', {
  description:
    'The DNSBL/RBL databases of the appliance. Needs the listener of the record databases, which is off until it is ' +
    'enabled in the console. What the appliance does not tell is null.',
  documentation: { subcategory: 'Record databases' },

  attributes: {
    databases: nestedList(
      {
        id: string({ computed: true, description: 'Index of the database: the digits of its address.' }),
        address: string({
          computed: true,
          nullable: true,
          description: 'IPv4 address that the database answers with for what it lists.',
        }),
        description: string({ computed: true, nullable: true, description: 'What it is for.' }),
        table: string({
          computed: true,
          nullable: true,
          description: 'Name of the table in which its records are stored.',
        }),
        item_count: integer({ computed: true, nullable: true, description: 'Number of records in it.' }),
        enabled: bool({ computed: true, nullable: true, description: 'Whether it is in use.' }),
        ttl: integer({
          computed: true,
          nullable: true,
          description: 'Time to live, in the unit of the appliance, which its documentation does not name.',
        }),
        date: string({
          computed: true,
          nullable: true,
          description: 'Date of the database, ISO 8601 in UTC, as the appliance writes it.',
        }),
      },
      { computed: true, description: 'The databases, ordered by their index.' },
    ),
  },

  async read({ appliance, signal }) {
    const found = await appliance.records.databases(signal)
    return { databases: found.map(({ items, ...each }) => ({ ...each, item_count: items })) }
  },
})
