import type { IncomingHttpHeaders } from 'node:http2'
import { GrpcError, Status } from './status'

/**
 * The HTTP status for a request that is not gRPC at all, or `undefined` where it is:
 * 405 where it is not a POST, 415 where its content type is another.
 */
export function refusalOfForeignRequest(headers: IncomingHttpHeaders): number | undefined {
  if (headers[':method'] !== 'POST') return 405
  const contentType = headers['content-type'] ?? ''
  return contentType === 'application/grpc' || /^application\/grpc(\+proto)?\s*(;|$)/i.test(contentType)
    ? undefined
    : 415
}

/** Throws UNIMPLEMENTED where the client compresses its messages. */
export function refuseCompression(headers: IncomingHttpHeaders): void {
  const encoding = headers['grpc-encoding'] ?? 'identity'
  if (encoding === 'identity') return
  throw new GrpcError(
    Status.unimplemented,
    `compression "${encoding}" is not supported; send messages as they are`,
  )
}

const millisecondsPerUnit: Readonly<Record<string, number>> = {
  H: 3_600_000,
  M: 60_000,
  S: 1000,
  m: 1,
  u: 1 / 1000,
  n: 1 / 1_000_000,
}

/** How long the client waits, in milliseconds, or `undefined` where it sets no limit. Throws INTERNAL if malformed. */
export function timeoutOf(headers: IncomingHttpHeaders): number | undefined {
  const header = headers['grpc-timeout']
  if (header === undefined) return undefined
  const [, amount, unit = ''] = /^(\d{1,8})([HMSmun])$/.exec(String(header)) ?? []
  const milliseconds = millisecondsPerUnit[unit]
  if (milliseconds === undefined) throw new GrpcError(Status.internal, `malformed grpc-timeout "${header}"`)
  return Number(amount) * milliseconds
}
