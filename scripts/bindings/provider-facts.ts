import { formFields, mostAlternativeNames } from '@webfilter/appliance-client'
import type { Attributes } from '@webfilter/terraform-plugin'
import { type Attribute, definitionsOf, isConfigurable } from '@webfilter/terraform-plugin/testing'
import { provider } from '../../src/provider'
import { operations } from '../../src/resources/operation'

/** Where the module is kept, below the root of the repository. */
export const providerFactsPath = 'packages/constructs/src/provider-facts.ts'

/**
 * The module with what constructs check at synth and the generated bindings do not say: choices, secrets, and what operations and
 * certificates take. The same provider gives the same text, formatted as the rest of the sources.
 */
export async function providerFacts(): Promise<string> {
  const resources = await definitionsOf(provider.resources)
  const owners = [
    ['provider', provider.attributes] as const,
    ...resources.map(({ name, attributes }) => [`appliance_${name}`, attributes] as const),
  ]
  return `// Written by npm run generate from the provider. Do not edit it.

/**
 * Values of attributes that are choices, by the type of the resource and the name of the attribute in Terraform's language.
 * \`provider\` stands for the settings of the provider.
 */
export const allowedValues = ${literal(byOwner(owners, choicesOf))} as const

/** Attributes of resources that are secrets, by the type of the resource. */
export const secretAttributes = ${literal(byOwner(owners.slice(1), secretsOf))} as const

/** Arguments of operations, by their names: whether each is required. */
export const operationArguments: {
  readonly [operation: string]: { readonly [argument: string]: 'required' | 'optional' }
} = ${literal(argumentsOfOperations())}

/** How many alternative names a certificate can have. */
export const mostAlternativeNames = ${mostAlternativeNames}

/** What the form of a certificate has fields for, in lower case. */
export const certificateFields: readonly string[] = ${literal([...formFields].sort())}
`
}

function byOwner<Fact extends object>(
  owners: readonly (readonly [type: string, attributes: Attributes])[],
  factOf: (attributes: Attributes) => Fact,
) {
  return Object.fromEntries(
    owners
      .map(([type, attributes]) => [type, factOf(attributes)] as const)
      .filter(([, fact]) => Object.keys(fact).length > 0),
  )
}

function choicesOf(attributes: Attributes): { readonly [name: string]: readonly string[] } {
  return Object.fromEntries(
    configurable(attributes).flatMap(([name, { options }]) =>
      options.oneOf ? [[name, options.oneOf] as const] : [],
    ),
  )
}

function secretsOf(attributes: Attributes): readonly string[] {
  return configurable(attributes).flatMap(([name, { options }]) => (options.sensitive ? [name] : []))
}

/** Those that a configuration may set, in the order of the alphabet, in which a synth reports them. */
function configurable(attributes: Attributes): readonly (readonly [name: string, attribute: Attribute])[] {
  return Object.entries(attributes)
    .filter(([, attribute]) => isConfigurable(attribute))
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

function argumentsOfOperations() {
  return Object.fromEntries(
    Object.entries(operations).map(([name, { parameters }]) => [
      name,
      Object.fromEntries(
        Object.entries(parameters).map(([key, { required }]) => [key, required ? 'required' : 'optional']),
      ),
    ]),
  )
}

const lineWidth = 110

/** A value as TypeScript, as the formatter of the sources writes it where an object begins a line. */
function literal(value: unknown, indentation = ''): string {
  if (typeof value !== 'object' || value === null) return text(value)
  const further = `${indentation}  `
  if (Array.isArray(value)) {
    const inOneLine = `[${value.map(text).join(', ')}]`
    if (further.length + inOneLine.length <= lineWidth / 2) return inOneLine
    return `[\n${value.map((element) => `${further}${text(element)},\n`).join('')}${indentation}]`
  }
  const entries = Object.entries(value)
  if (entries.length === 0) return '{}'
  return `{\n${entries.map(([name, each]) => `${further}${name}: ${literal(each, further)},\n`).join('')}${indentation}}`
}

function text(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value)
}
