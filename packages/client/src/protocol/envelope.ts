import { isJsonObject } from '@webfilter/text'
import * as z from 'zod/mini'
import { ApplianceError } from '../errors'
import { type Answer, readJson, unreadableAnswer } from './answer'

/**
 * What every answer of the categories, certificates, directory and record databases is wrapped in (docs/appliance, "Envelope"), read from
 * either of its two spellings and from any letter case.
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
  readonly capitalized: boolean
}

/**
 * Reads the envelope of an answer. Throws `unreadable` if there is none, and `failed` if it reports an error without a Status, or
 * beside one that is true.
 */
export function readEnvelope(answer: Answer): Envelope {
  const entries = lowerCaseEntries(answer.value)
  const succeeded = entries && statusIn(entries)
  if (textsIn(answer.value).error !== '' && succeeded !== false) throw reportedError(answer)
  if (entries === undefined || succeeded === undefined) {
    throw unreadableAnswer(answer, 'which has no Status that is true or false')
  }
  return {
    succeeded,
    ...textsIn(answer.value),
    fields: fieldsOf(entries),
    capitalized: Object.hasOwn(Object(answer.value), 'Status'),
  }
}

function reportedError(answer: Answer): ApplianceError {
  const { request, status } = answer
  const words = answer.words(textsIn(answer.value))
  return new ApplianceError({
    kind: 'failed',
    status,
    incident: { is: 'failure-without-status', request, status, words },
  })
}

/** The texts of an object that may be an envelope; empty where it is none. */
export function textsIn(value: unknown): Pick<Envelope, 'error' | 'info'> {
  const entries = lowerCaseEntries(value) ?? []
  return { error: textIn(entries, 'error'), info: textIn(entries, 'info') || textIn(entries, 'message') }
}

/** Whether a value is an object that has a Status, whatever it says. */
export function hasStatus(value: unknown): boolean {
  return spellingsOf(lowerCaseEntries(value) ?? [], 'status').length > 0
}

/** Whether a value is an object whose Status is false. */
export function isFailure(value: unknown): boolean {
  const entries = lowerCaseEntries(value)
  return entries !== undefined && statusIn(entries) === false
}

/** A key in lower case, and what it holds. */
type Entry = readonly [key: string, value: unknown]

/** Undefined if no spelling of the key says true or false, or if one says true and another nothing. */
function statusIn(entries: readonly Entry[]): boolean | undefined {
  const values = spellingsOf(entries, 'status').map(readFlag)
  if (values.includes(false)) return false
  return values.length > 0 && values.every((flag) => flag === true) ? true : undefined
}

/** The first spelling of the key that says anything. */
function textIn(entries: readonly Entry[], name: string): string {
  const texts = spellingsOf(entries, name).map(fieldText)
  return texts.find((text) => text !== '') ?? ''
}

/** The values of every key of this name, whatever its letter case. */
function spellingsOf(entries: readonly Entry[], name: string): readonly unknown[] {
  return entries.filter(([key]) => key === name).map(([, value]) => value)
}

function readFlag(value: unknown): boolean | undefined {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value
  if (word === true || word === 1 || word === 'true' || word === '1') return true
  return word === false || word === 0 || word === 'false' || word === '0' ? false : undefined
}

/** Reads the envelope and throws `failed`, or `forbidden` where that is what it says, unless its Status is true. */
export function readSuccess(answer: Answer): Envelope {
  const envelope = readEnvelope(answer)
  if (!envelope.succeeded) throw failureOf(answer, envelope)
  return envelope
}

/** The error for an envelope whose Status is false. */
export function failureOf(answer: Answer, envelope: Envelope): ApplianceError {
  const { request, status } = answer
  const words = answer.words(envelope)
  if (refusesTheCaller(envelope)) return answer.refusal(words, causeOfRefusal(envelope))
  const switchedOff = /\bdisabled\b/i.test(`${envelope.error} ${envelope.info}`)
  const is = switchedOff ? 'service-disabled' : 'failure-reported'
  return new ApplianceError({ kind: 'failed', status, incident: { is, request, status, words } })
}

/**
 * Whether the texts of an envelope say that the caller is not allowed to ask, and nothing else (docs/appliance, "Authentication"): within
 * other words, the appliance may have been the caller of another service, after it had done a part.
 */
export function refusesTheCaller({ error, info }: Pick<Envelope, 'error' | 'info'>): boolean {
  const said = [error, info].map((text) => text.trim()).filter((text) => text !== '')
  return said.length > 0 && said.every((text) => callerRefusal.test(text))
}

/**
 * What such texts speak of. "Authentication failed" is what a sibling service answers to an address that it does not allow; others say it
 * of a wrong token.
 */
export function causeOfRefusal({ error, info }: Pick<Envelope, 'error' | 'info'>): 'address' | 'either' {
  return /\bip address\b/i.test(`${error} ${info}`) ? 'address' : 'either'
}

const callerRefusal =
  /^(?:authentication failed|your ip address \S{1,64} is not allowed(?: to perform this operation)?)[.!]?$/i

