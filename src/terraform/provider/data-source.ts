import type { Call, RequestOf, ResponseOf } from '../protocol/service'
import { checkState } from './check-state'
import type { DataSource } from './definition'
import { readObject, writeObject } from './dynamic-value'
import { ProviderBug, raiseThrown } from './failures'
import type { Session } from './session'

type Request = RequestOf<'ReadDataSource'>
type Response = ResponseOf<'ReadDataSource'>

/** Reads what a data source asks for. */
export async function readDataSource<Context extends object>(
  dataSource: DataSource<Context>,
  typeName: string,
  request: Request,
  session: Session<Context>,
  call: Call,
): Promise<Response> {
  const surroundings = session.surroundings({}, call)
  const { diagnostics } = surroundings
  try {
    const config = await readObject(dataSource.attributes, request.config)
    if (config === null) throw new ProviderBug('Terraform sent no configuration to read by.')
    const found = await dataSource.read({ ...session.context, ...surroundings, config })
    const state = checkState(dataSource.attributes, found, 'read')
    return { state: writeObject(dataSource.attributes, state), diagnostics: diagnostics.toWire() }
  } catch (error) {
    raiseThrown(error, { doing: `Could not read data source ${typeName}`, where: typeName }, diagnostics)
    return { diagnostics: diagnostics.toWire() }
  }
}
