import type { Attributes, Documentation } from '@webfilter/terraform-plugin'

import { examplesFolder, exampleText } from './example'
import { page, section } from './page'
import { schemaSection } from './schema-section'

/** What is read of a data source's definition. */
export interface DocumentedDataSource {
  readonly description: string
  readonly attributes: Attributes
  readonly deprecated?: string
  readonly documentation?: Documentation
}

/** @param type with the provider's prefix: `appliance_categories` */
export async function dataSourcePage(type: string, dataSource: DocumentedDataSource): Promise<string> {
  const { description, attributes, deprecated, documentation } = dataSource
  if (!documentation)
    throw new Error(`The data source ${type} has no documentation: write it in its definition.`)
  const { subcategory, release, meaning } = documentation
  return page({ title: `${type} (Data Source)`, subcategory, description, deprecated }, [
    section('Example Usage', await exampleText(`${examplesFolder}/data-sources/${type}/data-source.tf`)),
    release && section('Requirements', release),
    ...(meaning ?? []).map(({ heading, text }) => section(heading, text)),
    schemaSection(attributes),
  ])
}
