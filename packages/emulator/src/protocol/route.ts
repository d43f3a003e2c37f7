import type { Answer, Dialect } from './envelope'

/** What a route's work is given of a request. */
export interface Call {
  /** The path parameters, percent-decoded. */
  parameter(name: string): string
  /** A parameter of the query, decoded; `undefined` where it is missing. */
  query(name: string): string | undefined
  /** A field of the form body, decoded; `undefined` where it is missing. */
  field(name: string): string | undefined
  /** All values under a name, of the query and then of the form body, decoded: some services do not tell the two apart. */
  values(name: string): readonly string[]
  /** The JSON body, parsed; `undefined` where there is none that can be parsed. */
  json(): unknown
  /** Aborted when the emulator closes: work that waits for something outside ends then. */
  readonly signal: AbortSignal
}

/** How a compilation ends that a request starts: it works, unless a fault says otherwise. */
export type Compilation = 'works' | 'fails' | 'fails-silently'

/** One route of the appliance. An area of the interface is a list of these. */
export interface Route {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** With `:name` for a path parameter. */
  readonly path: string
  /** What the route does, in a word: faults are aimed by it. */
  readonly operation: string
  readonly dialect: Dialect
  /** May take its time; other requests are answered meanwhile. */
  readonly work: (call: Call, compilation: Compilation) => Answer | Promise<Answer>
}

/** The category id of a path, or -1 (which no category has) where it is no number. */
export function categoryId(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : -1
}

/** Leaves out each route whose method and path an earlier one has taken already. */
export function firstOfEachPath(routes: readonly Route[]): Route[] {
  const taken = new Set<string>()
  return routes.filter(({ method, path }) => {
    const key = `${method} ${path}`
    const free = !taken.has(key)
    taken.add(key)
    return free
  })
}
