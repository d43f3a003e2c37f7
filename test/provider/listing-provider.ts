import { providerAttributes } from '@webfilter/appliance-declarations/provider-settings'
import type { EmulatorOptions } from '@webfilter/appliance-emulator'
import { type Attributes, type ObjectValue, objectOf, providerServer } from '@webfilter/terraform-plugin'
import {
  decodeValue,
  definitionsOf,
  encodeValue,
  identityAttributes,
  listEvents,
  type QueryResult,
  queryList,
  type Value,
} from '@webfilter/terraform-plugin/testing'
import { messages, silentLogger } from '../../packages/terraform-plugin/test/provider/pretend-terraform'
import { serveOnSocket } from '../../packages/terraform-plugin/test/provider/served'
import { provider } from '../../src/provider'
import { startAppliance, type TestAppliance } from '../acceptance/appliance'

/** The provider over an emulated appliance, asked as a host asks it. */
export interface ListingProvider {
  readonly appliance: TestAppliance
  /** What a query finds. @param name of the resource, without the provider's prefix */
  listed(
    name: string,
    config?: object,
    limit?: number,
  ): Promise<QueryResult & { readonly names: readonly string[] }>
  /** What a query finds, event by event, kept nowhere. */
  events(name: string, limit: number): ReturnType<typeof listEvents>
  /** The state that an import by identity leads to, or what it says. */
  imported(name: string, identity: object): Promise<Value | string>
  /** How many requests began with a path. */
  requests(path: string): number
  close(): Promise<void>
}

export async function openListingProvider(options: EmulatorOptions = {}): Promise<ListingProvider> {
  const appliance = await startAppliance(options)
  const { service, end } = providerServer(provider, silentLogger)
  const { client, close } = await serveOnSocket(service)
  const { urls } = appliance
  const endpoints = {
    categories: { url: urls.categories },
    categories_legacy: { url: urls.legacy },
    directory: { url: urls.directory ?? '' },
  }
  const config = packed(providerAttributes, { endpoints, retries: 0 })
  const { diagnostics } = await client.provider('ConfigureProvider', { config })
  if (diagnostics.length > 0) throw new Error(messages({ diagnostics }).join())

  return {
    appliance,
    async listed(name, of = {}, limit = 100) {
      const typeName = `appliance_${name}`
      const resource = await named(provider.resources, name)
      const { attributes } = await named(provider.listResources ?? [], name)
      const { identitySchemas } = await client.provider('GetResourceIdentitySchemas', {})
      const schemas = { identity: identitySchemas[typeName] ?? {}, resource: objectOf(resource.attributes) }
      const request = { typeName, limit, includeResourceObject: true, config: packed(attributes, of) }
      const result = await queryList(client, request, schemas)
      return { ...result, names: result.found.map(({ displayName }) => displayName) }
    },
    async *events(name, limit) {
      const { attributes } = await named(provider.listResources ?? [], name)
      const config = packed(attributes, {})
      yield* listEvents(client, { typeName: `appliance_${name}`, limit, includeResourceObject: true, config })
    },
    async imported(name, identity) {
      const resource = await named(provider.resources, name)
      const identityData = packed(identityAttributes(resource), identity)
      const request = { typeName: `appliance_${name}`, identity: { identityData } }
      const answer = await client.provider('ImportResourceState', request)
      const [one] = answer.importedResources
      if (!one?.state) return messages(answer).join()
      if (!one.identity?.identityData?.msgpack.length) throw new Error('The import answers no identity.')
      return decodeValue(objectOf(resource.attributes), one.state.msgpack)
    },
    requests: (path) => appliance.journal.entries().filter((entry) => entry.path.startsWith(path)).length,
    async close() {
      await close()
      await end()
      await appliance.close()
    },
  }
}

async function named<T extends { readonly name: string }>(
  offered: Parameters<typeof definitionsOf<T>>[0],
  name: string,
): Promise<T> {
  const found = (await definitionsOf(offered)).find((each) => each.name === name)
  if (!found) throw new Error(`There is no ${name}.`)
  return found
}

/** An object of the attributes, with nulls for what is not given, also within. */
function packed(attributes: Attributes, values: object) {
  return { msgpack: encodeValue(objectOf(attributes), filled(attributes, values)) }
}

function filled(attributes: Attributes, values: object): ObjectValue {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, { nested }]) => {
      const value = (values as Record<string, Value>)[name] ?? null
      return [name, nested && value !== null ? filled(nested.attributes, value as object) : value]
    }),
  )
}
