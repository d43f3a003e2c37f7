import { z } from 'zod'
import { isJsonObject, withFlaw } from './listed-entries'
import {
  type Answer,
  type Call,
  type Compilation,
  type Dialect,
  htmlPage,
  type Oddity,
  plainText,
  type Route,
  tracebackPage,
} from './protocol'

/** What a fault is held against. */
interface Target {
  readonly listener: string
  readonly method: string
  /** As it came over the wire, with the query part if there is one. */
  readonly url: string
  /** Absent if no route fits the request. */
  readonly operation: string | undefined
}

interface ArmedFault {
  readonly fault: Fault
  readonly pathParts: readonly string[] | undefined
  /** How many requests have fitted so far. */
  fitted: number
  /** When those of the last second came, for a limit; milliseconds. */
  arrivals: readonly number[]
}

/** A fault and how many requests have fitted it so far, those that it let pass included. */
interface FaultReport {
  readonly fault: Fault
  readonly fitted: number
}

/** The faults of a running emulator. They may be changed at any time and act on the requests that follow. */
export class Faults {
  #armed: ArmedFault[] = []

  /** Replaces all faults; each begins to count anew. Throws, and changes nothing, if one of them makes no sense. */
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
    return this.#armed
      .filter((armed) => fits(armed, target) && isBeyondLimit(armed) && countsAsHit(armed))
      .map(({ fault }) => fault)
  }
}

const none: readonly Fault[] = []

function arm(fault: Fault): ArmedFault {
  return { fault, pathParts: fault.path?.split('*'), fitted: 0, arrivals: [] }
}

/** Whether a path consists of these parts, in their order, with anything within one segment between each two of them. */
function consistsOf(path: string, [first = '', ...others]: readonly string[]): boolean {
  if (others.length === 0) return path === first
  if (!path.startsWith(first)) return false
  let place = first.length
  for (const [index, part] of others.entries()) {
    // The first place is the best: what follows it may be longer than what follows any other.
    const at = index < others.length - 1 ? path.indexOf(part, place) : path.length - part.length
    if (at < place || !path.startsWith(part, at) || path.slice(place, at).includes('/')) return false
    place = at + part.length
  }
  return true
}

function fits({ fault, pathParts }: ArmedFault, target: Target): boolean {
  return (
    (fault.operation === undefined || fault.operation === target.operation) &&
    (fault.listener === undefined || fault.listener === target.listener) &&
    (fault.method === undefined || fault.method.toUpperCase() === target.method) &&
    (pathParts === undefined || consistsOf(target.url.replace(/\?.*/s, ''), pathParts))
  )
}

/** Whether more requests came within a second than the limit of the fault, if it has one. */
function isBeyondLimit(armed: ArmedFault): boolean {
  if (armed.fault.effect !== 'too-fast') return true
  const now = performance.now()
  armed.arrivals = [...armed.arrivals.filter((arrival) => now - arrival < 1_000), now]
  return armed.arrivals.length > armed.fault.perSecond
}

function countsAsHit(armed: ArmedFault): boolean {
  const passed = armed.fitted - (armed.fault.skip ?? 0)
  armed.fitted += 1
  return passed >= 0 && passed < (armed.fault.times ?? Number.POSITIVE_INFINITY)
}

/** The listeners of an appliance (docs/appliance, "Areas and listeners"). `base` is the one without a port of its own. */
const listenerNames = ['categories', 'legacy', 'base', 'records', 'directory'] as const

export type ListenerName = (typeof listenerNames)[number]

/** Which requests a fault is aimed at: those that fit all that is given; all requests where nothing is. */
const aim = {
  /** What the route calls its operation, such as list or create. */
  operation: z.string().optional(),
  listener: z.enum(listenerNames).optional(),
  method: z.string().optional(),
  /** The path as it comes over the wire; `*` stands for anything within one segment. */
  path: z.string().startsWith('/').optional(),
  /** How many fitting requests pass before the first one that is hit. */
  skip: z.int().min(0).optional(),
  /** How many are hit after that; all if it is left out. */
  times: z.int().min(1).optional(),
}

/** Whether the appliance has done what was asked, although its answer says otherwise. */
const afterWork = z.boolean().optional()

const httpStatus = z.int().min(200).max(599)

