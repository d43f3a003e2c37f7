import { notMovable } from '../../diagnostics/entries'
import type { RequestOf, ResponseOf } from '../../protocol/service'
import type { Attributes } from '../../schema/attribute'
import { checkState } from '../checks/check-state'
import type { ProviderDefinition } from '../definition'
import type { ResourceCall } from '../definition-call'
import { ProviderBug, ProviderError } from '../failures'
import { keptIdentity } from '../identity/identity-values'
import { definitionOf } from '../late-definition'
import { bytesOfRecord, readPrivateData, recordIn } from '../private-data'
import { currentState } from './upgrade-resource'

type Request = RequestOf<'MoveResourceState'>
type Response = ResponseOf<'MoveResourceState'>

/**
 * Makes a state of one type from that of another, for a `moved` block. The stored state may be one of an older release: hosts hand it
 * over as it is, and do not have it upgraded first.
 */
export function moveResource<ProviderData extends object>(
  call: ResourceCall<ProviderData>,
  request: Request,
  provider: Pick<ProviderDefinition<Attributes, ProviderData>, 'name' | 'source' | 'resources'>,
): Promise<Response> {
  const { definition: target, typeName, context } = call
  const { sourceTypeName, sourceProviderAddress, sourceSchemaVersion, sourceState, sourcePrivate } = request

  return call.answer('move a state to', move, () => ({}))

  async function move(): Promise<Response> {
    const isOwn = isOfProvider(sourceProviderAddress, provider)
    const name = nameOf(sourceTypeName)
    const offered = provider.resources.find((each) => each.name === name)
    const moved = isOwn && name !== undefined && offered ? target.moves?.[name] : undefined
    if (!offered || !moved) throw new ProviderError(notMovable(refusal(isOwn)))
    const source = await definitionOf(offered)
    const state = await currentState(source, sourceTypeName, sourceSchemaVersion, sourceState)
    if (state === null) throw new ProviderBug('Terraform sent no state to be moved.')
    const record = recordIn(source.privateData, readPrivateData(sourcePrivate))
    const result = moved({ state, record, diagnostics: context.diagnostics })
    const made = checkState(target.attributes, result.state, 'move')
    return {
      targetState: call.encode(made),
      targetIdentity: keptIdentity(target, made, undefined),
      ...(result.record !== undefined && { targetPrivate: bytesOfRecord(result.record) }),
    }
  }

  /** The name that the definition of a type of this provider has; undefined for a type of another one. */
  function nameOf(type: string): string | undefined {
    const prefix = `${provider.name}_`
    return type.startsWith(prefix) ? type.slice(prefix.length) : undefined
  }

  function refusal(isOwn: boolean) {
    return {
      from: sourceTypeName,
      provider: isOwn ? undefined : sourceProviderAddress,
      type: typeName,
      movable: Object.keys(target.moves ?? {}).map((each) => `${provider.name}_${each}`),
    }
  }
}

/**
 * Whatever the registry: a state may come from the mirror of another one.
 * @param address such as `registry.terraform.io/webfilter/appliance`; of OpenTofu 1.10 and 1.11 only the name that the type begins with
 */
function isOfProvider(
  address: string,
  { name, source }: { readonly name: string; readonly source?: string | undefined },
): boolean {
  return address === name || (source !== undefined && address.endsWith(`/${source}`))
}
