import { printable } from '@webfilter/text'
import { withoutLongParts } from '../diagnostics/diagnostic'
import type { PartialMessage } from '../protobuf/message'
import type { RequestOf, ResponseOf } from '../protocol/service'
import type { DynamicValue } from '../protocol/tfplugin6'
import type { Uncertain } from '../schema/attribute'
import { decodeValue } from '../values/msgpack-decode'
import { encodeValue } from '../values/msgpack-encode'
import type { TerraformNumber } from '../values/numbers'
import {
  boolType,
  containsUnknown,
  isListValue,
  isObjectValue,
  listType,
  mapType,
  numberType,
  type Path,
  pathText,
  setType,
  stringType,
  type Unknown,
  unknown,
  type Value,
  type ValueType,
} from '../values/value'
import { Diagnostics, raiseThrown } from './diagnostics'

/**
 * A function as its author writes it. It must be pure: hosts call it in every phase and compare the results, and they call it before
 * the provider is configured, so that nothing of the configuration can be used.
 */
interface FunctionDefinition<P extends Parameters, V, R> {
  /** One sentence in plain text, for lists of functions. */
  readonly summary: string
  /** Markdown: the first paragraphs of the function's documentation. */
  readonly description: string
  /** What the function's page says besides its signature. A function without it cannot be documented. */
  readonly documentation?: FunctionDocumentation
  readonly deprecated?: string
  /** In the order in which they are given. Their names are identifiers, and those of the variadic one is none of them. */
  readonly parameters: P
  /** The last parameter, for which any number of arguments is given. */
  readonly variadic?: { readonly name: string; readonly parameter: Parameter<V> }
  readonly returns: TypedValue<R>
  /**
   * @param rest the arguments of the variadic parameter
   * @throws {InvalidArgument}
   */
  run(args: ArgumentsOf<P>, rest: readonly V[]): Promise<R | Unknown> | R | Unknown
}

/** What the page of a function says besides its signature. All texts are Markdown. */
export interface FunctionDocumentation {
  /** The heading under which a registry lists the page, such as `Network`. */
  readonly subcategory: string
  /** Sections of the page's own, behind the signature. */
  readonly meaning?: readonly { readonly heading: string; readonly text: string }[]
}

/** The arguments of a call, by the names of their parameters. */
type ArgumentsOf<P extends Parameters> = {
  readonly [N in keyof P]: P[N] extends Parameter<infer V> ? V : never
}

/** A function whose types are no longer of interest: the server's view of it. */
export type ProviderFunction = FunctionDefinition<Parameters, Value, Value> & { readonly name: string }

/** @param name as it is called, without the provider's prefix: `title` for `provider::notes::title` */
export function providerFunction<const P extends Parameters, V extends Value, R extends Value>(
  name: string,
  definition: FunctionDefinition<P, V, R>,
): ProviderFunction {
  return { ...(definition as unknown as FunctionDefinition<Parameters, Value, Value>), name }
}

/** An argument that the function does not take. */
export class InvalidArgument extends Error {
  override readonly name = 'InvalidArgument'
  /** The name of its parameter, or its place among the arguments of the variadic one, from 0. */
  readonly argument: string | number

  /** @param problem what is wrong with it and what to do, to be read behind `Invalid value for "site" parameter:` */
  constructor(argument: string | number, problem: string) {
    super(problem)
    this.argument = argument
  }
}

/** A type of Terraform's language, and the TypeScript type of its known values. */
export interface TypedValue<V> {
  readonly type: ValueType
  /** Exists for the compiler only: carries the TypeScript type. */
  readonly valueType?: V
}

/** The types that parameters and results of functions may have. */
export const types = {
  string: { type: stringType } as TypedValue<string>,
  bool: { type: boolType } as TypedValue<boolean>,
  number: { type: numberType } as TypedValue<TerraformNumber>,
  listOf: <V>({ type }: TypedValue<V>): TypedValue<readonly V[]> => ({ type: listType(type) }),
  setOf: <V>({ type }: TypedValue<V>): TypedValue<readonly V[]> => ({ type: setType(type) }),
  mapOf: <V>({ type }: TypedValue<V>): TypedValue<{ readonly [key: string]: V }> => ({ type: mapType(type) }),
} as const

/** A parameter of a function. Its values are never null inside, and null or unknown only where its options allow it. */
export interface Parameter<V = unknown> extends TypedValue<V> {
  readonly options: ParameterOptions
}

export type Parameters = { readonly [name: string]: Parameter }

/** What an author says of a parameter. */
interface ParameterOptions {
  /** Markdown: it is the parameter's documentation. */
  readonly description: string
  /** The argument may be null. Otherwise the host refuses such a call. */
  readonly nullable?: boolean
  /**
   * The function is called with values that are not known yet, as a whole or inside. Otherwise the host does not call it where an
   * argument has such a value, and takes an unknown result.
   */
  readonly unknownAllowed?: boolean
}

