import type { Attributes, Documentation } from '@webfilter/terraform-plugin'

import { examplesFolder, exampleText } from './example'
import { page, section } from './page'
import { schemaSection } from './schema-section'

/** What is read of a list resource's definition. */
export interface DocumentedListResource {
  readonly description: string
  readonly attributes: Attributes
}

/**
 * @param type with the provider's prefix: `appliance_category`
 * @param documentation of the managed resource of the same name
 */
export async function listResourcePage(
  type: string,
  { description, attributes }: DocumentedListResource,
  documentation: Documentation | undefined,
): Promise<string> {
  if (!documentation) throw new Error(`The list resource ${type} has no resource that is documented.`)
  const { subcategory, release = '' } = documentation
  // What else it says is about changes, and a list changes nothing.
  const [releases] = release.split('\n\n')
  const example = `${examplesFolder}/list-resources/${type}/list-resource.tfquery.hcl`
  return page({ title: `${type} (List Resource)`, subcategory, description }, [
    section('Example Usage', await exampleText(example)),
    section('Requirements', [aboutQueries, releases].filter((text) => text).join('\n\n')),
    section('Result', aboutResults),
    schemaSection(attributes),
  ])
}

const aboutQueries =
  'Terraform 1.14 or newer, which has `terraform query`; OpenTofu does not have this command.'

const aboutResults = [
  'The command below also writes blocks for the results: see [List Resources](../index.md#list-resources).',
  '```shell\nterraform query -generate-config-out=imported.tf\n```',
].join('\n\n')
