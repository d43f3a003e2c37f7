import { bool, integer, nestedList, string } from '@webfilter/terraform-plugin'
import { dataSource } from '../definitions'

/** All DNSBL/RBL databases (interface document, 2.4 and 4.7). */
export const rblDatabases = dataSource('rbl_databases', {
  description:
    'Lists the DNSBL/RBL databases of the appliance. Requires the listener of the record databases, which must be enabled in the ' +
    'console. Attributes that the appliance does not return are null.',
  documentation: { subcategory: 'Record databases' },

  attributes: {
    databases: nestedList(
      {
        id: string({ computed: true, description: 'Index of the database: the digits of its address.' }),
        address: string({
          computed: true,
          nullable: true,
          description: 'IPv4 address that the database returns for the records it lists.',
        }),
        description: string({ computed: true, nullable: true, description: 'Purpose of the database.' }),
        table: string({
          computed: true,
          nullable: true,
          description: 'Name of the table in which the appliance stores the records.',
        }),
        item_count: integer({
          computed: true,
          nullable: true,
          description: 'Number of records in the database.',
        }),
        enabled: bool({ computed: true, nullable: true, description: 'Whether the database is in use.' }),
        ttl: integer({
          computed: true,
          nullable: true,
          description: 'Time to live. The documentation of the appliance does not name its unit.',
        }),
        date: string({
          computed: true,
          nullable: true,
          description: 'Date of the database in UTC, in the ISO 8601 form that the appliance returns.',
        }),
      },
      { computed: true, description: 'Databases, in the order of their index.' },
    ),
  },

  async read({ appliance, signal }) {
    const found = await appliance.records.databases(signal)
    return { databases: found.map(({ items, ...each }) => ({ ...each, item_count: items })) }
  },
})
