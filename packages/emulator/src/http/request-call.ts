import { unescape as decodePercents } from 'node:querystring'
import { parsedJson } from '@webfilter/appliance-names'
import type { Call } from '../protocol'
import type { HttpRequest } from './server'

/** A request as the web server read it, seen as what a route's work is given. The body is decoded when it is first asked for. */
export class RequestCall implements Call {
  /** The body as it came, undecoded. */
  readonly body: string
  /** The body as a journal may keep it: as it came, but for passwords of JSON bodies. */
  readonly shownBody: string
  readonly signal: AbortSignal
  readonly #parameters: unknown
  readonly #query: unknown
  readonly #isJson: boolean
  #form: Form | undefined

  constructor({ params, query, body, headers }: HttpRequest, signal: AbortSignal) {
    this.#parameters = params
    this.#query = query
    this.body = typeof body === 'string' ? body : ''
    this.#isJson = /^application\/json\b/i.test(headers['content-type'] ?? '')
    this.shownBody = this.#isJson ? shownJsonBody(this.body) : this.body
    this.signal = signal
  }

  parameter(name: string): string {
    return textIn(this.#parameters, name) ?? ''
  }

  query(name: string): string | undefined {
    return textIn(this.#query, name)
  }

  /** Where a form says something twice, the last stands. */
  field(name: string): string | undefined {
    return this.#fields(name).at(-1)
  }

  values(name: string): readonly string[] {
    return [...textsIn(this.#query, name), ...this.#fields(name)]
  }

  json(): unknown {
    return this.#isJson ? parsedJson(this.body) : undefined
  }

  #fields(name: string): readonly string[] {
    this.#form ??= parseForm(this.#isJson ? '' : this.body)
    return this.#form.get(name) ?? []
  }
}

/** Where a query says something twice, the last stands, as in a form. */
function textIn(record: unknown, name: string): string | undefined {
  return textsIn(record, name).at(-1)
}

function textsIn(record: unknown, name: string): readonly string[] {
  const value = isRecord(record) && Object.hasOwn(record, name) ? record[name] : undefined
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  return values.filter((text) => typeof text === 'string')
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** The fields of a form body, each with its values in the order in which they came. */
type Form = ReadonlyMap<string, readonly string[]>

/**
 * Reads an `application/x-www-form-urlencoded` body. Each value is decoded in one go, because lists of sites make bodies of
 * tens of megabytes. A percent sign that begins no escape stays as it is.
 */
export function parseForm(body: string): Form {
  const fields = new Map<string, string[]>()
  for (const field of body.split('&')) {
    if (field === '') continue
    const equals = field.indexOf('=')
    const name = equals === -1 ? field : field.slice(0, equals)
    const value = equals === -1 ? '' : field.slice(equals + 1)
    const decoded = decode(name)
    const values = fields.get(decoded)
    if (values === undefined) fields.set(decoded, [decode(value)])
    else values.push(decode(value))
  }
  return fields
}

function decode(text: string): string {
  return decodePercents(text.replaceAll('+', ' '))
}

const hidden = '(hidden)'

/**
 * The body of a JSON request as a journal may keep it: as it came, but with its passwords masked. A body that cannot be parsed
 * and may hold one is left out whole.
 */
function shownJsonBody(body: string): string {
  if (!/password|\\u/i.test(body)) return body
  const parsed = parsedJson(body)
  return parsed === undefined ? hidden : JSON.stringify(parsed, masked)
}

function masked(key: string, value: unknown): unknown {
  return /password/i.test(key) ? hidden : value
}
