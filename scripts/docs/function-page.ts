import type {
  FunctionDocumentation,
  Parameter,
  Parameters,
  TypedValue,
  ValueType,
} from '@webfilter/terraform-plugin/testing'

import { titleOf } from './attribute-line'
import { examplesFolder, exampleText } from './example'
import { page, section } from './page'

/** What is read of a function's definition. */
export interface DocumentedFunction {
  readonly name: string
  readonly summary: string
  readonly description: string
  readonly deprecated?: string
  readonly documentation?: FunctionDocumentation
  readonly parameters: Parameters
  readonly variadic?: { readonly name: string; readonly parameter: Parameter }
  readonly returns: TypedValue<unknown>
}

const engines = 'Terraform 1.8, OpenTofu 1.7, or newer.'

export async function functionPage(definition: DocumentedFunction): Promise<string> {
  const { name, summary, description, deprecated, documentation } = definition
  if (!documentation)
    throw new Error(`The function ${name} has no documentation: write it in its definition.`)
  const { subcategory, meaning } = documentation
  return page(
    {
      title: `function: ${name}`,
      pageTitle: `${name} function`,
      summary: `${summary}.`,
      subcategory,
      description,
      deprecated,
    },
    [
      section('Example Usage', await exampleText(`${examplesFolder}/functions/${name}/function.tf`)),
      section('Requirements', engines),
      section('Signature', signature(definition)),
      section('Arguments', argumentsOf(definition)),
      ...(meaning ?? []).map(({ heading, text }) => section(heading, text)),
    ],
  )
}

/** As the registry's own tool writes it: `merge_sites(lists list of string...) list of string`. */
function signature({ name, parameters, variadic, returns }: DocumentedFunction): string {
  const fixed = Object.entries(parameters).map(([parameter, { type }]) => `${parameter} ${typeName(type)}`)
  const rest = variadic ? [`${variadic.name} ${typeName(variadic.parameter.type)}...`] : []
  return `\`\`\`text\n${name}(${[...fixed, ...rest].join(', ')}) ${typeName(returns.type)}\n\`\`\``
}

function argumentsOf({ parameters, variadic }: DocumentedFunction): string {
  const fixed = Object.entries(parameters).map(([name, parameter]) => argumentLine(name, parameter, []))
  const rest = variadic ? [argumentLine(variadic.name, variadic.parameter, ['Variadic'])] : []
  return [...fixed, ...rest].map((line, index) => `${index + 1}. ${line}`).join('\n')
}

function argumentLine(name: string, { type, options }: Parameter, marks: readonly string[]): string {
  const all = [...marks, titleOf(type), ...(options.nullable ? ['Nullable'] : [])]
  return `\`${name}\` (${all.join(', ')}) ${options.description}`
}

function typeName(type: ValueType): string {
  return titleOf(type).toLowerCase()
}
