import { bool, IncompleteChange, isUnknown, listOf, string, type Unknown } from '@webfilter/terraform-plugin'
import type { Appliance } from '../appliance/appliance'
import { type Problem, refuse, report, resource } from '../definitions'
import { delistingAddressNamedTwice } from '../diagnostics/other-areas'

import { digitsOnly, ipv4 } from '../validators'

/** Addresses that a record database is not to list (interface document, 4.7). */
export const rblDelisting = resource('rbl_delisting', {
  description:
    'Keeps IPv4 addresses out of a DNSBL/RBL database: removes those that are listed, and compiles the databases. Requires the ' +
    'listener of the record databases, which must be enabled in the console.',
  documentation: {
    subcategory: 'Record databases',
    destroy:
      'Nothing is sent. The removed addresses stay out of the database until someone lists them again.',
    irreversible:
      '~> **Warning:** The REST interface cannot add an address to a database. The provider cannot restore a record that an ' +
      'apply has removed.',
    drift:
      'Each plan looks up every address in the database. An address that is listed again leaves `addresses` in the state, so the plan ' +
      'adds it there, and the apply removes it from the database.',
  },

  attributes: {
    database: string({
      required: true,
      requiresReplace: true,
      validate: digitsOnly,
      description:
        'Index of the database, such as `1270002`. The data source `appliance_rbl_databases` lists the databases.',
    }),
    addresses: listOf('string', {
      required: true,
      validateElement: ipv4,
      semanticEquals: isSameSet,
      description:
        'IPv4 addresses that the database must not list. Their order has no meaning. Must not contain duplicates.',
    }),
    id: string({
      computed: true,
      useStateForUnknown: true,
      inOlderStates: ({ database }) => String(database),
      description: 'Index of the database.',
    }),
    compiled: bool({
      computed: true,
      description: 'Whether the last removal was compiled. If `false`, the next apply compiles.',
    }),
  },

  validate({ config, diagnostics }) {
    report(addressesNamedTwice(config.addresses), diagnostics)
  },

  plan: ({ proposed }) => ({ id: proposed.database, compiled: true }),

  async create({ plan, appliance, signal }) {
    refuse(addressesNamedTwice(plan.addresses))
    const { failure } = await appliance.records.delist(plan.database, plan.addresses, signal)
    if (failure) throw failure
    // Even if nothing was listed: an earlier creation may have failed before its compile.
    await appliance.records.compile(signal)
    return { ...plan, id: plan.database, compiled: true }
  },

  async read({ state, appliance, signal }) {
    const listed = await listedOf(state.database, state.addresses, appliance, signal)
    return { ...state, addresses: state.addresses.filter((address) => !listed.has(address)) }
  },

  async update({ prior, plan, appliance, signal }) {
    refuse(addressesNamedTwice(plan.addresses))
    const added = plan.addresses.filter((address) => !prior.addresses.includes(address))
    const { deleted, unconfirmed, failure } = await appliance.records.delist(plan.database, added, signal)
    if (failure) {
      const addresses = plan.addresses.filter((address) => !unconfirmed.includes(address))
      throw new IncompleteChange(
        { ...prior, addresses, compiled: prior.compiled && deleted.length === 0 },
        failure,
      )
    }
    if (added.length > 0 || !prior.compiled) {
      try {
        await appliance.records.compile(signal)
      } catch (error) {
        throw new IncompleteChange({ ...plan, id: prior.id, compiled: false }, error)
      }
    }
    return { ...plan, id: prior.id, compiled: true }
  },

  async delete() {},
})

async function listedOf(
  database: string,
  addresses: readonly string[],
  { records }: Appliance,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const listed = await records.listed(database, addresses, signal)
  return new Set(listed.map(({ address }) => address))
}

function isSameSet(prior: readonly string[], next: readonly string[]): boolean {
  const before = new Set(prior)
  return before.size === new Set(next).size && next.every((address) => before.has(address))
}

function addressesNamedTwice(addresses: readonly (string | Unknown)[] | Unknown): readonly Problem[] {
  const seen = new Set<string>()
  const problems: Problem[] = []
  if (isUnknown(addresses)) return problems
  for (const [index, address] of addresses.entries()) {
    if (isUnknown(address)) continue
    if (seen.has(address)) {
      problems.push({ ...delistingAddressNamedTwice({ address }), path: ['addresses', index] })
    }
    seen.add(address)
  }
  return problems
}
