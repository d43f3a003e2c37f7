import type { Socket } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import {
  closesSilently,
  type Fault,
  type Faults,
  type ListenerName,
  latencyOf,
  type Outcome,
  outcomeOf,
  overflows,
} from '../faults'
import type { Journal, OpenEntry } from '../journal'
import { type Answer, type Call, type Coding, type Dialect, plainText, type Route } from '../protocol'
import { type Authenticate, refusalOfPage } from './authentication'
import { RequestCall } from './request-call'
import {
  createFramework,
  type Framework,
  type HttpReply,
  type HttpRequest,
  type Listener,
  type Place,
  startListening,
  type TlsMaterial,
} from './server'

/** What a listener serves, to whom, and what becomes of its requests on the way. */
export interface ListenerOptions {
  readonly name: ListenerName
  readonly place: Place
  readonly tls: TlsMaterial | undefined
  readonly routes: readonly Route[]
  /** How a request is spoken to that fits no route. */
  readonly dialect: Dialect
  /** What such a request is answered, by its path; HTTP 404 unless given. */
  readonly unknownRoute?: (path: string) => Answer
  readonly authenticate: Authenticate
  /** The names by which it is reached, besides addresses and `localhost`; undefined where no browser reaches it. */
  readonly hosts: readonly string[] | undefined
  readonly faults: Faults
  readonly journal: Journal
}

/** What serving a request takes of a route; a request that fits none is served likewise. */
type Served = Pick<Route, 'dialect' | 'work'> & { readonly operation: string | undefined }

/** Listens in one place of the appliance. Throws the system's own error if that fails, such as one with code EADDRINUSE. */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const { name, place, tls, faults, journal, authenticate, hosts } = options
  const closing = new AbortController()
  /** Connections on which an answer was sent. */
  const kept = new WeakSet<Socket>()
  /** What the cache or the replica of a fault has kept, by path with the query. */
  const keptAnswers = new WeakMap<Fault, Map<string, Answer>>()
  /** When something was last changed here, on the clock of `performance`. */
  let changed = Number.NEGATIVE_INFINITY
  let underWay = 0

  const listener = await startListening(place, tls, (server) => {
    const framework = createFramework(server, (request, reply) => refuse(request, reply, 400))
    addRoutes(framework)
    return framework
  })
  return {
    url: listener.url,
    close: () => {
      closing.abort()
      return listener.close()
    },
  }

  function addRoutes(framework: Framework): void {
    framework.addHook('onRequest', (request, reply, done) => {
      const refusal = hosts && refusalOfPage(request.headers, hosts)
      if (refusal) send(reply, journal.open(name, request.method, request.url, ''), refusal)
      else done()
    })
    for (const route of options.routes) {
      framework.route({
        method: route.method,
        url: route.path,
        handler: (request, reply) => serve(request, reply, route),
      })
    }
    const { dialect, unknownRoute = notFound } = options
    framework.setNotFoundHandler((request, reply) => {
      const work = () => unknownRoute(request.url.replace(/\?.*/s, ''))
      return serve(request, reply, { dialect, operation: undefined, work })
    })
    framework.setErrorHandler((error, request, reply) => refuse(request, reply, statusOf(error)))
  }

  async function serve(request: HttpRequest, reply: HttpReply, served: Served): Promise<void> {
    const { method, url } = request
    const call = new RequestCall(request, closing.signal)
    const entry = journal.open(name, method, url, call.shownBody)
    const hits = faults.hitting({ listener: name, method, url, operation: served.operation })
    if (overflows(hits, underWay)) return send(reply, entry, 'reset')
    if (closesSilently(hits) && kept.has(request.raw.socket)) return send(reply, entry, 'reset')
    underWay += 1
    const ending = await outcome(request, call, served, hits)
    underWay -= 1
    send(reply, entry, ending)
  }

  /** Never rejects. Nothing but a fault or a route that waits itself lets the next request overtake this one. */
  async function outcome(
    request: HttpRequest,
    call: Call,
    served: Served,
    hits: readonly Fault[],
  ): Promise<Outcome> {
    try {
      await wait(latencyOf(hits, 'before the work'))
      const refusal = authenticate({ headers: request.headers, address: request.ip }, served.dialect)
      const isRead = reads.has(served.operation ?? '')
      const inPlace = refusal ? undefined : placeholderFor(request, isRead, hits)
      const ending = refusal ?? inPlace?.answer ?? (await outcomeOf(served, call, hits))
      if (typeof ending === 'object' && !('effect' in ending)) inPlace?.keep(ending)
      if (!isRead && !refusal) changed = performance.now()
      await wait(latencyOf(hits, 'after the work'))
      return ending
    } catch (error) {
      return closing.signal.aborted ? 'drop' : rawFailure(error, served.dialect)
    }
  }

  /** What answers the request in place of the appliance, and what keeps the appliance's answer; undefined if no fault does. */
  function placeholderFor(
    { method, headers, url }: HttpRequest,
    isRead: boolean,
    hits: readonly Fault[],
  ): { readonly answer: Answer | undefined; keep(answer: Answer): void } | undefined {
    const fault = hits.find(({ effect }) => effect === 'cached' || effect === 'stale')
    if (fault === undefined) return undefined
    const answers = keptAnswers.get(fault) ?? new Map<string, Answer>()
    keptAnswers.set(fault, answers)
    const keep = (answer: Answer) => void answers.set(url, answer)
    if (fault.effect !== 'stale') {
      const isFresh = /\bno-cache\b/i.test(headers['cache-control'] ?? '')
      return method !== 'GET' || isFresh ? undefined : { answer: answers.get(url), keep }
    }
    if (!isRead) return undefined
    const isBehind = performance.now() - changed < fault.milliseconds
    return { answer: isBehind ? answers.get(url) : undefined, keep }
  }

  async function wait(milliseconds: number): Promise<void> {
    if (milliseconds > 0) await delay(milliseconds, undefined, { signal: closing.signal })
  }

  /** Answers what the web server itself does not let through. */
  function refuse(request: HttpRequest, reply: HttpReply, status: number): void {
    const entry = journal.open(name, request.method, request.url, '')
    send(reply, entry, plainText(status, status === 413 ? 'Request Entity Too Large' : 'Bad Request'))
  }

  function send(reply: HttpReply, entry: OpenEntry, outcome: Outcome): void {
    kept.add(reply.request.raw.socket)
    if (typeof outcome === 'object' && 'effect' in outcome) {
      journal.end(entry, 200)
      const { bytes, unannounced } = outcome
      const length = unannounced ? {} : { 'content-length': lengthOfOversizeBody(bytes) }
      reply.hijack()
      reply.raw.writeHead(200, { ...length, 'content-type': 'application/json' })
      // Who has read enough hangs up.
      pipeline(oversizeBody(bytes), reply.raw, () => {})
      return
    }
    if (typeof outcome === 'object') {
      journal.end(entry, outcome.status)
      const { status, contentType, headers = {} } = outcome
      // Of a text, the framework would add the charset to the type of its content.
      reply
        .code(status)
        .headers({ ...headers, 'content-type': contentType })
        .send(bytesOf(outcome))
      return
    }
    journal.end(entry, 'dropped')
    reply.hijack()
    const { socket } = reply.request.raw
    // Only a bare TCP connection can be reset; to the caller, TLS or a unix-domain socket that is cut looks the same.
    if (outcome === 'reset' && tls === undefined && 'port' in place) socket.resetAndDestroy()
    else socket.destroy()
  }
}

