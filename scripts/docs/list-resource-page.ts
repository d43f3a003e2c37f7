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
  'A list resource requires `terraform query` of Terraform 1.14 or newer. OpenTofu does not have this command.'

const aboutResults = [
  'Each result has a display name, the identity by which the resource can be imported, and, with `include_resource = true`, the state ' +
    'that the import would read. Terraform stops reading at `limit`, which defaults to 100.',
  'The command below also writes a `resource` block and an `import` block for each result, without default values and ' +
    'secrets. Set or remove optional attributes for which Terraform writes `null`.',
  '```shell\nterraform query -generate-config-out=imported.tf\n```',
].join('\n\n')
