import { ApplianceError } from '../errors'
import type { Repeatable } from '../http/retries'
import { isSecretName, type SecretWord } from '../quotation/secret-fields'
import type { Area } from '../settings'

/** One route of the appliance (docs/appliance, "Routes"), and how it may be treated. */
export interface Route {
  readonly area: Area
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** As the table of routes writes it, with its parameters in brackets: `/categories/quick/[ID]`. */
  readonly path: string
  /** It changes what the appliance holds or does. Many GETs of this interface do. */
  readonly changes: boolean
  readonly repeatable: Repeatable
  readonly answer: AnswerSize
  /** What its body holds; absent where it has none. */
  readonly body?: BodyDeclaration<never>
  /** The release it came with (docs/appliance, "Releases"), or what is known of it. */
  readonly release: string
  /** One sentence: what to do where the appliance does not have it. */
  readonly withoutIt: string
}

/**
 * Writes a path with its parameters: `/categories/quick/[ID]` with `{ ID: 250 }` is `/categories/quick/250`. Commas and
 * colons stay as they are, as documented (docs/appliance, "Analyze a website" and "Query records") and paths may hold them.
 *
 * Throws `ApplianceError` of the kind `misconfigured` for a value that would make another path of it: servers drop empty segments, follow
 * `..` to another route, and some read an encoded slash as a slash.
 */
export function fillPath(route: Route, parameters: Readonly<Record<string, string | number>>): string {
  return route.path.replace(/\[([^[\]]+)\]/g, (_, name: string) => {
    const value = parameters[name]
    if (value === undefined) throw new TypeError(`the route ${routeName(route)} needs a value for ${name}`)
    if (leadsElsewhere(String(value))) throw unusable(route, name, String(value))
    return encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%3A', ':')
  })
}

/** Nothing, dots alone, or what separates segments or lines. White space around dots is cut off by some servers. */
function leadsElsewhere(value: string): boolean {
  return /^\.{0,2}$/.test(value.trim()) || /[/\\\p{Cc}]/u.test(value)
}

function unusable(route: Route, parameter: string, value: string): ApplianceError {
  return new ApplianceError({
    kind: 'misconfigured',
    incident: { is: 'path-value-unusable', route: routeName(route), parameter, value: value.slice(0, 120) },
  })
}

/** The route as the table of routes names it, for messages. */
export function routeName(route: Route): string {
  return `${route.method} ${route.path}`
}

/**
 * How much an answer of a route may be, several times what an appliance in good order sends. No limits are documented
 * (docs/appliance, "Times and limits"); without any, a server that answers in its place decides how much memory a plan takes.
 */
interface AnswerSize {
  readonly bytes: number
  /** Of its JSON: texts, numbers, lists and objects. Each takes many times its bytes once it is read. */
  readonly values: number
}

const MiB = 2 ** 20

/** An envelope with some fields; a page of HTML in its place, such as one that quotes all of a request of half a megabyte. */
export const envelopeSize: AnswerSize = { bytes: 2 * MiB, values: 20_000 }

/** A list of what an administrator has made or ordered: categories by the thousand, record databases, interfaces. */
export const listSize: AnswerSize = { bytes: 4 * MiB, values: 100_000 }

/** Groups with their members: accounts by the hundred thousand. */
export const groupsSize: AnswerSize = { bytes: 8 * MiB, values: 250_000 }

/** Whether the value of a field may be quoted, or is redacted in every text about the request and its answer. */
type Secrecy = 'plain' | 'secret'

type Fields = Readonly<Record<string, Secrecy>>

/** What the body of a route holds: no other field can be sent, and each says whether it is a secret. */
export interface BodyDeclaration<Name extends string = string> {
  readonly encoding: 'form' | 'json'
  readonly fields: Readonly<Record<Name, Secrecy>>
  /** Whether other fields may be sent, which an administrator names. */
  readonly takesOthers: boolean
  /** The body with these values. Those that are undefined are left out; of a form all values are texts. */
  with(values: Readonly<Partial<Record<Name, string | number | undefined>>>): RequestBody
}

/** A body as it is sent. Only a declaration makes one, so that the secrecy of every field is decided before it is sent. */
export interface RequestBody {
  readonly declaration: BodyDeclaration<never>
  readonly type: 'application/x-www-form-urlencoded' | 'application/json'
  readonly text: string
  /** What of it must not be quoted, whatever the appliance echoes. */
  readonly secrets: readonly string[]
}

/** A body of `application/x-www-form-urlencoded`. */
export function formBody<const F extends Fields>(
  fields: F & SecretsMarked<F>,
): BodyDeclaration<keyof F & string> {
  return declaration('form', fields, false)
}

/** The same, to which an administrator may add fields; those that are named as secrets are, are taken for secrets. */
export function openFormBody<const F extends Fields>(fields: F & SecretsMarked<F>): BodyDeclaration {
  return declaration('form', fields, true)
}

/** A body of `application/json`. */
export function jsonBody<const F extends Fields>(
  fields: F & SecretsMarked<F>,
): BodyDeclaration<keyof F & string> {
  return declaration('json', fields, false)
}

/** Does not compile for a plain field that is named as secrets are. */
type SecretsMarked<F extends Fields> = {
  readonly [Name in keyof F]: Name extends string
    ? Lowercase<Name> extends `${string}${SecretWord}${string}`
      ? 'secret'
      : Secrecy
    : Secrecy
}

function declaration(
  encoding: BodyDeclaration['encoding'],
  fields: Fields,
  takesOthers: boolean,
): BodyDeclaration {
  const declared: BodyDeclaration = {
    encoding,
    fields,
    takesOthers,
    with(values) {
      const entries = Object.entries(values).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as const],
      )
      const secrets = entries.filter(([name]) => secrecyOf(name) === 'secret')
      return {
        declaration: declared,
        ...encoded(encoding, Object.fromEntries(entries)),
        secrets: secrets.map(([, value]) => String(value)).filter((text) => text !== ''),
      }
    },
  }

  function secrecyOf(name: string): Secrecy {
    if (Object.hasOwn(fields, name)) return fields[name] ?? 'secret'
    if (!takesOthers) throw new TypeError(`the body has no field ${name}`)
    return isSecretName(name) ? 'secret' : 'plain'
  }

  return declared
}

function encoded(
  encoding: BodyDeclaration['encoding'],
  values: Readonly<Record<string, string | number>>,
): Pick<RequestBody, 'type' | 'text'> {
  if (encoding === 'json') return { type: 'application/json', text: JSON.stringify(values) }
  const texts = Object.entries(values).map(([name, value]): [string, string] => [name, String(value)])
  return { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(texts).toString() }
}

/**
 * What the client takes for granted where nothing shows what the appliance answers. Each area lists its assumptions beside
 * its schemas as `assumptions: readonly Assumption[]`, so that they can be read in one place and checked against a
 * real appliance.
 */
export interface Assumption {
  /** What is not known, such as "Record of a directory member". */
  readonly topic: string
  /** What is assumed, in one sentence. */
  readonly assumed: string
  /** What a user sees where the appliance behaves otherwise, in one sentence. */
  readonly ifWrong: string
}
