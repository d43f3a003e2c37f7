import { dataSource } from '../definitions'
import { listOf, nestedList, string } from '../terraform/schema/builders'
import { digitsOnly, ipv4 } from '../validators'

/** Which addresses a DNSBL/RBL database lists (interface document, 4.7). */
export const rblRecords = dataSource('rbl_records', {
  description:
    'Which of some IPv4 addresses a DNSBL/RBL database lists. Needs the listener of the record databases, which is off ' +
    'until it is enabled in the console.',
  documentation: { subcategory: 'Record databases' },

  attributes: {
    database: string({
      required: true,
      validate: digitsOnly,
      description:
        'Index of the database, such as `1270002`. The data source `appliance_rbl_databases` lists them.',
    }),
    addresses: listOf('string', {
      required: true,
      validateElement: ipv4,
      description: 'IPv4 addresses to look for.',
    }),
    records: nestedList(
      {
        address: string({ computed: true, description: 'The address that is listed.' }),
        description: string({
          computed: true,
          nullable: true,
          description: 'Why it is listed. Null where the appliance does not tell.',
        }),
        date: string({
          computed: true,
          nullable: true,
          description: 'Since when, as the appliance writes it. Null where it does not tell.',
        }),
      },
      { computed: true, description: 'The addresses that are listed, in the order of `addresses`.' },
    ),
  },

  async read({ config: { database, addresses }, appliance, signal }) {
    const asked = [...new Set(addresses)]
    const records = await appliance.records.listed(database, asked, signal)
    return { database, addresses, records }
  },
})