/** One thing that goes wrong, as tests and the control listener say it. */
const faultSchema = z.discriminatedUnion('effect', [
  /** The work is done late, or the answer comes late. */
  z.strictObject({ ...aim, effect: z.literal('latency'), milliseconds: z.number().min(0), afterWork }),
  /** The connection is closed without an answer. */
  z.strictObject({ ...aim, effect: z.literal('drop'), afterWork }),
  /** A bare HTTP status with a line of plain text, such as 500 or 403. */
  z.strictObject({
    ...aim,
    effect: z.literal('status'),
    status: httpStatus,
    text: z.string().optional(),
    afterWork,
  }),
  /**
   * A page of HTML where JSON is due, such as 503, or 200 of a portal. With `error` it holds a traceback, which ends with that text:
   * so the autonomous service fails (docs/appliance, "Unknown routes" and "List categories").
   */
  z.strictObject({
    ...aim,
    effect: z.literal('html'),
    status: httpStatus,
    error: z.string().optional(),
    afterWork,
  }),
  /** The work is done, and the answer breaks off in the middle of its JSON. */
  z.strictObject({ ...aim, effect: z.literal('truncate') }),
  /**
   * The work is done, and each collection in the answer is empty, or null: so a service answers that has lost its database, and says that
   * all went well.
   */
  z.strictObject({ ...aim, effect: z.literal('nothing-listed'), as: z.enum(['empty', 'null']).optional() }),
  /** The work is done, and the list in the answer is not whole: see `ListFlaw`. */
  z.strictObject({
    ...aim,
    effect: z.literal('entries-missing'),
    first: z.int().min(0).optional(),
    without: z.array(z.string()).optional(),
  }),
  z.strictObject({
    ...aim,
    effect: z.literal('entry-unreadable'),
    lacks: z.enum(['number', 'name', 'small-number']),
  }),
  z.strictObject({ ...aim, effect: z.literal('entries-repeated') }),
  z.strictObject({ ...aim, effect: z.literal('second-name'), name: z.string() }),
  /**
   * What is created gets another name than the request says: with characters of HTML escaped, without what follows the twelfth character,
   * or without its spaces.
   */
  z.strictObject({
    ...aim,
    effect: z.literal('stored-otherwise'),
    as: z.enum(['html', 'cut', 'without-spaces']),
  }),
  /** The work is done, and the answer is written in ISO 8859-1, where it says nothing of its charset unless it is `declared`. */
  z.strictObject({ ...aim, effect: z.literal('latin1'), declared: z.boolean().optional() }),
  /**
   * The work is done, and the answer is compressed, although nobody asked for it; with gzip unless given. It may be compressed twice, cut
   * off, without the header that says so, or so many bytes long before: it is filled up with blanks.
   */
  z.strictObject({
    ...aim,
    effect: z.literal('compressed'),
    coding: z.enum(['gzip', 'deflate', 'br']).optional(),
    twice: z.boolean().optional(),
    cut: z.boolean().optional(),
    undeclared: z.boolean().optional(),
    bytes: z
      .int()
      .min(1)
      .max(2 ** 28)
      .optional(),
  }),
  /** Status false with the given error, in the route's own spelling, with the HTTP status of such a failure unless one is given. */
  z.strictObject({
    ...aim,
    effect: z.literal('refuse'),
    error: z.string(),
    status: httpStatus.optional(),
    afterWork,
  }),
  /**
   * Status true, in the route's own spelling, and nothing is done: so removals may be answered if a license has expired, or if there is a
   * second copy of what is removed.
   */
  z.strictObject({ ...aim, effect: z.literal('pretend') }),
  /**
   * An answer of so many bytes, most of them empty objects, that no appliance sends it. With `unannounced` no header has its length.
   */
  z.strictObject({
    ...aim,
    effect: z.literal('oversize'),
    bytes: z
      .int()
      .min(1)
      .max(2 ** 32),
    unannounced: z.boolean().optional(),
    afterWork,
  }),
  /** The category service is switched off. */
  z.strictObject({ ...aim, effect: z.literal('disabled') }),
  /** The compilation fails; with `silently` it does so in the background, and the answer knows nothing of it. */
  z.strictObject({ ...aim, effect: z.literal('compile-fails'), silently: z.boolean().optional() }),
  /**
   * The autonomous service compiles in the background: the next list, or so many, still counts the names that the compile then deletes
   * (docs/appliance, "Deleted by a compile" and "Compile a category").
   */
  z.strictObject({ ...aim, effect: z.literal('compile-late'), lists: z.int().min(1).optional() }),
  /** A query for a site finds the categories of all names above it, too. */
  z.strictObject({ ...aim, effect: z.literal('answers-for-parents') }),
  /**
   * The older batch leaves out the last of several sites. Nothing but the numbers in its answer says so: "2 added, 1 already exist".
   */
  z.strictObject({ ...aim, effect: z.literal('leaves-one-out') }),
  /**
   * All threads and the queue are taken: a request that finds more than `capacity` others under way is hit (0 if left out:
   * each one). The connection is reset, since a full queue lies below HTTP: nobody has accepted it who could answer 503.
   */
  z.strictObject({ ...aim, effect: z.literal('queue-full'), capacity: z.int().min(0).optional() }),
  /** A gateway answers 429 to each request that is one too many within a second. */
  z.strictObject({ ...aim, effect: z.literal('too-fast'), perSecond: z.int().min(0) }),
  /**
   * The server closes each connection after its answer without announcing it, and the client learns of it with its next request, which
   * is not read: a request on a connection that has carried one before is hit.
   */
  z.strictObject({ ...aim, effect: z.literal('closed-silently') }),
  /**
   * A cache stands before the appliance. A GET that was answered before is answered with the same again, and no work is done, unless the
   * request says `cache-control: no-cache`.
   */
  z.strictObject({ ...aim, effect: z.literal('cached') }),
  /**
   * Reads are answered by a replica that lags behind by so many milliseconds: after a change, what was read before is answered as it was
   * then. The first read while the fault is set is answered as it is.
   */
  z.strictObject({ ...aim, effect: z.literal('stale'), milliseconds: z.number().min(0) }),
])

