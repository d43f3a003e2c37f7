import type { Appliance, CategoryApi, Route } from '@webfilter/appliance-client'
import { fieldsNamed, mentions, type ReadAnswer } from './read-answer'
import type { Usual } from './scenarios'
import { done } from './usual-answers'

/** One method of the client, and one route that it asks, whose answer is to be odd. */
export interface ClientCall {
  /** As it is reached on the client: `categories.list`. */
  readonly method: string
  readonly route: Route
  /** What the rest of the appliance is like, where that matters. */
  readonly circumstances?: string
  readonly usual?: Usual
  readonly categoryApi?: CategoryApi
  /** A secret of the request itself, beside those of every request. */
  readonly carries?: string
  /** Contents of valid answers, to be made odd. */
  readonly valid: readonly unknown[]
  call(appliance: Appliance, signal: AbortSignal): Promise<unknown>
  /** What is wrong with making this value of that answer; undefined where nothing is. */
  problem(value: unknown, reading: ReadAnswer): string | undefined
}

/** What a call is made of, where it is like most calls that change something. */
export type Order = Omit<ClientCall, 'problem' | 'valid'> & Partial<Pick<ClientCall, 'problem' | 'valid'>>

/** A call that changes something: it may end well only where the answer says so. */
export function order(parts: Order): ClientCall {
  return { valid: [done, { status: true, message: 'done' }], problem: needsYes, ...parts }
}

export function needsYes(_: unknown, { says }: ReadAnswer): string | undefined {
  return says === 'yes' ? undefined : 'it took the answer for a success'
}

/** For a call that can never end well, whatever the answer is. */
export function neverEndsWell(): string {
  return 'it ended well'
}

/** Whether the texts of a failure may be read as saying that something is not there. */
export function mayMeanAbsence({ status, says, content }: ReadAnswer): boolean {
  if (status === 404) return true
  const texts = ['error', 'info', 'message'].flatMap((name) => fieldsNamed(content, name)).map(textOf)
  return says === 'no' && texts.some((text) => /no|unknown/i.test(text))
}

/** What the client says of the encoding of an answer that does not tell it. */
const likelyEncoding = 'most likely ISO-8859-1'

/**
 * A problem where a value holds a text or number that the answer does not tell.
 * @param own words that the client may add: what was asked for, and names of states
 */
export function invention(
  value: unknown,
  reading: ReadAnswer,
  own: readonly (string | number)[] = [],
): string | undefined {
  const invented = leavesOf(value).find(
    (leaf) => leaf !== '' && leaf !== likelyEncoding && !own.includes(leaf) && !mentions(reading, leaf),
  )
  return invented === undefined ? undefined : `it made up ${JSON.stringify(invented).slice(0, 200)}`
}

/** A problem where a list does not have one entry for each of the collections of this name, if there is exactly one. */
export function omission(
  list: readonly unknown[],
  { content }: ReadAnswer,
  name: string,
): string | undefined {
  const collections = fieldsNamed(content, name)
  const [collection, another] = collections
  if (collections.length === 0) return `it read ${list.length} entries where there is no ${name}`
  if (another !== undefined) {
    const held = collections.some((each) => Object.keys(Object(each)).length > 0)
    return held && list.length === 0 ? 'it read nothing, although one spelling holds something' : undefined
  }
  if (typeof collection === 'object') {
    const count = Object.keys(collection ?? {}).length
    return count === list.length ? undefined : `it read ${list.length} of ${count} entries`
  }
  return `it read ${list.length} entries in ${JSON.stringify(collection)}`
}

function leavesOf(value: unknown): readonly (string | number)[] {
  if (typeof value === 'string' || typeof value === 'number') return [value]
  if (value instanceof Date) return [value.getTime() / 1000]
  if (value instanceof Map) return leavesOf([...value])
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : 'notes'
}
