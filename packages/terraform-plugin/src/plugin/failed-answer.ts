import { type Diagnostic, detailOf } from '../diagnostics/diagnostic'
import { callInterrupted, providerBug } from '../diagnostics/entries'
import { printable } from '../diagnostics/printable'
import { isInterruption } from '../grpc/interruption'
import type { PartialMessage } from '../protobuf/message'
import type { RequestOf, ResponseOf, RpcName } from '../protocol/service'
import type { DynamicValue, Diagnostic as WireDiagnostic } from '../protocol/tfplugin6'

/**
 * The answer of a procedure whose handler has thrown: an error in the form that the procedure has for one, since hosts say little of
 * a call that fails, and some nothing. States and identities stay as they are. Of a stream it is the last event.
 */
export function failedAnswer(name: RpcName, request: unknown, thrown: unknown): object {
  const told = toldOf(name, thrown)
  const answer = failures[name] as (told: Diagnostic, request: unknown) => object
  return answer(told, request)
}

/** Whether something that was thrown is a mistake in the provider: neither the end of the call nor what a person is to read. */
export function isUnexpected(thrown: unknown): boolean {
  return !isInterruption(thrown) && !isReadable(thrown)
}

type Failures = {
  readonly [Name in RpcName]: (told: Diagnostic, request: RequestOf<Name>) => ResponseOf<Name>
}

const failures: Failures = {
  GetMetadata: diagnosed,
  GetProviderSchema: diagnosed,
  GetResourceIdentitySchemas: diagnosed,
  ValidateProviderConfig: diagnosed,
  ConfigureProvider: diagnosed,
  StopProvider: (told) => ({ error: textOf(told) }),

  ValidateResourceConfig: diagnosed,
  UpgradeResourceState: diagnosed,
  UpgradeResourceIdentity: diagnosed,
  ReadResource: (told, { currentState, private: privateData, currentIdentity }) => ({
    ...diagnosed(told),
    newState: currentState,
    private: privateData,
    newIdentity: currentIdentity,
  }),
  PlanResourceChange: (told, { priorState, priorPrivate, priorIdentity }) => ({
    ...diagnosed(told),
    plannedState: priorState,
    plannedPrivate: priorPrivate,
    plannedIdentity: priorIdentity,
  }),
  ApplyResourceChange: (told, { priorState, plannedPrivate, plannedIdentity }) => ({
    ...diagnosed(told),
    newState: priorState,
    private: plannedPrivate,
    newIdentity: isThere(priorState) ? plannedIdentity : undefined,
  }),
  ImportResourceState: diagnosed,
  MoveResourceState: diagnosed,
  GenerateResourceConfig: diagnosed,

  ValidateDataResourceConfig: diagnosed,
  ReadDataSource: diagnosed,

  ValidateEphemeralResourceConfig: diagnosed,
  OpenEphemeralResource: diagnosed,
  RenewEphemeralResource: diagnosed,
  CloseEphemeralResource: diagnosed,

  ValidateListResourceConfig: diagnosed,
  ListResource: (told) => ({ diagnostic: diagnosed(told).diagnostics }),

  GetFunctions: diagnosed,
  CallFunction: (told) => ({ error: { text: textOf(told).replace(/\.$/, '') } }),

  ValidateActionConfig: diagnosed,
  PlanAction: diagnosed,
  // A stream that ends without this event counts as success.
  InvokeAction: (told) => ({ type: { case: 'completed', value: diagnosed(told) } }),
}

/** Whether a state is that of an object: that of a creation is null, which msgpack writes as 0xc0. */
function isThere(state: PartialMessage<DynamicValue> | undefined): boolean {
  const [first] = state?.msgpack ?? []
  return first !== undefined && first !== 0xc0
}

/** What was thrown is told by its own diagnostic, if it has one: the build bundles the provider apart, with classes of its own. */
function toldOf(name: RpcName, thrown: unknown): Diagnostic {
  if (isInterruption(thrown)) return callInterrupted({ reason: thrown.message, advice: thrown.advice })
  if (isReadable(thrown)) return thrown.told
  const what = isProviderBug(thrown) ? thrown.message : `It failed with: ${String(thrown)}`
  return providerBug({ where: name, what })
}

function isReadable(thrown: unknown): thrown is { readonly told: Diagnostic } {
  return thrown instanceof Error && typeof (thrown as { readonly told?: unknown }).told === 'object'
}

function isProviderBug(thrown: unknown): thrown is Error {
  return thrown instanceof Error && thrown.name === 'ProviderBug'
}

function diagnosed(told: Diagnostic): { readonly diagnostics: readonly PartialMessage<WireDiagnostic>[] } {
  const [summary, detail] = [printable(told.summary), printable(detailOf(told))]
  return { diagnostics: [{ severity: told.severity, summary, detail }] }
}

function textOf({ summary, message, advice }: Diagnostic): string {
  return printable([`${summary}.`, message, advice].join(' ').trim())
}
