import { MessageAssembler } from './message-frames'
import type { BidirectionalMethod, Method } from './method'
import type { ServerCall } from './server-call'
import { GrpcError, Status } from './status'

/** Reads the request, runs the handler and answers. Resolves when the handler is done; rejects with what it threw. */
export async function serveCall(call: ServerCall, method: Method, maxMessageBytes: number): Promise<void> {
  if (method.kind === 'bidirectional') {
    await sendAll(call, method, method.handle(requestStream(call, method, maxMessageBytes), call))
    return
  }
  const request = decoded(method, await onlyMessage(call, maxMessageBytes))
  if (method.kind === 'server-stream') await sendAll(call, method, method.handle(request, call))
  else call.answer(method.encode(await method.handle(request, call)))
}

async function sendAll(call: ServerCall, method: Method, responses: AsyncIterable<unknown>): Promise<void> {
  for await (const response of responses) {
    if (call.ended) break
    await call.send(method.encode(response))
  }
  call.finish()
}

/** The request of a call that takes one. Listens to events instead of iterating, which would double a call's cost. */
function onlyMessage(call: ServerCall, maxMessageBytes: number): Promise<Buffer> {
  const { stream } = call
  const assembler = new MessageAssembler(maxMessageBytes)
  let message: Buffer | undefined
  return new Promise((resolve, reject) => {
    stream.on('data', (chunk: Buffer) => {
      try {
        for (const next of assembler.push(chunk)) {
          if (message) throw new GrpcError(Status.internal, 'the call takes one request, but more were sent')
          message = next
        }
      } catch (error) {
        stream.removeAllListeners('data')
        stream.resume()
        reject(error)
      }
    })
    stream.on('end', () => {
      if (assembler.isWithinMessage) reject(truncated())
      else if (message) resolve(message)
      else reject(new GrpcError(Status.internal, 'the call takes one request, but none was sent'))
    })
    stream.on('close', () => {
      if (!stream.readableEnded) reject(new GrpcError(Status.cancelled, 'the client has cancelled the call'))
    })
  })
}

async function* requestStream(
  call: ServerCall,
  method: BidirectionalMethod<unknown, unknown>,
  maxMessageBytes: number,
): AsyncGenerator<unknown, void> {
  const assembler = new MessageAssembler(maxMessageBytes)
  for await (const chunk of call.stream.iterator({ destroyOnReturn: false })) {
    for (const message of assembler.push(chunk)) yield decoded(method, message)
  }
  if (assembler.isWithinMessage) throw truncated()
}

function decoded(method: Method, message: Buffer): unknown {
  try {
    return method.decode(message)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new GrpcError(Status.internal, `the request cannot be read: ${reason}`, { cause: error })
  }
}

function truncated(): GrpcError {
  return new GrpcError(Status.internal, 'the request ends in the middle of a message')
}