/**
 * Whether an answer says that the appliance could not check the caller: a race of its threads under load, before anything was done
 * (docs/appliance, "Authentication"). Nothing else stands in the texts of an envelope without a success, or in the whole answer: within
 * other words it may follow something that was done.
 */
export function failedToCheckCaller(text: string): boolean {
  if (!text.toLowerCase().includes(accessCheck)) return false
  const { value, problem } = readJson(text)
  if (problem !== undefined && problem !== 'not JSON') return false
  if (value === undefined || typeof value === 'string') return isAccessCheck(String(value ?? text))
  const { error, info } = textsIn(value)
  const said = [error, info].filter((each) => each !== '')
  return said.length > 0 && said.every(isAccessCheck) && (isFailure(value) || !hasStatus(value))
}

const accessCheck = 'fatal error while checking security accesses'

function isAccessCheck(text: string): boolean {
  return text.trim().replace(/[.!]$/, '').toLowerCase() === accessCheck
}

/**
 * Whether the texts of an envelope contain the words of a known refusal (docs/appliance, "Authentication" and "Failures").
 * They speak of a caller or of a service: other words around them make them no statement on what was asked for.
 */
export function isKnownRefusal({ error, info }: Pick<Envelope, 'error' | 'info'>): boolean {
  return refusalWithin.test(`${error}\n${info}`)
}

const refusalWithin =
  /\bauthentication failed\b|\bip address\b.*\bnot allowed\b|\bservice (?:is )?disabled\b/is

/**
 * The object with its keys in lower case, or undefined where the value is no object. Where a key stands in several
 * spellings, one that is false goes first, then one that holds something, so that neither a failure nor what is there hides
 * behind another spelling.
 */
export function lowerCaseKeys(value: unknown): Record<string, unknown> | undefined {
  const entries = lowerCaseEntries(value)
  return entries && fieldsOf(entries)
}

/** Undefined where the value is no object. */
function lowerCaseEntries(value: unknown): readonly Entry[] | undefined {
  if (!isJsonObject(value)) return undefined
  return Object.entries(value).map(([key, field]): Entry => [key.toLowerCase(), field])
}

function fieldsOf(entries: readonly Entry[]): Record<string, unknown> {
  const fields = new Map<string, unknown>()
  for (const [name, field] of entries) {
    const known = fields.get(name)
    if (!fields.has(name) || field === false || (known !== false && holdsNothing(known)))
      fields.set(name, field)
  }
  return Object.fromEntries(fields)
}

function holdsNothing(value: unknown): boolean {
  return value === undefined || value === '' || isEmptyCollection(value)
}

/** Whether a value is an object or a list without entries, or null, which appliances write for one. */
export function isEmptyCollection(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}

/** Messages of an appliance are sentences; characters. Of what is longer the beginning is searched for words. */
const longestText = 10_000

/** What a field says, as text; empty for nothing. Not fit to be quoted. */
function fieldText(value: unknown): string {
  if (value === false || value === 0 || value === '0' || holdsNothing(value)) return ''
  const text = typeof value === 'string' ? value.trim() : JSON.stringify(value)
  return text.slice(0, longestText)
}

// Schemas of single values as appliances write them: a release may write a number as a text, or a boolean as 0 or 1.

/** A text; a number is taken by its digits, unless it is larger than numbers go. */
export const lenientText = z.pipe(
  z.transform((value) => (Number.isFinite(value) ? String(value) : value)),
  z.string(),
)

/** A whole number, or a text that holds one. */
export const lenientInteger = z.pipe(
  z.transform((value) => (typeof value === 'string' && /^\s*-?\d+\s*$/.test(value) ? Number(value) : value)),
  z.int(),
)

/** A boolean, 0 or 1, or a text of one of these. */
export const lenientFlag = z.pipe(
  z.transform((value) => flags.get(typeof value === 'string' ? value.trim().toLowerCase() : value)),
  z.boolean(),
)

const flags: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...[true, 1, 'true', '1'].map((value): [unknown, boolean] => [value, true]),
  ...[false, 0, 'false', '0', ''].map((value): [unknown, boolean] => [value, false]),
])

/** What is only good to know: null where it is missing or of another kind. */
export function orNull<T>(schema: z.ZodMiniType<T>) {
  return z.catch(z.nullable(schema), null)
}

/** A list that may be missing or null, which stands for an empty one. */
export function listOrNothing<T>(element: z.ZodMiniType<T>) {
  return z.pipe(
    z.transform((value) => value ?? []),
    z.array(element),
  )
}

/** An object with its keys in lower case; further ones are left out. */
export function caselessObject<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.pipe(
    z.transform((value) => lowerCaseKeys(value) ?? value),
    z.object(shape),
  )
}

/**
 * The fields, in lower case, of an answer that is documented without an envelope. Where a release wraps it
 * all the same, the envelope has to be a success. Throws `unreadable` where the answer is no object.
 */
export function readBareFields(answer: Answer): Readonly<Record<string, unknown>> {
  const fields = lowerCaseKeys(answer.value)
  if (!fields) throw unreadableAnswer(answer, 'which is not an object')
  return 'status' in fields ? readSuccess(answer).fields : fields
}