/** All effects, which the help of the command explains. */
export const effects = faultSchema.options.map(({ shape }) => shape.effect.value)

/** What goes wrong, with which requests. */
export type Fault = z.infer<typeof faultSchema>

/** Reads faults that came from outside. Throws an error that names what is wrong, and where. */
export function parseFaults(content: unknown): Fault[] {
  const parsed = z.array(faultSchema).safeParse(content)
  if (parsed.success) return parsed.data
  throw new Error(`not a list of faults: ${z.prettifyError(parsed.error)}`)
}

/** How a request ends: with an answer, with one that is too large, with its connection closed, or with its connection reset. */
export type Outcome = Answer | OversizeFault | 'drop' | 'reset'

/** An answer that is too large to be held as one text. */
type OversizeFault = Extract<Fault, { readonly effect: 'oversize' }>

type CompressedFault = Extract<Fault, { readonly effect: 'compressed' }>

/** True where the request finds all threads and the queue taken. */
export function overflows(faults: readonly Fault[], othersWaiting: number): boolean {
  return faults.some((fault) => fault.effect === 'queue-full' && othersWaiting >= (fault.capacity ?? 0))
}

/** True where the connection is closed that has carried a request before this one. */
export function closesSilently(faults: readonly Fault[]): boolean {
  return faults.some(({ effect }) => effect === 'closed-silently')
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
  const ending = faults.filter((fault) => replaces(fault) || alters(fault))
  const before = ending.filter(replaces).find((fault) => !isAfterWork(fault))
  if (before !== undefined) return replacement(before, route.dialect)
  const renaming = faults.find((fault) => fault.effect === 'stored-otherwise')
  const given = renaming ? renamed(call, renaming.as) : call
  const answer = await route.work(given, compilation(faults), odditiesOf(faults))
  const after = ending.find(isAfterWork)
  if (after === undefined) return answer
  return alters(after) ? altered(answer, after) : replacement(after, route.dialect)
}

type Effect = Fault['effect']

/** Whether the work is done and its answer sent, or changed, or replaced, perhaps without the work. */
const roles = {
  latency: 'passes',
  drop: 'replaces',
  status: 'replaces',
  html: 'replaces',
  truncate: 'alters',
  'nothing-listed': 'alters',
  'entries-missing': 'alters',
  'entry-unreadable': 'alters',
  'entries-repeated': 'alters',
  'second-name': 'alters',
  'stored-otherwise': 'passes',
  latin1: 'alters',
  compressed: 'alters',
  refuse: 'replaces',
  pretend: 'replaces',
  oversize: 'replaces',
  disabled: 'replaces',
  'compile-fails': 'passes',
  'compile-late': 'passes',
  'answers-for-parents': 'passes',
  'leaves-one-out': 'passes',
  'queue-full': 'passes',
  'too-fast': 'replaces',
  'closed-silently': 'passes',
  cached: 'passes',
  stale: 'passes',
} as const satisfies Readonly<Record<Effect, 'passes' | 'alters' | 'replaces'>>

type FaultThat<Role> = Extract<
  Fault,
  { readonly effect: { [Each in Effect]: (typeof roles)[Each] extends Role ? Each : never }[Effect] }
>

function alters(fault: Fault): fault is FaultThat<'alters'> {
  return roles[fault.effect] === 'alters'
}

