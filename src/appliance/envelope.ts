import * as z from 'zod/mini'
import { type Answer, unreadableAnswer } from './answer'
import { ApplianceError } from './errors'

/**
 * What every answer of the categories, certificates, directory and record databases is wrapped in (interface document,
 * 2.3), read from either of its two spellings and from any letter case.
 */
export interface Envelope {
  /** `Status`. False is a failure everywhere but for a query. */
  readonly succeeded: boolean
  /** `Info` or `message` as text; empty where there is none. */
  readonly info: string
  /** `Error` as text; empty where there is none. */
  readonly error: string
  /** Every field of the answer, its name in lower case. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The key was written `Status`, as the older routes do, and not `status`, as the autonomous service does. */
  readonly capitalised: boolean
}

const statusSchema = z.union([
  z.boolean(),
  z.pipe(
    z.enum(['true', '1']),
    z.transform(() => true),
  ),
  z.pipe(
    z.enum(['false', '0']),
    z.transform(() => false),
  ),
  z.pipe(
    z.literal(1),
    z.transform(() => true),
  ),
  z.pipe(
    z.literal(0),
    z.transform(() => false),
  ),
])

const envelopeSchema = z.looseObject({ status: z.pipe(z.transform(lowerCaseText), statusSchema) })

/** Reads the envelope of an answer. Throws `unreadable` where there is none. */
export function readEnvelope(answer: Answer): Envelope {
  const fields = lowerCaseKeys(answer.value)
  const parsed = envelopeSchema.safeParse(fields)
  if (fields === undefined || !parsed.success) {
    throw unreadableAnswer(answer, 'which has no Status of true or false')
  }
  return {
    succeeded: parsed.data.status,
    info: [textOf(fields.info), textOf(fields.message)].find((text) => text !== '') ?? '',
    error: textOf(fields.error),
    fields,
    capitalised: Object.keys(Object(answer.value)).includes('Status'),
  }
}

/** Reads the envelope and throws `failed`, or `forbidden` where that is what it says, unless its Status is true. */
export function readSuccess(answer: Answer): Envelope {
  const envelope = readEnvelope(answer)
  if (!envelope.succeeded) throw failureOf(answer, envelope)
  return envelope
}

/** The error for an envelope whose Status is false. */
export function failureOf(answer: Answer, envelope: Envelope): ApplianceError {
  if (refusesTheCaller(envelope)) {
    return new ApplianceError({
      kind: 'forbidden',
      message: `${answer.request} was answered with "${answer.beginning}": this machine is not allowed to ask.`,
      advice: addressAdvice,
    })
  }
  const switchedOff = /\bdisabled\b/i.test(`${envelope.error} ${envelope.info}`)
  return new ApplianceError({
    kind: 'failed',
    message: `${answer.request} was answered with "${answer.beginning}", which means that it failed.`,
    advice: switchedOff
      ? 'Enable the service that the answer names in the console of the appliance.'
      : 'Look for the quoted text in the log of the appliance, and run the operation again once its cause is gone.',
  })
}

/** The advice where the source address is what the appliance does not accept (field notes, "Across the areas"). */
export const addressAdvice =
  'Add the address of this machine to the source addresses that the appliance allows to use its REST service.'

/** Whether the texts of an envelope say that the caller is not allowed to ask. */
export function refusesTheCaller({ error, info }: Pick<Envelope, 'error' | 'info'>): boolean {
  return /\bauthentication failed\b|\bip address\b.*\bnot allowed\b/is.test(`${error}\n${info}`)
}

/**
 * The object with its keys in lower case, or undefined where the value is no object. Where a key stands in several
 * spellings, one that is false goes first, so that no failure hides behind another spelling.
 */
export function lowerCaseKeys(value: unknown): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const fields = new Map<string, unknown>()
  for (const [key, field] of Object.entries(value)) {
    const name = key.toLowerCase()
    if (!fields.has(name) || field === false) fields.set(name, field)
  }
  return Object.fromEntries(fields)
}

function lowerCaseText(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toLowerCase() : value
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (value === undefined || value === null || value === false) return ''
  return JSON.stringify(value)
}
