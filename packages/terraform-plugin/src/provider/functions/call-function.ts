import { printable } from '../../diagnostics/printable'
import type { PartialMessage } from '../../protobuf/message'
import type { RequestOf, ResponseOf } from '../../protocol/service'
import type { DynamicValue } from '../../protocol/tfplugin6'
import type { Parameter } from '../../schema/parameter'
import { decodeValue } from '../../values/msgpack-decode'
import { encodeValue } from '../../values/msgpack-encode'
import { type Path, pathText } from '../../values/path'
import type { ValueType } from '../../values/type'
import { containsUnknown, unknown } from '../../values/unknown'
import { isListValue, isObjectValue, type Value } from '../../values/value'
import { Diagnostics } from '../diagnostics'
import { raiseThrown } from '../failures'
import { InvalidArgument, type ProviderFunction } from './function-definition'

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
  const { decodeJson } = await import('../../values/json')
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
    error: { text: printable(withoutFullStop(text)), ...(isOfArgument && { functionArgument: index }) },
  }
}

function textOf(thrown: unknown, name: string): string {
  const diagnostics = new Diagnostics()
  const where = `the function ${name}`
  raiseThrown(thrown, { doing: `Could not call ${where}`, where }, diagnostics)
  return diagnostics.told
    .map(({ code, summary, message, advice }) =>
      [...(code === 'provider-bug' ? [`${summary}.`] : []), message, advice].join(' ').trim(),
    )
    .join(' ')
}

/** Hosts quote the text in a sentence of their own, and end that. */
function withoutFullStop(text: string): string {
  return text.replace(/\.$/, '')
}
