import { notSupported } from '../diagnostics/entries'
import type { Logger } from '../plugin/logger'
import type { Call, ProviderService } from '../protocol/service'
import type { Attributes } from '../schema/attribute'
import { DefinitionCall, Session } from './call'
import {
  type Action,
  type DataSource,
  definitionOf,
  type ListResource,
  type Offered,
  type ProviderDefinition,
  type Resource,
} from './definition'
import { Diagnostics, ProviderBug } from './diagnostics'

import { callFunction } from './function'
import { invokeAction, planAction, validateAction } from './procedures/action'
import { applyResource } from './procedures/apply-resource'
import { configureProvider } from './procedures/configure'
import { generateConfig, importResource } from './procedures/import-resource'
import { listResource } from './procedures/list-resource'
import { planResource } from './procedures/plan-resource'
import { readDataSource, readResource } from './procedures/read'
import { moveResource, upgradeIdentity, upgradeResource } from './procedures/stored-state'
import { functionMessages, identitySchemas, schemaAnswer, serverCapabilities } from './schemas'
import { validateConfig } from './validate'

/**
 * The provider as the protocol's service: every procedure, answered by the definitions. What this framework does not
 * offer (ephemeral resources) is answered with an error that says so.
 */
export function providerServer<ProviderData extends object>(
  provider: ProviderDefinition<Attributes, ProviderData>,
  log: Logger,
): ProviderServer {
  const session = new Session<ProviderData>(provider.name, log, provider)
  const resources = byTypeName(provider.name, provider.resources)
  const dataSources = byTypeName(provider.name, provider.dataSources)
  const functions = new Map(provider.functions?.map((each) => [each.name, each]))
  const actions = byTypeName(provider.name, provider.actions ?? [])
  const listResources = byTypeName(provider.name, provider.listResources ?? [])

  return {
    stop: () => session.stop(),
    end: () => session.end(),
    service: {
      GetMetadata: () => ({
        serverCapabilities,
        resources: [...resources.keys()].map((typeName) => ({ typeName })),
        dataSources: [...dataSources.keys()].map((typeName) => ({ typeName })),
        functions: [...functions.keys()].map((name) => ({ name })),
        actions: [...actions.keys()].map((typeName) => ({ typeName })),
        listResources: [...listResources.keys()].map((typeName) => ({ typeName })),
      }),
      GetProviderSchema: () => schemaAnswer(provider),
      ValidateProviderConfig: ({ config }) =>
        validateConfig(
          provider,
          `provider "${provider.name}"`,
          config,
          {
            writeOnlyAllowed: true,
            isQuoted: true,
          },
          provider.name,
        ),
      ConfigureProvider: (request) => configureProvider(provider, request, session),
      StopProvider: () => {
        session.stop()
        return {}
      },

      ValidateResourceConfig: async ({ typeName, config, clientCapabilities }) =>
        validateConfig(
          await found(resources, typeName),
          typeName,
          config,
          {
            writeOnlyAllowed: clientCapabilities?.writeOnlyAttributesAllowed ?? false,
            isQuoted: false,
          },
          provider.name,
        ),
      UpgradeResourceState: async (request, call) =>
        upgradeResource(await begin(resources, request), request, call),
      ReadResource: async (request, call) => readResource(await begin(resources, request, call), request),
      PlanResourceChange: async (request) => planResource(await begin(resources, request), request),
      ApplyResourceChange: async (request, call) =>
        applyResource(await begin(resources, request, call), request),
      ImportResourceState: async (request, call) =>
        importResource(await begin(resources, request, call), request, provider.manages ?? 'the provider'),
      MoveResourceState: async (request) =>
        moveResource(await begin(resources, { typeName: request.targetTypeName }), request, provider),

      GetResourceIdentitySchemas: () => identitySchemas(provider.name, provider.resources),
      UpgradeResourceIdentity: async (request) => upgradeIdentity(await begin(resources, request), request),
      GenerateResourceConfig: async (request) => generateConfig(await begin(resources, request), request),

      ValidateListResourceConfig: async ({ typeName, config }) =>
        validateConfig(
          await found(listResources, typeName),
          typeName,
          config,
          {
            writeOnlyAllowed: true,
            isQuoted: false,
          },
          provider.name,
        ),
      ListResource: (request, call) =>
        listResource(
          async () => ({
            call: await begin(listResources, request, call),
            resource: await found(resources, request.typeName),
          }),
          request,
          call,
          provider.name,
        ),

      ValidateDataResourceConfig: async ({ typeName, config }) =>
        validateConfig(
          await found(dataSources, typeName),
          typeName,
          config,
          {
            writeOnlyAllowed: true,
            isQuoted: false,
          },
          provider.name,
        ),
      ReadDataSource: async (request, call) =>
        readDataSource(await begin(dataSources, request, call), request),

      GetFunctions: async () => ({ functions: await functionMessages(provider.functions) }),
      CallFunction: async (request) => {
        const called = functions.get(request.name)
        return called
          ? callFunction(await definitionOf(called), request)
          : { error: { text: `The provider has no function ${JSON.stringify(request.name)}` } }
      },
      ValidateActionConfig: (request) =>
        validateAction(() => found(actions, request.typeName), request, provider.name),
      PlanAction: (request, call) =>
        planAction(() => begin(actions, { typeName: request.actionType }, call), request, provider.name),
      InvokeAction: (request, call) =>
        invokeAction(() => begin(actions, { typeName: request.actionType }, call), request, provider.name),

      ...notOffered(provider.name),
    },
  }

  async function begin<
    Definition extends
      | Resource<ProviderData>
      | DataSource<ProviderData>
      | ListResource<ProviderData>
      | Action<ProviderData>,
  >(
    offered: ReadonlyMap<string, Offered<Definition>>,
    { typeName }: { readonly typeName: string },
    call?: Call,
  ): Promise<DefinitionCall<Definition, ProviderData>> {
    return new DefinitionCall(await found(offered, typeName), typeName, session, call)
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

/** Hosts call these only for types in the schema, which has none of them. */
function notOffered(provider: string) {
  const refused = () => {
    const diagnostics = new Diagnostics()
    diagnostics.raise(notSupported({ what: 'ephemeral resources' }))
    return { diagnostics: diagnostics.toWire(provider) }
  }
  return {
    ValidateEphemeralResourceConfig: refused,
    OpenEphemeralResource: refused,
    RenewEphemeralResource: refused,
    CloseEphemeralResource: refused,
  } satisfies Partial<ProviderService>
}

function byTypeName<T extends { readonly name: string }>(
  prefix: string,
  offered: readonly Offered<T>[],
): ReadonlyMap<string, Offered<T>> {
  return new Map(offered.map((each) => [`${prefix}_${each.name}`, each]))
}

async function found<T extends { readonly name: string }>(
  offered: ReadonlyMap<string, Offered<T>>,
  typeName: string,
): Promise<T> {
  const named = offered.get(typeName)
  if (!named) throw new ProviderBug(`This provider does not have ${typeName}.`)
  return await definitionOf(named)
}
