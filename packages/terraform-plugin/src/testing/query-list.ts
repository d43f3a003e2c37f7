import type { PartialMessage } from '../protobuf/message'
import type { RequestOf } from '../protocol/service'
import { type Diagnostic, providerService, providerServiceName } from '../protocol/tfplugin6'
import { decodeValue } from '../values/msgpack-decode'
import { encodeValue } from '../values/msgpack-encode'
import { containsUnknown, type Value, type ValueType } from '../values/value'

import { type IdentitySchema, identityValue } from './host'
import type { PluginClient } from './plugin-client'

/** One object that a query found. */
export interface Found {
  readonly displayName: string
  readonly identity: Value
  /** Null where it was not asked for, or not answered. */
  readonly resource: Value
}

/** What came of a query. */
export interface QueryResult {
  /** Nothing where there is an error: Terraform discards what it has read by then. */
  readonly found: readonly Found[]
  readonly diagnostics: readonly PartialMessage<Diagnostic>[]
  /** What Terraform says is a bug in the provider. */
  readonly bugs: readonly string[]
}

/** The schemas by which a query reads. */
export interface QuerySchemas {
  readonly identity: IdentitySchema
  readonly resource: ValueType
}

type Request = Pick<RequestOf<'ListResource'>, 'typeName' | 'includeResourceObject' | 'limit'> & {
  readonly config: { readonly msgpack: Uint8Array }
}
type Event = ReturnType<typeof providerService.ListResource.response.decode>

/** Lists as Terraform does: reads no more than the limit, hangs up then, and stops at the first error. */
export async function queryList(
  client: PluginClient,
  request: Request,
  schemas: QuerySchemas,
): Promise<QueryResult> {
  const reading: Reading = { found: [], diagnostics: [], bugs: [] }
  try {
    if (request.limit > 0) {
      for await (const event of listEvents(client, request)) {
        if (readEvent(event, request, schemas, reading) === 'enough') break
      }
    }
  } catch (error) {
    reading.bugs.push(String(error))
  }
  const isDiscarded = has(reading, 'error') || reading.bugs.length > 0
  return { ...reading, found: isDiscarded ? [] : reading.found }
}

/** The events of a list as they come, which the reader need not keep. Hangs up when the reader has enough. */
export async function* listEvents(client: PluginClient, request: Request): AsyncGenerator<Event, void> {
  const { ListResource } = providerService
  const stream = client.grpc.makeServerStreamRequest(
    `/${providerServiceName}/ListResource`,
    (message: Request) => Buffer.from(ListResource.request.encode(message)),
    (bytes: Buffer) => ListResource.response.decode(bytes),
    request,
  )
  stream.on('error', () => {})
  try {
    yield* stream as AsyncIterable<Event>
  } finally {
    stream.cancel()
  }
}

/** What was read so far. */
interface Reading {
  readonly found: Found[]
  readonly diagnostics: PartialMessage<Diagnostic>[]
  readonly bugs: string[]
}

function readEvent(
  event: Event,
  request: Request,
  schemas: QuerySchemas,
  reading: Reading,
): 'enough' | 'go on' {
  reading.diagnostics.push(...event.diagnostic)
  if (has(reading, 'error')) return 'enough'
  if (!event.identity?.identityData) {
    if (has(reading, 'warning')) return 'go on'
    reading.bugs.push('missing identity data in ListResource event')
    return 'enough'
  }
  reading.found.push(readFound(event, request, schemas, reading.bugs))
  return reading.bugs.length > 0 || reading.found.length >= request.limit ? 'enough' : 'go on'
}

function has({ diagnostics }: Reading, severity: Diagnostic['severity']): boolean {
  return diagnostics.some((each) => each.severity === severity)
}

function readFound(
  { identity: wire, displayName, resourceObject }: Event,
  { includeResourceObject }: Request,
  schemas: QuerySchemas,
  bugs: string[],
): Found {
  const identity = identityValue(schemas.identity, wire)
  if (containsUnknown(identity)) bugs.push('an identity has unknown values')
  if (!resourceObject || !includeResourceObject) return { displayName, identity, resource: null }
  const resource = decodeValue(schemas.resource, resourceObject.msgpack)
  // The decoder of this project forgives what is missing, and a host does not.
  if (!encodeValue(schemas.resource, resource).equals(resourceObject.msgpack))
    bugs.push('a resource object does not have all attributes')
  if (containsUnknown(resource)) bugs.push('a resource object has unknown values')
  return { displayName, identity, resource }
}
