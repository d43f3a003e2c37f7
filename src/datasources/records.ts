import { digitsOnly, ipv4 } from '@webfilter/appliance-declarations/validators'
import { bool, integer, listOf, nestedList, string } from '@webfilter/terraform-plugin'
import { dataSource } from '../definitions'

/** All DNSBL/RBL databases (docs/appliance, "List record databases"). */
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

/** Which addresses a DNSBL/RBL database lists (docs/appliance, "Query records"). */
export const rblRecords = dataSource('rbl_records', {
  description:
    'Reads which of the given IPv4 addresses a DNSBL/RBL database lists. Requires the listener of the record databases, which must ' +
    'be enabled in the console.',
  documentation: { subcategory: 'Record databases' },

  attributes: {
    database: string({
      required: true,
      validate: digitsOnly,
      description:
        'Index of the database, such as `1270002`. The data source `appliance_rbl_databases` lists the databases.',
    }),
    addresses: listOf('string', {
      required: true,
      validateElement: ipv4,
      description: 'IPv4 addresses to look up.',
    }),
    records: nestedList(
      {
        address: string({ computed: true, description: 'Listed IPv4 address.' }),
        description: string({
          computed: true,
          nullable: true,
          description: 'Reason for the record. Null if the appliance does not return it.',
        }),
        date: string({
          computed: true,
          nullable: true,
          description:
            'Date of the record, in the form that the appliance returns. Null if it does not return one.',
        }),
      },
      { computed: true, description: 'Records of the listed addresses, in the order of `addresses`.' },
    ),
  },

  async read({ config: { database, addresses }, appliance, signal }) {
    const asked = [...new Set(addresses)]
    const records = await appliance.records.listed(database, asked, signal)
    return { database, addresses, records }
  },
})
