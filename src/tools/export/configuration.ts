import type { ExportedBlock } from '../inventory/block'
import { visible } from '../report/phrase'
import type { ProviderBlock } from './provider-block'

/** What is written into a configuration. */
export interface Configuration {
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

/** What stands at the head of each file: where it comes from, and what is missing. */
export function headLines({ appliance, missing }: Configuration): readonly string[] {
  const from = appliance === undefined ? '' : ` from ${visible(appliance)}`
  const lines = [`Written by appliance export${from}.`]
  if (missing.length === 0) return lines
  return [...lines, '', 'Incomplete:', ...missing.map((each) => `- ${visible(each, 1_000)}`)]
}
