import { type Form, parseForm } from './form'
import type { Call } from './route'

/** A request as the web server read it, seen as what a route's work is given. The body is decoded when it is first asked for. */
export class RequestCall implements Call {
  /** The body as it came, undecoded. */
  readonly body: string
  readonly #parameters: unknown
  #form: Form | undefined

  constructor(parameters: unknown, body: unknown) {
    this.#parameters = parameters
    this.body = typeof body === 'string' ? body : ''
  }

  parameter(name: string): string {
    const value = isRecord(this.#parameters) ? this.#parameters[name] : undefined
    return typeof value === 'string' ? value : ''
  }

  field(name: string): string | undefined {
    this.#form ??= parseForm(this.body)
    return this.#form.get(name)
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
