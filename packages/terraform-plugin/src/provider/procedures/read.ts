import { configurationUnknown } from '../../diagnostics/entries'
import type { RequestOf, ResponseOf } from '../../protocol/service'
import { objectOf } from '../../schema/object'
import { sameValue } from '../../values/value'
import type { DataSourceCall, ResourceCall } from '../call'
import { checkState } from '../checks'
import { gone } from '../definition'
import { ProviderBug } from '../diagnostics'
import { checkSameIdentity, decodeIdentity, identityIn, keptIdentity } from '../identity'
import { bytesOfRecord } from '../private-data'
import { keepSemanticallyEqual } from './plan-resource'

type ReadRequest = RequestOf<'ReadResource'>
type ReadResponse = ResponseOf<'ReadResource'>

/**
 * Reads what is there of one resource. While the provider's configuration is not known yet, the state stands, with one
 * warning for the whole run. A state that did not change goes back in the very bytes in which it came. The identity goes with it: an
 * answer without one would erase it.
 */
export function readResource<ProviderData extends object>(
  call: ResourceCall<ProviderData>,
  request: ReadRequest,
): Promise<ReadResponse> {
  const { definition: resource, context } = call
  const { attributes } = resource
  const unchanged = {
    newState: request.currentState,
    private: request.private,
    newIdentity: request.currentIdentity,
  }

  return call.answer('read', readState, () => unchanged)

  async function readState(): Promise<ReadResponse> {
    const { state } = await call.decode({ state: request.currentState })
    const identity = await decodeIdentity(resource, request.currentIdentity)
    if (state === null) return unchanged
    const providerData = call.providerDataIfKnown
    if (!providerData) {
      if (call.firstTime('unknown configuration')) context.diagnostics.raise(configurationUnknown())
      return { ...unchanged, newIdentity: keptIdentity(resource, state, identity) }
    }
    const { privateData, record } = call.decodePrivate(request.private)
    const object = call.objects.read({ typeName: call.typeName, state, token: privateData.token })
    let kept = request.private
    const keep = (given: unknown) => {
      kept = bytesOfRecord(given, privateData)
    }
    const read = await resource.read({ ...providerData, ...context, state, record, keep, object })
    if (read === gone) {
      call.raiseFormerPlace(state, privateData.place)
      return { ...unchanged, newState: call.encode(null), newIdentity: undefined }
    }
    const found = keepSemanticallyEqual(attributes, state, checkState(attributes, read, 'read'))
    checkSameIdentity(resource, identityIn(resource, state), identityIn(resource, found), 'read')
    const answer = { ...unchanged, private: kept, newIdentity: keptIdentity(resource, found, identity) }
    return sameValue(objectOf(attributes), state, found)
      ? answer
      : { ...answer, newState: call.encode(found) }
  }
}

type DataSourceRequest = RequestOf<'ReadDataSource'>
type DataSourceResponse = ResponseOf<'ReadDataSource'>

/** Reads what a data source asks for. */
export function readDataSource<ProviderData extends object>(
  call: DataSourceCall<ProviderData>,
  request: DataSourceRequest,
): Promise<DataSourceResponse> {
  const { definition: dataSource, context } = call

  return call.answer('read data source', read, () => ({}))

  async function read(): Promise<DataSourceResponse> {
    const { config } = await call.decode({ config: request.config })
    if (config === null) throw new ProviderBug('Terraform sent no configuration for the data source.')
    const found = await dataSource.read({ ...call.providerData, ...context, config })
    return { state: call.encode(checkState(dataSource.attributes, found, 'read')) }
  }
}
