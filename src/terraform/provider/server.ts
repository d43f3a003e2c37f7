import { notSupported } from '../../diagnostics/entries/framework'
import type { Logger } from '../plugin/logger'
import type { PartialMessage } from '../protobuf/message'
import type { ServerCapabilities } from '../protocol/capabilities'
import type { ProviderService, ResponseOf } from '../protocol/service'
import type { Attributes } from '../schema/attribute'
import { applyResource } from './apply-resource'
import { configureProvider } from './configure'
import { readDataSource } from './data-source'
import type { ProviderDefinition } from './definition'
import { Diagnostics } from './diagnostics'
import { ProviderBug } from './failures'
import { importResource } from './import-resource'
import { planResource } from './plan-resource'
import { readResource } from './read-resource'
import { schemaMessage } from './schema-message'
import { Session } from './session'
import { upgradeResource } from './upgrade-resource'
import { validateConfig } from './validate'

/**
 * The provider as the protocol's service: every procedure, answered by the definitions. What this framework does not
 * offer (functions, ephemeral resources, identities, list resources, actions) is answered empty, or with an error that
 * says so where somebody asks for one by name.
 */
export function providerServer<Context extends object>(
  provider: ProviderDefinition<Attributes, Context>,
  log: Logger,
): ProviderServer {
  const session = new Session<Context>(log, (context) => provider.close?.(context))
  const resources = byTypeName(provider.name, provider.resources)
  const dataSources = byTypeName(provider.name, provider.dataSources)

  return {
    stop: () => session.stop(),
    end: () => session.end(),
    service: {
      GetMetadata: () => ({
        serverCapabilities,
        resources: [...resources.keys()].map((typeName) => ({ typeName })),
        dataSources: [...dataSources.keys()].map((typeName) => ({ typeName })),
      }),
      GetProviderSchema: () => ({
        provider: schemaMessage(provider),
        resourceSchemas: mapValues(resources, schemaMessage),
        dataSourceSchemas: mapValues(dataSources, schemaMessage),
        serverCapabilities,
      }),
      ValidateProviderConfig: ({ config }) =>
        validateConfig(provider, `provider "${provider.name}"`, config, {
          writeOnlyAllowed: true,
          isQuoted: true,
        }),
      ConfigureProvider: (request) => configureProvider(provider, request, session),
      StopProvider: () => {
        session.stop()
        return {}
      },

      ValidateResourceConfig: ({ typeName, config, clientCapabilities }) =>
        validateConfig(found(resources, typeName), typeName, config, {
          writeOnlyAllowed: clientCapabilities?.writeOnlyAttributesAllowed ?? false,
          isQuoted: false,
        }),
      UpgradeResourceState: (request, call) =>
        upgradeResource(found(resources, request.typeName), request.typeName, request, session, call),
      ReadResource: (request, call) =>
        readResource(found(resources, request.typeName), request.typeName, request, session, call),
      PlanResourceChange: (request) =>
        planResource(found(resources, request.typeName), request.typeName, request, session),
      ApplyResourceChange: (request, call) =>
        applyResource(found(resources, request.typeName), request.typeName, request, session, call),
      ImportResourceState: (request, call) =>
        importResource(found(resources, request.typeName), request.typeName, request, session, call),

      ValidateDataResourceConfig: ({ typeName, config }) =>
        validateConfig(found(dataSources, typeName), typeName, config, {
          writeOnlyAllowed: true,
          isQuoted: false,
        }),
      ReadDataSource: (request, call) =>
        readDataSource(found(dataSources, request.typeName), request.typeName, request, session, call),

      ...notOffered,
    },
  }
}

/** A provider that can be served, and ended. */
export interface ProviderServer {
  readonly service: ProviderService
  /** Cancels the work in flight. */
  stop(): void
  /** Lets go of what the provider holds. */
  end(): Promise<void>
}

const serverCapabilities: PartialMessage<ServerCapabilities> = {
  planDestroy: true,
  getProviderSchemaOptional: true,
}

const notOffered = {
  MoveResourceState: () => ({ diagnostics: unsupported('moving a resource to another type') }),
  GenerateResourceConfig: () => ({ diagnostics: unsupported('generating configuration') }),
  GetResourceIdentitySchemas: () => ({}),
  UpgradeResourceIdentity: () => ({ diagnostics: unsupported('resource identities') }),
  GetFunctions: () => ({}),
  CallFunction: (): ResponseOf<'CallFunction'> => ({ error: { text: 'This provider has no functions.' } }),
  ValidateEphemeralResourceConfig: () => ({ diagnostics: unsupported('ephemeral resources') }),
  OpenEphemeralResource: () => ({ diagnostics: unsupported('ephemeral resources') }),
  RenewEphemeralResource: () => ({ diagnostics: unsupported('ephemeral resources') }),
  CloseEphemeralResource: () => ({ diagnostics: unsupported('ephemeral resources') }),
  ValidateListResourceConfig: () => ({ diagnostics: unsupported('list resources') }),
  ListResource: async function* () {
    yield { diagnostic: unsupported('list resources') }
  },
  ValidateActionConfig: () => ({ diagnostics: unsupported('actions') }),
  PlanAction: () => ({ diagnostics: unsupported('actions') }),
  InvokeAction: async function* () {
    yield { type: { case: 'completed' as const, value: { diagnostics: unsupported('actions') } } }
  },
} satisfies Partial<ProviderService>

function unsupported(what: string) {
  const diagnostics = new Diagnostics()
  diagnostics.raise(notSupported({ what }))
  return diagnostics.toWire()
}

function byTypeName<T extends { readonly name: string }>(
  prefix: string,
  definitions: readonly T[],
): Map<string, T> {
  return new Map(definitions.map((definition) => [`${prefix}_${definition.name}`, definition]))
}

function found<T>(definitions: ReadonlyMap<string, T>, typeName: string): T {
  const definition = definitions.get(typeName)
  if (!definition) throw new ProviderBug(`There is no ${typeName} in this provider.`)
  return definition
}

function mapValues<T, U>(map: ReadonlyMap<string, T>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries([...map].map(([key, value]) => [key, change(value)]))
}
