import type { App } from 'cdktn'
import { ApplianceFleet } from 'terraform-provider-appliance/cdktn/constructs/appliance-fleet'
import { declareBackend } from './backend'

/** The appliances of the branches: one policy, with exceptions in Rome. Each appliance has its own stack. */
export function declareBranches(app: App) {
  return new ApplianceFleet(app, 'branches', {
    policy: {
      categories: {
        ads: { name: 'ads', sites: ['doubleclick.net', 'adserver.example'] },
        games: { name: 'games', sites: ['play.example', 'cards.example'] },
      },
    },
    appliances: {
      berlin: { provider: { baseUrl: 'https://proxy.berlin.example.org' } },
      oslo: { provider: { baseUrl: 'https://proxy.oslo.example.org' } },
      rome: {
        provider: { baseUrl: 'https://proxy.rome.example.org' },
        exceptions: {
          ads: { remove: ['adserver.example'], add: ['annunci.example'] },
          games: 'absent',
        },
      },
    },
    forEachStack: ({ stack }) => declareBackend(stack),
  })
}
