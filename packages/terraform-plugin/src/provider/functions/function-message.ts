import type { PartialMessage } from '../../protobuf/message'
import type { FunctionParameter, FunctionSignature } from '../../protocol/tfplugin6'
import type { Parameter } from '../../schema/parameter'
import { typeToJson, type ValueType } from '../../values/type'
import { definitionsOf, type Offered } from '../late-definition'
import type { ProviderFunction } from './function-definition'

/** The signatures of all functions by their names: the same in the schema and in the answer to GetFunctions. */
export async function functionMessages(
  offered: readonly Offered<ProviderFunction>[] = [],
): Promise<{ readonly [name: string]: PartialMessage<FunctionSignature> }> {
  const functions = await definitionsOf(offered)
  return Object.fromEntries(functions.map((each) => [each.name, functionMessage(each)]))
}

function functionMessage(definition: ProviderFunction): PartialMessage<FunctionSignature> {
  const { parameters, variadic, returns, summary, description, deprecated } = definition
  return {
    parameters: Object.entries(parameters).map(([name, parameter]) => parameterMessage(name, parameter)),
    ...(variadic && { variadicParameter: parameterMessage(variadic.name, variadic.parameter) }),
    return: { type: typeBytes(returns.type) },
    summary,
    description,
    descriptionKind: 'markdown',
    deprecationMessage: deprecated ?? '',
  }
}

/** Hosts skip a function where an argument is not wholly known, unless it allows for that: the protocol's own comment says the reverse. */
function parameterMessage(name: string, { type, options }: Parameter): PartialMessage<FunctionParameter> {
  return {
    name,
    type: typeBytes(type),
    allowNullValue: options.nullable ?? false,
    allowUnknownValues: options.unknownAllowed ?? false,
    description: options.description,
    descriptionKind: 'markdown',
  }
}

function typeBytes(type: ValueType): Buffer {
  return Buffer.from(JSON.stringify(typeToJson(type)))
}
