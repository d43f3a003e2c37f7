import { type Answer, type Dialect, htmlPage, plainText, tracebackPage } from '../protocol/envelope'
import type { Call, Compilation, Route } from '../protocol/route'
import type { Fault } from './fault'

/** How a request ends: with an answer, with one that is too large, with its connection closed, or with its connection reset. */
export type Outcome = Answer | OversizeFault | 'drop' | 'reset'

/** What tells of an answer that is too large to be held as one text. */
export type OversizeFault = Extract<Fault, { readonly effect: 'oversize' }>

/** True where the request finds all threads and the queue taken. */
export function overflows(faults: readonly Fault[], othersWaiting: number): boolean {
  return faults.some((fault) => fault.effect === 'queue-full' && othersWaiting >= (fault.capacity ?? 0))
}

/** How long the request waits before anything is done, or the answer after that, in milliseconds. */
export function latencyOf(faults: readonly Fault[], when: 'before the work' | 'after the work'): number {
  const waits = faults.flatMap((fault) =>
    fault.effect === 'latency' && isAfterWork(fault) === (when === 'after the work')
      ? [fault.milliseconds]
      : [],
  )
  return waits.reduce((sum, milliseconds) => sum + milliseconds, 0)
}

/**
 * Does a route's work under the faults that hit the request. Of several that would end it, the one that was set first does:
 * those before the work, else those after it.
 */
export async function outcomeOf(
  route: Pick<Route, 'dialect' | 'work'>,
  call: Call,
  faults: readonly Fault[],
): Promise<Outcome> {
  const before = faults.find((fault) => endsRequest(fault) && !isAfterWork(fault))
  if (before !== undefined) return replacement(before, route.dialect)
  const answer = await route.work(call, compilation(faults))
  const after = faults.find((fault) => endsRequest(fault) && isAfterWork(fault))
  if (after === undefined) return answer
  return after.effect === 'truncate' ? truncated(answer) : replacement(after, route.dialect)
}

function endsRequest({ effect }: Fault): boolean {
  return effect !== 'latency' && effect !== 'compile-fails' && effect !== 'queue-full'
}

function isAfterWork(fault: Fault): boolean {
  return fault.effect === 'truncate' || ('afterWork' in fault && fault.afterWork === true)
}

function replacement(fault: Fault, dialect: Dialect): Outcome {
  switch (fault.effect) {
    case 'status':
      return plainText(fault.status, fault.text ?? `HTTP status ${fault.status}`)
    case 'html':
      if (fault.error !== undefined) return tracebackPage(fault.status, fault.error)
      return htmlPage(fault.status, fault.status === 200 ? 'Please sign in' : 'Service Unavailable')
    case 'refuse':
      return { ...dialect.failure(fault.error), ...(fault.status && { status: fault.status }) }
    case 'oversize':
      return fault
    case 'disabled':
      return dialect.failure('Category service disabled on this server')
    default:
      return 'drop'
  }
}

function compilation(faults: readonly Fault[]): Compilation {
  const failure = faults.find((fault) => fault.effect === 'compile-fails')
  if (failure === undefined) return 'works'
  return failure.silently ? 'fails-silently' : 'fails'
}

function truncated(answer: Answer): Answer {
  return { ...answer, body: answer.body.slice(0, Math.ceil(answer.body.length / 2)) }
}