function replaces(fault: Fault): fault is FaultThat<'replaces'> {
  return roles[fault.effect] === 'replaces'
}

function isAfterWork(fault: Fault): boolean {
  return alters(fault) || ('afterWork' in fault && fault.afterWork === true)
}

function altered(answer: Answer, fault: FaultThat<'alters'>): Answer {
  switch (fault.effect) {
    case 'truncate':
      return truncated(answer)
    case 'nothing-listed':
      return withoutEntries(answer, fault.as ?? 'empty')
    case 'entries-missing':
    case 'entry-unreadable':
    case 'entries-repeated':
    case 'second-name':
      return withFlaw(answer, fault)
    case 'latin1':
      return inLatin1(answer, fault.declared ?? false)
    case 'compressed':
      return compressed(answer, fault)
  }
}

function replacement(fault: FaultThat<'replaces'>, dialect: Dialect): Outcome {
  switch (fault.effect) {
    case 'status':
      return plainText(fault.status, fault.text ?? `HTTP status ${fault.status}`)
    case 'too-fast':
      return plainText(429, 'Too many requests')
    case 'html':
      if (fault.error !== undefined) return tracebackPage(fault.status, fault.error)
      return htmlPage(fault.status, fault.status === 200 ? 'Please sign in' : 'Service Unavailable')
    case 'refuse':
      return { ...dialect.failure(fault.error), ...(fault.status && { status: fault.status }) }
    case 'pretend':
      return dialect.success('')
    case 'oversize':
      return fault
    case 'disabled':
      return dialect.failure('Category service disabled on this server')
    case 'drop':
      return 'drop'
  }
}

function compilation(faults: readonly Fault[]): Compilation {
  const failure = faults.find((fault) => fault.effect === 'compile-fails')
  if (failure !== undefined) return failure.silently ? 'fails-silently' : 'fails'
  const late = faults.find((fault) => fault.effect === 'compile-late')
  return late ? { lists: late.lists ?? 1 } : 'works'
}

function odditiesOf(faults: readonly Fault[]): ReadonlySet<Oddity> {
  return new Set(
    faults.flatMap(({ effect }) =>
      effect === 'answers-for-parents' || effect === 'leaves-one-out' ? [effect] : [],
    ),
  )
}

function truncated(answer: Answer): Answer {
  return { ...answer, body: answer.body.slice(0, Math.ceil(answer.body.length / 2)) }
}

function withoutEntries(answer: Answer, as: 'empty' | 'null'): Answer {
  const fields = Object.entries<unknown>(JSON.parse(answer.body)).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null ? nothingFor(value, as) : value,
  ])
  return { ...answer, body: JSON.stringify(Object.fromEntries(fields), null, 2) }
}

function nothingFor(collection: object, as: 'empty' | 'null'): object | null {
  if (as === 'null') return null
  return Array.isArray(collection) ? [] : {}
}

type StoredAs = Extract<Fault, { effect: 'stored-otherwise' }>['as']

/** The request as if it said the name that the appliance stores. */
function renamed(call: Call, as: StoredAs): Call {
  const stored = (name: string) => storedAs(name, as)
  return {
    parameter: (name) => call.parameter(name),
    query: (name) => call.query(name),
    values: (name) => call.values(name),
    field: (name) => (name === 'name' ? optional(call.field(name), stored) : call.field(name)),
    json() {
      const body = call.json()
      return isJsonObject(body) && typeof body.name === 'string' ? { ...body, name: stored(body.name) } : body
    },
    signal: call.signal,
  }
}

function optional(text: string | undefined, change: (text: string) => string): string | undefined {
  return text === undefined ? undefined : change(text)
}

function storedAs(name: string, as: StoredAs): string {
  if (as === 'cut') return name.slice(0, 12)
  if (as === 'without-spaces') return name.replaceAll(' ', '')
  return name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function inLatin1(answer: Answer, isDeclared: boolean): Answer {
  const type = answer.contentType.replace(/;.*/s, '')
  return { ...answer, contentType: isDeclared ? `${type}; charset=ISO-8859-1` : type, charset: 'latin1' }
}

function compressed(
  answer: Answer,
  { coding = 'gzip', twice = false, cut = false, undeclared = false, bytes = 0 }: CompressedFault,
): Answer {
  const codings = twice ? [coding, coding] : [coding]
  const header = undeclared ? {} : { 'content-encoding': codings.join(', ') }
  return {
    ...answer,
    headers: { ...answer.headers, ...header },
    body: answer.body.padEnd(bytes),
    compressed: { codings, cut },
  }
}
