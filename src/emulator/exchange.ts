import { setTimeout as delay } from 'node:timers/promises'
import type { Caller } from './authentication'
import { type Answer, type Dialect, htmlPage, plainText } from './envelope'
import type { Fault } from './fault'
import type { Call } from './route'

/** How a request ends: with an answer, with its connection closed, or with its connection reset. */
export type Outcome = Answer | 'drop' | 'reset'

/** One request as its listener hands it over. */
export interface Exchange {
  readonly dialect: Dialect
  readonly caller: Caller
  readonly faults: readonly Fault[]
  /** How many other requests are under way on the same listener. */
  readonly othersUnderWay: number
  readonly authenticate: (caller: Caller, dialect: Dialect) => Answer | undefined
  readonly work: (compilation: Call['compilation']) => Answer
  /** Cuts delays short when the emulator closes. */
  readonly closing: AbortSignal
}

/**
 * What becomes of a request, in the order of a real one: a place in the queue, time, authentication, the work, the way back.
 * Of several faults that would end it, the one that was set first does.
 */
export async function outcomeOf(exchange: Exchange): Promise<Outcome> {
  const { faults, dialect } = exchange
  if (faults.some((fault) => overflows(fault, exchange.othersUnderWay))) return 'reset'
  await pass(faults, exchange.closing)
  const refusal = exchange.authenticate(exchange.caller, dialect)
  if (refusal !== undefined) return refusal
  const before = faults.find((fault) => !isAfterWork(fault) && replaces(fault))
  if (before !== undefined) return replacement(before, dialect)
  const answer = exchange.work(compilation(faults))
  const after = faults.find((fault) => isAfterWork(fault))
  if (after === undefined) return answer
  return after.effect === 'truncate' ? truncated(answer) : replacement(after, dialect)
}

function overflows(fault: Fault, othersUnderWay: number): boolean {
  return fault.effect === 'queue-full' && othersUnderWay >= (fault.capacity ?? 0)
}

async function pass(faults: readonly Fault[], signal: AbortSignal): Promise<void> {
  for (const fault of faults) {
    if (fault.effect === 'latency') await delay(fault.milliseconds, undefined, { signal })
  }
}

function isAfterWork(fault: Fault): boolean {
  return fault.effect === 'truncate' || ('afterWork' in fault && fault.afterWork === true)
}

function replaces({ effect }: Fault): boolean {
  return effect !== 'latency' && effect !== 'compile-fails' && effect !== 'queue-full'
}

function replacement(fault: Fault, dialect: Dialect): Outcome {
  switch (fault.effect) {
    case 'status':
      return plainText(fault.status, fault.text ?? `HTTP status ${fault.status}`)
    case 'html':
      return htmlPage(fault.status, fault.status === 200 ? 'Please sign in' : 'Service Unavailable')
    case 'refuse':
      return dialect.failure(fault.error)
    case 'disabled':
      return dialect.failure('Category service disabled on this server')
    default:
      return 'drop'
  }
}

function compilation(faults: readonly Fault[]): Call['compilation'] {
  const failure = faults.find((fault) => fault.effect === 'compile-fails')
  if (failure === undefined) return 'works'
  return failure.silently ? 'fails-silently' : 'fails'
}

function truncated(answer: Answer): Answer {
  return { ...answer, body: answer.body.slice(0, Math.ceil(answer.body.length / 2)) }
}
