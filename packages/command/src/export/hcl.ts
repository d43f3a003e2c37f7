import { providerAttributes } from '@webfilter/appliance-declarations/provider-settings'
import { parsedUrl } from '@webfilter/appliance-names'
import type { Attributes } from '@webfilter/terraform-plugin'
import { isObjectValue, type ObjectValue } from '@webfilter/terraform-plugin/values'
import {
  aligned,
  attributeLines,
  block,
  commented,
  importBlock,
  objectOf,
  quoted,
  requiredProviders,
  resourceBlock,
  type Written,
} from '../inventory/block'
import type { Declared } from '../inventory/declared'
import { visible } from '../report/phrase'

/** What is written into a configuration. */
interface Configuration extends Pick<Declared, 'categories' | 'directory'> {
  /** Address of the appliance for a reader; undefined if none is set. */
  readonly appliance: string | undefined
  /** Sentences about what is missing. */
  readonly missing: readonly string[]
  readonly provider: ReturnType<typeof providerBlock>
  /** Such as `~> 0.1`; undefined for a build without a version. */
  readonly version: string | undefined
}

/** The files of a configuration in HCL, by their paths within the folder. The same blocks give the same bytes. */
export function hclFiles(configuration: Configuration): ReadonlyMap<string, string> {
  const { categories, directory } = configuration
  const head = commented(headLines(configuration).join('\n'))
  const declared = [...categories, ...directory].filter(({ problem }) => problem === undefined)
  const files: readonly (readonly [name: string, blocks: readonly string[]])[] = [
    ['provider.tf', providerBlocks(configuration)],
    ['categories.tf', categories.map(resourceBlock)],
    ['directory.tf', directory.map(resourceBlock)],
    ['imports.tf', declared.map(importBlock)],
  ]
  const filled = files.filter(([, blocks]) => blocks.length > 0)
  return new Map(filled.map(([name, blocks]) => [name, `${[head, ...blocks].join('\n\n')}\n`]))
}

function providerBlocks({ provider, version }: Configuration): readonly string[] {
  return [
    requiredProviders(version),
    ...provider.variables.map(variableBlock),
    block('provider "appliance"', attributeLines(provider.attributes)),
  ]
}

/** A variable, which holds a secret. */
interface Variable {
  readonly name: string
  /** As HCL writes it. */
  readonly type: 'string' | 'map(string)'
  /** The environment variable that the provider reads if the variable is not set. */
  readonly environment: string
}

function variableBlock({ name, type, environment }: Variable): string {
  const lines = aligned([
    ['description', quoted(`Secret. If it is not set, the provider reads ${environment}.`)],
    ['type', type],
    ['sensitive', 'true'],
    ['default', 'null'],
  ])
  return block(`variable "${name}"`, lines)
}

/** What stands at the head of each file: where it comes from, and what is missing. */
function headLines({ appliance, missing }: Configuration): readonly string[] {
  const from = appliance === undefined ? '' : ` from ${visible(appliance)}`
  const lines = [`Written by appliance export${from}.`]
  if (missing.length === 0) return lines
  return [...lines, '', 'Incomplete:', ...missing.map((each) => `- ${visible(each, 1_000)}`)]
}

/** The provider block of the settings with which an appliance was read. Secrets become variables, also addresses that contain a password. */
export function providerBlock(settings: ObjectValue) {
  const variables: Variable[] = []
  return { attributes: written(providerAttributes, settings), variables }

  function written(attributes: Attributes, values: ObjectValue): Readonly<Record<string, Written>> {
    return Object.fromEntries(
      Object.entries(attributes).flatMap(([name, { nested, options }]): [string, Written][] => {
        const value = values[name] ?? null
        if (value === null) return []
        if (!nested) return [[name, plain(value, options)]]
        const inner = isObjectValue(value) ? written(nested.attributes, value) : {}
        return Object.keys(inner).length === 0 ? [] : [[name, objectOf(attributeLines(inner))]]
      }),
    )
  }

  function plain(value: Value, { sensitive, environment }: Attributes[string]['options']): Written {
    if (environment !== undefined && (sensitive === true || hasPassword(value))) {
      const name = environment.toLowerCase()
      variables.push({ name, type: typeof value === 'string' ? 'string' : 'map(string)', environment })
      return { hcl: `var.${name}` }
    }
    if (typeof value === 'string' || typeof value === 'boolean') return value
    if (Array.isArray(value)) return value.map(String)
    if (isObjectValue(value))
      return objectOf(
        aligned(Object.entries(value).map(([key, each]) => [quoted(key), quoted(String(each))])),
      )
    return Number(value)
  }
}

type Value = ObjectValue[string]

function hasPassword(value: Value): boolean {
  const url = typeof value === 'string' ? parsedUrl(value) : undefined
  return url !== undefined && `${url.username}${url.password}` !== ''
}
