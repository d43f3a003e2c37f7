import { z } from 'zod'
import { listenerNames } from './listener-name'

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
  /** How many are hit after that; all where it is left out. */
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
   * so the autonomous service fails (field notes, "Unknown route", "Autonomous, one bad row").
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
  /** Status false with the given error, in the route's own spelling, with the HTTP status of such a failure unless one is given. */
  z.strictObject({
    ...aim,
    effect: z.literal('refuse'),
    error: z.string(),
    status: httpStatus.optional(),
    afterWork,
  }),
  /**
   * An answer of so many bytes, most of them empty objects, that no appliance sends it. With `unannounced` no header tells how long
   * it is.
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
   * All threads and the queue are taken: a request that finds more than `capacity` others under way is hit (0 where left out:
   * each one). The connection is reset, since a full queue lies below HTTP: nobody has accepted it who could answer 503.
   */
  z.strictObject({ ...aim, effect: z.literal('queue-full'), capacity: z.int().min(0).optional() }),
])

/** What goes wrong, with which requests. */
export type Fault = z.infer<typeof faultSchema>

/** Reads faults that came from outside. Throws an error that names what is wrong, and where. */
export function parseFaults(content: unknown): Fault[] {
  const parsed = z.array(faultSchema).safeParse(content)
  if (parsed.success) return parsed.data
  throw new Error(`not a list of faults: ${z.prettifyError(parsed.error)}`)
}
