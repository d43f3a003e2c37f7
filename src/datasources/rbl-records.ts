import { listOf, nestedList, string } from '@webfilter/terraform-plugin'
import { dataSource } from '../definitions'
import { digitsOnly, ipv4 } from '../validators'

/** Which addresses a DNSBL/RBL database lists (interface document, 4.7). */
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
