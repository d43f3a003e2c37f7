import { dataSource } from '../definitions'
import { integer, listOf, nestedList, string } from '../terraform/schema/builders'

/** The network interfaces of the appliance (interface document, 2.5 and 4.4). */
export const interfaces = dataSource('interfaces', {
  description: 'The network interfaces of the appliance, and their addresses.',
  documentation: { subcategory: 'Network' },

  attributes: {
    interfaces: nestedList(
      {
        name: string({ computed: true, description: 'Name of the interface, such as `eth0`.' }),
        flags: listOf('string', {
          computed: true,
          description:
            'What its state is: `up`, `loopback`, `broadcast`, `multicast`, `running` and the like.',
        }),
        mac: string({ computed: true, description: 'Hardware address; empty for the loopback interface.' }),
        gateway: string({
          computed: true,
          nullable: true,
          description: 'Gateway behind it. Null where there is none, or the release does not tell.',
        }),
        addresses: nestedList(
          {
            address: string({ computed: true, description: 'IPv4 or IPv6 address.' }),
            prefix_length: integer({
              computed: true,
              nullable: true,
              description: "Bits of the network's part. Null where the appliance does not tell.",
            }),
            family: string({
              computed: true,
              oneOf: ['ipv4', 'ipv6'],
              description: '`ipv4` or `ipv6`.',
            }),
          },
          { computed: true, description: 'Its addresses, in the order of the appliance.' },
        ),
      },
      { computed: true, description: 'The interfaces, in the order of the appliance.' },
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
