import type { Call, RequestOf, ResponseOf } from '../../protocol/service'
import { withoutValues, writeObject } from '../../schema/object'
import type { DefinitionCall } from '../call'
import { checkState } from '../checks'
import type { Listed, ListResource } from '../definition'
import { Diagnostics, ProviderBug, raiseThrown } from '../diagnostics'
import { encodeIdentity, type Identified, identityIn } from '../identity'

type Request = RequestOf<'ListResource'>
type Event = ResponseOf<'ListResource'>

/** What a list needs: the call about the list resource, and the managed resource of the same name. */
interface OpenedList<ProviderData extends object> {
  readonly call: DefinitionCall<ListResource<ProviderData>, ProviderData>
  readonly resource: Identified
}

/**
 * Lists what is there of a resource: each object is found, written and sent before the next one is looked for, so that a list of any
 * length needs the memory of one. Ends without a word where the host hangs up, which it does when it has enough.
 *
 * @param open finds the definitions; where it throws, the only event says so
 * @param rpc the call of the host
 * @param provider name of the provider, for the codes of diagnostics
 */
export async function* listResource<ProviderData extends object>(
  open: () => Promise<OpenedList<ProviderData>>,
  { typeName, config: wire, includeResourceObject, limit }: Request,
  rpc: Pick<Call, 'signal'>,
  provider: string,
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
    call.raiseNotices()
    if (diagnostics.all.length > 0) yield { diagnostic: diagnostics.taken(provider) }
  } catch (thrown) {
    if (rpc.signal.aborted) return
    raiseThrown(thrown, { doing: `Could not list ${typeName}`, where: typeName }, diagnostics)
    yield { diagnostic: diagnostics.taken(provider) }
  }

  function eventOf(resource: Identified, { displayName, state: found }: Listed): Event {
    const state = checkState(resource.attributes, found, 'list')
    const identity = encodeIdentity(resource, identityIn(resource, state))
    if (!identity) throw new ProviderBug('list returned a state that does not say its identity.')
    return {
      identity,
      displayName: displayNameOf(displayName),
      ...(includeResourceObject && { resourceObject: writeObject(resource.attributes, state) }),
      diagnostic: diagnostics.taken(provider),
    }
  }
}

/** Characters. */
const longest = 300

/**
 * A name that others wrote, as it may stand on a terminal: on one line, with a replacement character for whatever would not show, or
 * would change how the rest shows.
 */
export function displayNameOf(name: string): string {
  const shown = name.replaceAll(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, '\uFFFD')
  const characters = Array.from(shown)
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : shown
}