function bytesOf({ body, charset, compressed }: Answer): Buffer {
  const bytes = Buffer.from(body, charset ?? 'utf8')
  if (compressed === undefined) return bytes
  let whole: Buffer = bytes
  for (const coding of compressed.codings) whole = compress[coding](whole)
  return compressed.cut ? whole.subarray(0, Math.ceil(whole.length / 2)) : whole
}

const compress: { readonly [name in Coding]: (bytes: Buffer) => Buffer } = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
}

/** The operations that change nothing; some of the others are requests by GET too. */
const reads: ReadonlySet<string> = new Set([
  ...['list', 'show', 'query', 'list-databases', 'query-records'],
  ...['status', 'member-get', 'member-groups', 'group-list', 'organization-list'],
])

function notFound(): Answer {
  return plainText(404, '404 page not found')
}

/** What the appliance answers when its own database fails: the raw message (docs/appliance, "Failures"). */
function rawFailure(error: unknown, dialect: Dialect): Outcome {
  return dialect.failure(error instanceof Error ? error.message : String(error))
}

function statusOf(error: unknown): number {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 400
}

/** JSON of at least so many bytes: an envelope with a list of empty objects, made while it is sent. */
function oversizeBody(bytes: number): Readable {
  return Readable.from(parts(bytes))
}

const [beginning, ending] = ['{"Status":true,"Info":[', '{}],"Error":""}']
const objects = '{},'.repeat(1 << 14)

/** How long that is. */
function lengthOfOversizeBody(bytes: number): number {
  return beginning.length + runsIn(bytes) * objects.length + ending.length
}

function runsIn(bytes: number): number {
  return Math.ceil(bytes / objects.length)
}

function* parts(bytes: number): Generator<Buffer> {
  const run = Buffer.from(objects)
  yield Buffer.from(beginning)
  for (let runs = runsIn(bytes); runs > 0; runs -= 1) yield run
  yield Buffer.from(ending)
}
