import { formFields, mostAlternativeNames } from '@webfilter/appliance-client'
import type { Check } from '@webfilter/appliance-declarations/validators'
import type { ValueCheck } from '@webfilter/appliance-names/settings'
import type { Attributes, StandardSchema } from '@webfilter/terraform-plugin'
import {
  type Attribute,
  definitionsOf,
  isConfigurable,
  wholeNumber,
} from '@webfilter/terraform-plugin/testing'
import { provider } from '../../src/provider'
import { operations } from '../../src/resources/operation'

/** Where the module is kept, below the root of the repository. */
export const providerFactsPath = 'packages/constructs/src/provider-facts.ts'

/**
 * The module with what constructs check at synth and the generated bindings do not say: values, choices, secrets, and what operations
 * and certificates take. The same provider gives the same text, formatted as the rest of the sources.
 */
export async function providerFacts(): Promise<string> {
  const resources = ownersOf(await definitionsOf(provider.resources))
  const dataSources = ownersOf(await definitionsOf(provider.dataSources))
  const owners = [['provider', provider.attributes] as const, ...resources]
  const checks = {
    provider: checksOf('provider', provider.attributes),
    resources: byOwner(resources, checksOf),
    dataSources: byOwner(dataSources, (type, attributes) => checksOf(`data ${type}`, attributes)),
  }
  return `// Written by npm run generate from the provider. Do not edit it.

/**
 * Which values attributes may have, by their paths in Terraform's language: those that the provider accepts. \`[]\` stands for each
 * element of a list or a map.
 */
export const valueChecks = ${literal(checks)} as const

/**
 * Values of attributes that are choices, by the type of the resource and the name of the attribute in Terraform's language.
 * \`provider\` stands for the settings of the provider.
 */
export const allowedValues = ${literal(byOwner(owners, (_, attributes) => choicesOf(attributes)))} as const

/** Attributes of resources that are secrets, by the type of the resource. */
export const secretAttributes = ${literal(byOwner(resources, (_, attributes) => secretsOf(attributes)))} as const

/** Settings of the provider that are secrets, by their paths: the environment variables that stand in for them. */
export const secretSettings = ${literal(secretSettingsIn(provider.attributes))} as const

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

type Owner = readonly [type: string, attributes: Attributes]

function ownersOf(
  definitions: readonly { readonly name: string; readonly attributes: Attributes }[],
): readonly Owner[] {
  return definitions.map(({ name, attributes }) => [`appliance_${name}`, attributes])
}

function byOwner<Fact extends object>(owners: readonly Owner[], factOf: (...owner: Owner) => Fact) {
  return Object.fromEntries(
    owners
      .map(([type, attributes]) => [type, factOf(type, attributes)] as const)
      .filter(([, fact]) => Object.keys(fact).length > 0),
  )
}

/**
 * The checks of all attributes that a configuration may set, also of those within others. Choices are apart.
 * @throws {Error} for a check that is a function only, and for choices where a synth does not look for them: it would leave them out
 */
export function checksOf(owner: string, attributes: Attributes): { readonly [path: string]: ValueCheck } {
  return Object.fromEntries(checksIn(attributes, ''))

  function checksIn(within: Attributes, above: string): readonly (readonly [path: string, ValueCheck])[] {
    return configurable(within).flatMap(([name, { options, checks, nested }]) => {
      const path = `${above}${name}`
      if (options.oneOf && (above !== '' || owner.startsWith('data ')))
        throw new Error(
          `The constructs do not check the choices of ${path} of ${owner}. Extend problemsOfChoices in their attribute-values.ts first.`,
        )
      const ofValue = options.oneOf ? options.validate : checks.at(-1)
      const below = nested?.nesting === 'single' ? `${path}.` : `${path}[].`
      return [
        ...(ofValue ? [[path, dataOf(ofValue, path)] as const] : []),
        ...(options.validateElement ? [[`${path}[]`, dataOf(options.validateElement, path)] as const] : []),
        ...(nested ? checksIn(nested.attributes, below) : []),
      ]
    })
  }

  function dataOf(check: StandardSchema, path: string): ValueCheck {
    if (check === wholeNumber) return ['wholeNumber']
    if (isCheck(check)) return check.data
    throw new Error(
      `The constructs cannot check ${path} of ${owner}, because its check is a function only. Take a check of packages/declarations/src/validators.ts.`,
    )
  }
}

function isCheck(check: StandardSchema): check is Check {
  return 'data' in check
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

/** @throws {Error} for a secret without an environment variable, which a synth could not name in place of the secret */
export function secretSettingsIn(attributes: Attributes): { readonly [path: string]: string } {
  return Object.fromEntries(secretsWithin(attributes, ''))

  function secretsWithin(within: Attributes, above: string): readonly (readonly [path: string, string])[] {
    return configurable(within).flatMap(
      ([
        name,
        {
          type,
          nested,
          options: { sensitive, environment },
        },
      ]) => {
        const path = `${above}${name}`
        if (!sensitive) return nested ? secretsWithin(nested.attributes, `${path}.`) : []
        if (environment === undefined) {
          throw new Error(
            `The secret ${path} of the provider has no environment variable. Make it with a setting of its own.`,
          )
        }
        return [[type.kind === 'string' ? path : `${path}[]`, environment] as const]
      },
    )
  }
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
  return `{\n${entries.map(([name, each]) => `${further}${keyOf(name)}: ${literal(each, further)},\n`).join('')}${indentation}}`
}

function keyOf(name: string): string {
  return /^\w+$/.test(name) ? name : text(name)
}

function text(value: unknown): string {
  if (typeof value === 'number') return value.toLocaleString('en-US').replaceAll(',', '_')
  return typeof value === 'string' ? `'${value}'` : String(value)
}