/** A parameter of the type, such as `parameter(types.string, { description: 'Domain.' })`. */
export function parameter<V, const O extends ParameterOptions>(
  { type }: TypedValue<V>,
  options: O,
): Parameter<ArgumentOf<V, O>> {
  return { type, options }
}

/** What a function is given for a parameter: `parameter` derives it from the options. */
type ArgumentOf<V, O> =
  | (O extends { readonly unknownAllowed: true } ? Uncertain<V> : V)
  | (O extends { readonly nullable: true } ? null : never)

type Request = RequestOf<'CallFunction'>
type Response = ResponseOf<'CallFunction'>

/**
 * Calls a function, also before the provider is configured. What hosts check before they call is checked again, by the same rules: a
 * null where none may be is an error, and where an argument has a value that is not known yet, so is the result.
 */
export async function callFunction(
  definition: ProviderFunction,
  { arguments: given }: Pick<Request, 'arguments'>,
): Promise<Response> {
  const fixed = Object.entries(definition.parameters)
  const { variadic, returns } = definition
  try {
    if (given.length < fixed.length || (!variadic && given.length > fixed.length)) {
      return failed(`${definition.name} does not take ${given.length} arguments`)
    }
    const values: Value[] = []
    for (const [index, wire] of given.entries()) {
      const parameter = fixed[index]?.[1] ?? variadic?.parameter
      if (parameter) values.push(await readArgument(parameter, wire))
      const problem = parameter && problemOf(parameter, values[index] ?? null)
      if (problem !== undefined) return failed(problem, index)
    }
    if (values.some((value, index) => isUndecided(fixed[index]?.[1] ?? variadic?.parameter, value))) {
      return { result: { msgpack: encodeValue(returns.type, unknown) } }
    }
    const args = Object.fromEntries(fixed.map(([name], index) => [name, values[index] ?? null]))
    const result = await definition.run(args, values.slice(fixed.length))
    return { result: { msgpack: encodeValue(returns.type, result) } }
  } catch (thrown) {
    if (!(thrown instanceof InvalidArgument)) return failed(textOf(thrown, definition.name))
    return failed(thrown.message, indexOf(thrown.argument, fixed))
  }
}

/** OpenTofu sends nothing for a null, and msgpack for all else. */
async function readArgument(
  { type }: { readonly type: ValueType },
  { msgpack, json }: PartialMessage<DynamicValue>,
): Promise<Value> {
  if (msgpack?.length) return decodeValue(type, msgpack)
  if (!json?.length) return null
  const { decodeJson } = await import('../values/json')
  return decodeJson(type, Buffer.from(json).toString('utf8'))
}

function problemOf({ options }: Parameter, value: Value): string | undefined {
  if (value === null) return options.nullable ? undefined : 'it must not be null'
  const path = nullWithin(value)
  return path && `${pathText(path)} is null; remove it, or give it a value`
}

/** Hosts look only at the argument as a whole. */
function nullWithin(value: Value): Path | undefined {
  const inside: readonly (readonly [Path[number], Value])[] = isListValue(value)
    ? [...value.entries()]
    : isObjectValue(value)
      ? Object.entries(value).map(([key, element]) => [{ key }, element])
      : []
  for (const [step, element] of inside) {
    const path = element === null ? [] : nullWithin(element)
    if (path) return [step, ...path]
  }
  return undefined
}

function isUndecided(parameter: Parameter | undefined, value: Value): boolean {
  return !parameter?.options.unknownAllowed && containsUnknown(value)
}

/** Hosts count the arguments of the variadic parameter on. */
function indexOf(argument: string | number, fixed: readonly (readonly [string, Parameter])[]): number {
  return typeof argument === 'number'
    ? fixed.length + argument
    : fixed.findIndex(([name]) => name === argument)
}

/** @param index from 0; left out where no one argument is to blame. OpenTofu then blames the first */
function failed(text: string, index?: number): Response {
  const isOfArgument = index !== undefined && index >= 0
  return {
    error: {
      text: printable(withoutFullStop(withoutLongParts(text))),
      ...(isOfArgument && { functionArgument: index }),
    },
  }
}

function textOf(thrown: unknown, name: string): string {
  const diagnostics = new Diagnostics()
  const where = `the function ${name}`
  raiseThrown(thrown, { doing: `Could not call ${where}`, where }, diagnostics)
  return diagnostics.all
    .map(({ code, summary, message, advice }) =>
      [...(code === 'provider-bug' ? [`${summary}.`] : []), message, advice].join(' ').trim(),
    )
    .join(' ')
}

/** Hosts quote the text in a sentence of their own, and end that. */
function withoutFullStop(text: string): string {
  return text.replace(/\.$/, '')
}
