import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { GrpcServer, type GrpcServerOptions } from '../../src/grpc/server'
import type { Method } from '../../src/grpc/server-call'
import { GrpcError, Status } from '../../src/grpc/status'

/** What happened inside of the handlers, in order. */
export type Events = string[]

const text = {
  decode: (bytes: Buffer) => {
    if (bytes.toString() === 'unreadable') throw new Error('not a text that can be read')
    return bytes
  },
  encode: (bytes: Uint8Array) => bytes,
}

/** Methods that do what their names say, on messages of plain bytes. */
function methods(events: Events): ReadonlyMap<string, Method> {
  const unary = (handle: (request: Buffer, signal: AbortSignal) => Promise<Uint8Array>): Method => ({
    kind: 'unary',
    ...text,
    handle: (request, { signal }) => handle(request as Buffer, signal),
    encode: (response) => response as Uint8Array,
  })
  return new Map<string, Method>([
    ['/test.Test/Echo', unary(async (request) => request)],
    ['/test.Test/Length', unary(async (request) => Buffer.from(String(request.length)))],
    ['/test.Test/Make', unary(async (request) => Buffer.alloc(Number(request.toString()), 'x'))],
    [
      '/test.Test/Deny',
      unary(async (request) => {
        throw new GrpcError(Status.permissionDenied, request.toString())
      }),
    ],
    [
      '/test.Test/Crash',
      unary(async (request) => {
        throw new TypeError(request.toString())
      }),
    ],
    [
      '/test.Test/Blurt',
      unary(async () => {
        throw Object.create(null)
      }),
    ],
    [
      '/test.Test/Hang',
      unary(async (_, signal) => {
        events.push('hanging')
        await once(signal, 'abort').catch(() => {})
        events.push(`aborted: ${signal.reason.message}`)
        // Work that takes a while to come to its end, for which the server has to wait.
        await delay(20)
        events.push('handler done')
        return Buffer.from('late')
      }),
    ],
    [
      '/test.Test/Count',
      {
        kind: 'server-stream',
        decode: (bytes) => Number(bytes.toString()),
        encode: (response) => response as Uint8Array,
        async *handle(count, { signal }) {
          signal.addEventListener('abort', () => events.push('stream aborted'))
          try {
            for (let index = 0; index < Number(count); index++) {
              events.push(`made ${index}`)
              yield Buffer.alloc(100_000, String(index))
            }
            if (count === 3) throw new GrpcError(Status.notFound, 'there is no fourth')
          } finally {
            events.push('stream done')
          }
        },
      },
    ],
    [
      '/test.Test/Double',
      {
        kind: 'bidirectional',
        decode: (bytes) => bytes.toString(),
        encode: (response) => Buffer.from(String(response)),
        async *handle(requests) {
          for await (const request of requests) {
            if (request === 'stop') return
            yield `${request}${request}`
          }
          yield 'end'
        },
      },
    ],
  ])
}

/** A server on a unix socket, plain or TLS, and what its handlers did. */
export async function startTestServer(options: GrpcServerOptions = {}, tls?: TlsOptions) {
  const events: Events = []
  const server = new GrpcServer(methods(events), options)
  const path = join(tmpdir(), `grpc-${randomUUID().slice(0, 8)}.sock`)
  const listener = tls
    ? createTlsServer(tls, (socket) => server.accept(socket))
    : createServer((socket) => server.accept(socket))
  listener.listen(path)
  await once(listener, 'listening')
  return {
    server,
    events,
    path,
    address: `unix:${path}`,
    async close() {
      server.destroy()
      listener.close()
      await once(listener, 'close')
      rmSync(path, { force: true })
    },
  }
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>
