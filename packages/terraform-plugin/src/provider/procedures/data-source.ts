import type { RequestOf, ResponseOf } from '../../protocol/service'
import { checkState } from '../checks/check-state'
import type { DataSourceCall } from '../definition-call'
import { ProviderBug } from '../failures'

type Request = RequestOf<'ReadDataSource'>
type Response = ResponseOf<'ReadDataSource'>

/** Reads what a data source asks for. */
export function readDataSource<ProviderData extends object>(
  call: DataSourceCall<ProviderData>,
  request: Request,
): Promise<Response> {
  const { definition: dataSource, context } = call

  return call.answer('read data source', read, () => ({}))

  async function read(): Promise<Response> {
    const { config } = await call.decode({ config: request.config })
    if (config === null) throw new ProviderBug('Terraform sent no configuration for the data source.')
    const found = await dataSource.read({ ...call.providerData, ...context, config })
    return { state: call.encode(checkState(dataSource.attributes, found, 'read')) }
  }
}
