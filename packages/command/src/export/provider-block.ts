import { providerAttributes } from '@webfilter/appliance-declarations/provider-settings'
import { parsedUrl } from '@webfilter/appliance-names'
import type { Attributes } from '@webfilter/terraform-plugin'
import { isObjectValue, type ObjectValue } from '@webfilter/terraform-plugin/values'
import { TextMap, Variable, type Written } from '../inventory/block'

/** The settings with which an appliance was read, as a provider block has them. */
export interface ProviderBlock {
  readonly attributes: Readonly<Record<string, Written>>
  readonly variables: readonly Variable[]
  /** The values of the variables, by the environment variables that the provider reads. Secret. */
  readonly secrets: Readonly<Record<string, string>>
}

/** The provider block of settings. Secrets become variables, also addresses that contain a password. */
export function providerBlock(settings: ObjectValue): ProviderBlock {
  const variables: Variable[] = []
  const secrets: Record<string, string> = {}
  return { attributes: written(providerAttributes, settings), variables, secrets }

  function written(attributes: Attributes, values: ObjectValue): Readonly<Record<string, Written>> {
    return Object.fromEntries(
      Object.entries(attributes).flatMap(([name, { nested, options }]): [string, Written][] => {
        const value = values[name] ?? null
        if (value === null) return []
        if (!nested) return [[name, plain(value, options)]]
        const inner = isObjectValue(value) ? written(nested.attributes, value) : {}
        return Object.keys(inner).length === 0 ? [] : [[name, inner]]
      }),
    )
  }

  function plain(value: Value, { sensitive, environment }: Attribute['options']): Written {
    if (environment !== undefined && (sensitive === true || hasPassword(value)))
      return variableFor(value, environment)
    if (typeof value === 'string' || typeof value === 'boolean') return value
    if (Array.isArray(value)) return value.map(String)
    if (isObjectValue(value)) return new TextMap(mapValues(value))
    return Number(value)
  }

  function variableFor(value: Value, environment: string): Variable {
    const isText = typeof value === 'string'
    const variable = new Variable(environment.toLowerCase(), isText ? 'string' : 'map(string)', environment)
    variables.push(variable)
    secrets[environment] = isText ? value : JSON.stringify(value)
    return variable
  }
}

function mapValues(value: ObjectValue): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, String(each)]))
}

type Value = ObjectValue[string]
type Attribute = Attributes[string]

function hasPassword(value: Value): boolean {
  const url = typeof value === 'string' ? parsedUrl(value) : undefined
  return url !== undefined && `${url.username}${url.password}` !== ''
}
