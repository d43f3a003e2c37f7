import {
  delistingAddressNamedTwice,
  delistingNotChecked,
  recordStillListed,
} from '@webfilter/appliance-declarations/diagnostics/other-areas'
import { type Problem, refuse, report } from '@webfilter/appliance-declarations/problem'
import { digitsOnly, ipv4 } from '@webfilter/appliance-declarations/validators'
import {
  bool,
  IncompleteChange,
  isUnknown,
  listOf,
  type PrivateForms,
  ProviderError,
  string,
  type Unknown,
} from '@webfilter/terraform-plugin'
import { isJsonObject } from '@webfilter/text'
import { resource } from '../definitions'
import { lookInPlan } from '../provider-data'

/** What is stored beside the state: the fingerprint of the answers for addresses that are not listed, as `DelistOutcome` has it. */
interface DelistingRecord {
  readonly absence: string
}

const delistingPrivateData: PrivateForms<DelistingRecord, never> = {
  record: (json) =>
    isJsonObject(json) && typeof json.absence === 'string' ? { absence: json.absence } : undefined,
  note: () => undefined,
}

/** Addresses that a record database is not to list (docs/appliance, "Query records" and "Delete records"). */
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

  privateData: delistingPrivateData,

  async plan({ prior, proposed, appliance, onUnreachable, diagnostics, signal }) {
    const { database, addresses } = proposed
    // A database whose answers are not understood once nothing is listed would fail in every later plan, also in that of the destroy.
    if (!prior && appliance && !isUnknown(database) && isKnown(addresses) && !diagnostics.hasErrors) {
      const notChecked = (failure: string) => delistingNotChecked({ database, failure })
      await lookInPlan(notChecked, ['database'], { diagnostics, onUnreachable }, () =>
        appliance.records.listed(database, addresses, signal),
      )
    }
    return { id: database, compiled: true }
  },

  async create({ plan, keep, appliance, signal }) {
    refuse(addressesNamedTwice(plan.addresses))
    const { database, addresses } = plan
    const { deleted, failure, absence } = await appliance.records.delist(database, addresses, signal)
    if (failure) throw failure
    // Even if nothing was listed: an earlier creation may have failed before its compile.
    await appliance.records.compile(signal)
    const still = await appliance.records.stillListed(database, deleted, signal)
    if (still.length > 0) throw new ProviderError(recordStillListed({ database, addresses: still }))
    if (absence !== undefined) keep({ absence })
    return { ...plan, id: database, compiled: true }
  },

  async read({ state, record, appliance, signal }) {
    const { database, addresses } = state
    const listed = await appliance.records.listed(database, addresses, signal, record?.absence)
    const found = new Set(listed.map(({ address }) => address))
    return { ...state, addresses: addresses.filter((address) => !found.has(address)) }
  },

  async update({ prior, plan, record, keep, appliance, signal }) {
    refuse(addressesNamedTwice(plan.addresses))
    const { records } = appliance
    const { database } = plan
    const added = plan.addresses.filter((address) => !prior.addresses.includes(address))
    const outcome = await records.delist(database, added, signal, record?.absence)
    const { deleted, unconfirmed, failure, absence } = outcome
    if (absence !== undefined) keep({ absence })
    const without = (left: readonly string[]) => plan.addresses.filter((address) => !left.includes(address))
    if (failure) {
      const addresses = without(unconfirmed)
      throw new IncompleteChange(
        { ...prior, addresses, compiled: prior.compiled && deleted.length === 0 },
        failure,
      )
    }
    if (added.length > 0 || !prior.compiled) {
      try {
        await records.compile(signal)
      } catch (error) {
        throw new IncompleteChange({ ...plan, id: prior.id, compiled: false }, error)
      }
    }
    await confirmGone(deleted)
    return { ...plan, id: prior.id, compiled: true }

    /** Deleted addresses that are still listed, or may be, are not in the state: the next plan adds them again. */
    async function confirmGone(gone: readonly string[]): Promise<void> {
      const incomplete = (left: readonly string[], cause: unknown) =>
        new IncompleteChange({ ...plan, addresses: without(left), id: prior.id, compiled: true }, cause)
      const still = await records.stillListed(database, gone, signal).catch((error: unknown) => {
        throw incomplete(gone, error)
      })
      if (still.length > 0)
        throw incomplete(still, new ProviderError(recordStillListed({ database, addresses: still })))
    }
  },

  async delete() {},
})

function isKnown(addresses: readonly (string | Unknown)[] | Unknown): addresses is readonly string[] {
  return !isUnknown(addresses) && !addresses.some(isUnknown)
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
