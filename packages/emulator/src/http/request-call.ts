import type { Call } from '../protocol/route'
import { type Form, parseForm } from './form'
import type { HttpRequest } from './server'
import { shownJsonBody } from './shown-body'

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
    try {
      return this.#isJson ? JSON.parse(this.body) : undefined
    } catch {
      return undefined
    }
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
