/** Whether what a field carries may be quoted, or is struck out of everything that is told of the request and its answer. */
export type Secrecy = 'plain' | 'secret'

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

/** A body as it is sent. Only a declaration makes one, so that nothing is sent whose secrecy nobody has decided. */
export interface RequestBody {
  readonly declaration: BodyDeclaration<never>
  readonly type: 'application/x-www-form-urlencoded' | 'application/json'
  readonly text: string
  /** What of it must not be quoted, whatever the appliance echoes. */
  readonly secrets: readonly string[]
}

/** A body of `application/x-www-form-urlencoded`. */
export function formBody<const F extends Fields>(fields: F & Honest<F>): BodyDeclaration<keyof F & string> {
  return declaration('form', fields, false)
}

/** The same, to which an administrator may add fields; those that are named as secrets are, are taken for secrets. */
export function openFormBody<const F extends Fields>(fields: F & Honest<F>): BodyDeclaration {
  return declaration('form', fields, true)
}

/** A body of `application/json`. */
export function jsonBody<const F extends Fields>(fields: F & Honest<F>): BodyDeclaration<keyof F & string> {
  return declaration('json', fields, false)
}

/** Whether a field is named as secrets are: `userPassword`, `api_key`. */
export function soundsSecret(name: string): boolean {
  return secretWords.some((word) => name.toLowerCase().includes(word))
}

const secretWords = ['pass', 'pwd', 'secret', 'token', 'key', 'credential', 'private'] as const

/** Does not compile for a plain field that is named as secrets are. */
type Honest<F extends Fields> = {
  readonly [Name in keyof F]: Name extends string
    ? Lowercase<Name> extends `${string}${(typeof secretWords)[number]}${string}`
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
    return soundsSecret(name) ? 'secret' : 'plain'
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
