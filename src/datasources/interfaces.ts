import { integer, listOf, nestedList, string } from '@webfilter/terraform-plugin'
import { dataSource } from '../definitions'

/** The network interfaces of the appliance (docs/appliance, "List network interfaces"). */
export const interfaces = dataSource('interfaces', {
  description: 'Lists the network interfaces of the appliance and their addresses.',
  documentation: { subcategory: 'Network' },

  attributes: {
    interfaces: nestedList(
      {
        name: string({ computed: true, description: 'Name of the interface, such as `eth0`.' }),
        flags: listOf('string', {
          computed: true,
          description:
            'Flags of the interface, such as `up`, `loopback`, `broadcast`, `multicast` and `running`.',
        }),
        mac: string({ computed: true, description: 'Hardware address. Empty for the loopback interface.' }),
        gateway: string({
          computed: true,
          nullable: true,
          description: 'Gateway of the interface. Null if the appliance returns none.',
        }),
        addresses: nestedList(
          {
            address: string({ computed: true, description: 'IPv4 or IPv6 address.' }),
            prefix_length: integer({
              computed: true,
              nullable: true,
              description: 'Length of the network prefix in bits. Null if the appliance does not return it.',
            }),
            family: string({
              computed: true,
              oneOf: ['ipv4', 'ipv6'],
              description: 'Family of the address.',
            }),
          },
          { computed: true, description: 'Addresses of the interface, in the order of the appliance.' },
        ),
      },
      { computed: true, description: 'Network interfaces, in the order of the appliance.' },
    ),
  },

  async read({ appliance, signal }) {
    const found = await appliance.network.interfaces(signal)
    return {
      interfaces: found.map(({ addresses, ...each }) => ({
        ...each,
        addresses: addresses.map(({ address, prefixLength, family }) => ({
          address,
          prefix_length: prefixLength,
          family,
        })),
      })),
    }
  },
})
