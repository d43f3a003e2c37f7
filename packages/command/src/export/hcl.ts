import { addressOf, type ExportedBlock, type Variable } from '../inventory/block'
import {
  aligned,
  attributeLines,
  block,
  commented,
  importBlock,
  indented,
  quoted,
  resourceBlock,
} from '../inventory/blocks-in-hcl'
import { visible } from '../report/phrase'
import type { ProviderBlock } from './provider-block'

/** What is written into a configuration. */
interface Configuration {
  /** Address of the appliance for a reader; undefined if none is set. */
  readonly appliance: string | undefined
  /** Sentences about what is missing. */
  readonly missing: readonly string[]
  readonly provider: ProviderBlock
  /** Such as `~> 0.1`; undefined for a build without a version. */
  readonly version: string | undefined
  readonly categories: readonly ExportedBlock[]
  readonly directory: readonly ExportedBlock[]
}

/** Which form imports are written in. */
export type ImportForm = 'blocks' | 'script'

/** The files of a configuration in HCL, by their paths within the folder. The same blocks give the same bytes. */
export function hclFiles(configuration: Configuration, imports: ImportForm): ReadonlyMap<string, string> {
  const { categories, directory } = configuration
  const head = commented(headLines(configuration).join('\n'))
  const declared = [...categories, ...directory].filter(({ problem }) => problem === undefined)
  const files = new Map([['provider.tf', text([head, ...providerBlocks(configuration)])]])
  if (categories.length > 0) files.set('categories.tf', text([head, ...categories.map(resourceBlock)]))
  if (directory.length > 0) files.set('directory.tf', text([head, ...directory.map(resourceBlock)]))
  if (declared.length === 0) return files
  if (imports === 'blocks') files.set('imports.tf', text([head, ...declared.map(importBlock)]))
  else files.set('import.sh', importScript(declared, head))
  return files
}

function text(blocks: readonly string[]): string {
  return `${blocks.join('\n\n')}\n`
}

function providerBlocks({ provider, version }: Configuration): readonly string[] {
  const requirement = aligned([
    ['source', quoted('webfilter/appliance')],
    ...(version === undefined ? [] : [['version', quoted(version)] as const]),
  ])
  return [
    `terraform {\n  required_providers {\n    appliance = {\n${indented(requirement, 6)}\n    }\n  }\n}`,
    ...provider.variables.map(variableBlock),
    block('provider "appliance"', attributeLines(provider.attributes)),
  ]
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

/** For engines before import blocks, and for whoever imports by hand. A second run imports only what is not in the state yet. */
function importScript(declared: readonly ExportedBlock[], head: string): string {
  const imports = declared.map(
    (each) => `import_once ${shellText(addressOf(each))} ${shellText(each.importId)}`,
  )
  return `#!/bin/sh
${head}
#
# Run it after the engine's init. TERRAFORM_BINARY_NAME names another engine than terraform.
set -eu
cd "$(dirname "$0")"
engine=\${TERRAFORM_BINARY_NAME:-terraform}
held=$("$engine" state list 2>/dev/null || true)
import_once() {
  if printf '%s\\n' "$held" | grep -qxF -- "$1"; then return; fi
  "$engine" import -input=false -- "$1" "$2"
}

${imports.join('\n')}
`
}

function shellText(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`
}

/** What stands at the head of each file: where it comes from, and what is missing. */
function headLines({ appliance, missing }: Configuration): readonly string[] {
  const from = appliance === undefined ? '' : ` from ${visible(appliance)}`
  const lines = [`Written by appliance export${from}.`]
  if (missing.length === 0) return lines
  return [...lines, '', 'Incomplete:', ...missing.map((each) => `- ${visible(each, 1_000)}`)]
}
