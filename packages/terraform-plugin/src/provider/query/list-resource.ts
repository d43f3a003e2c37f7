import type { Call, RequestOf, ResponseOf } from '../../protocol/service'
import { withoutValues } from '../../schema/object-type'
import { checkState } from '../checks/check-state'
import type { DefinitionCall } from '../definition-call'
import { Diagnostics } from '../diagnostics'
import { writeObject } from '../dynamic-value'
import { ProviderBug, raiseThrown } from '../failures'
import { encodeIdentity, type Identified, identityIn } from '../identity/identity-values'
import { displayNameOf } from './display-name'
import type { Listed, ListResource } from './list-definition'

type Request = RequestOf<'ListResource'>
type Event = ResponseOf<'ListResource'>

/** What a list needs: the call about the list resource, and the managed resource of the same name. */
export interface OpenedList<ProviderData extends object> {
  readonly call: DefinitionCall<ListResource<ProviderData>, ProviderData>
  readonly resource: Identified
}

/**
 * Lists what is there of a resource: each object is found, written and sent before the next one is looked for, so that a list of any
 * length needs the memory of one. Ends without a word where the host hangs up, which it does when it has enough.
 *
 * @param open finds the definitions; where it throws, the only event says so
 * @param rpc the call of the host
 */
export async function* listResource<ProviderData extends object>(
  open: () => Promise<OpenedList<ProviderData>>,
  { typeName, config: wire, includeResourceObject, limit }: Request,
  rpc: Pick<Call, 'signal'>,
): AsyncGenerator<Event, void> {
  let diagnostics = new Diagnostics()
  try {
    const { call, resource } = await open()
    const { definition, context } = call
    diagnostics = context.diagnostics
    if (limit <= 0) return
    const { config } = await call.decode({ config: wire })
    const values = config ?? withoutValues(definition.attributes)
    let left = limit
    for await (const listed of definition.list({ ...call.providerData, ...context, config: values })) {
      if (rpc.signal.aborted) return
      yield eventOf(resource, listed)
      left -= 1
      if (left === 0) return
    }
    if (diagnostics.told.length > 0) yield { diagnostic: diagnostics.taken() }
  } catch (thrown) {
    if (rpc.signal.aborted) return
    raiseThrown(thrown, { doing: `Could not list ${typeName}`, where: typeName }, diagnostics)
    yield { diagnostic: diagnostics.taken() }
  }

  function eventOf(resource: Identified, { displayName, state: found }: Listed): Event {
    const state = checkState(resource.attributes, found, 'list')
    const identity = encodeIdentity(resource, identityIn(resource, state))
    if (!identity) throw new ProviderBug('list returned a state that does not say its identity.')
    return {
      identity,
      displayName: displayNameOf(displayName),
      ...(includeResourceObject && { resourceObject: writeObject(resource.attributes, state) }),
      diagnostic: diagnostics.taken(),
    }
  }
}
