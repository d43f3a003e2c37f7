import {
  callFunction,
  decodeValue,
  encodeValue,
  type ProviderFunction,
  type Value,
} from '@webfilter/terraform-plugin/testing'

/** What a call gives: its result, or what is wrong with which argument. */
export type Called =
  | { readonly result: Value }
  | { readonly text: string; readonly argument: number | undefined }

/** Calls a function as hosts do, by values on the wire. */
export async function called(definition: ProviderFunction, ...args: readonly Value[]): Promise<Called> {
  const parameters = [...Object.values(definition.parameters)]
  const typeOf = (index: number) => (parameters[index] ?? definition.variadic?.parameter)?.type
  const wire = args.map((value, index) => {
    const type = typeOf(index)
    if (!type) throw new Error(`There is no parameter ${index}.`)
    return { msgpack: encodeValue(type, value), json: new Uint8Array() }
  })
  const { result, error } = await callFunction(definition, { arguments: wire })
  if (error) return { text: error.text ?? '', argument: error.functionArgument }
  return { result: decodeValue(definition.returns.type, result?.msgpack ?? new Uint8Array()) }
}

/** The result of a call. @throws {Error} with the text of an error */
export async function resultOf(definition: ProviderFunction, ...args: readonly Value[]): Promise<Value> {
  const answer = await called(definition, ...args)
  if ('result' in answer) return answer.result
  throw new Error(answer.text)
}
