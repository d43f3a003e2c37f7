import { type Fault, parseFaults } from './fault'

/** What a fault is held against. */
export interface Target {
  readonly listener: string
  readonly method: string
  /** As it came over the wire, with the query part if there is one. */
  readonly url: string
  /** Absent where no route fits the request. */
  readonly operation: string | undefined
}

interface ArmedFault {
  readonly fault: Fault
  readonly pathPattern: RegExp | undefined
  /** How many requests have fitted so far. */
  fitted: number
}

/** A fault and how many requests have fitted it so far, those that it let pass included. */
export interface FaultReport {
  readonly fault: Fault
  readonly fitted: number
}

/** The faults of a running emulator. They may be changed at any time and act on the requests that follow. */
export class Faults {
  #armed: ArmedFault[] = []

  /** Replaces all faults; each begins to count anew. Throws, and changes nothing, where one of them makes no sense. */
  set(faults: readonly Fault[]): void {
    this.#armed = parseFaults(faults).map(arm)
  }

  add(fault: Fault): void {
    this.#armed = [...this.#armed, ...parseFaults([fault]).map(arm)]
  }

  clear(): void {
    this.#armed = []
  }

  report(): FaultReport[] {
    return this.#armed.map(({ fault, fitted }) => ({ fault, fitted }))
  }

  /** The faults that hit this request, in the order in which they were set. Counts it for each fault that it fits. */
  hitting(target: Target): readonly Fault[] {
    if (this.#armed.length === 0) return none
    return this.#armed.filter((armed) => fits(armed, target) && countsAsHit(armed)).map(({ fault }) => fault)
  }
}

const none: readonly Fault[] = []

function arm(fault: Fault): ArmedFault {
  return { fault, pathPattern: fault.path === undefined ? undefined : pathPattern(fault.path), fitted: 0 }
}

function pathPattern(path: string): RegExp {
  const literals = path.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
  return new RegExp(`^${literals.join('[^/]*')}$`)
}

function fits({ fault, pathPattern }: ArmedFault, target: Target): boolean {
  return (
    (fault.operation === undefined || fault.operation === target.operation) &&
    (fault.listener === undefined || fault.listener === target.listener) &&
    (fault.method === undefined || fault.method.toUpperCase() === target.method) &&
    (pathPattern === undefined || pathPattern.test(target.url.replace(/\?.*$/s, '')))
  )
}

function countsAsHit(armed: ArmedFault): boolean {
  const passed = armed.fitted - (armed.fault.skip ?? 0)
  armed.fitted += 1
  return passed >= 0 && passed < (armed.fault.times ?? Number.POSITIVE_INFINITY)
}
