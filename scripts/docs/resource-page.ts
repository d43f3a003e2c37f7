import type { Attributes, ResourceDocumentation } from '@webfilter/terraform-plugin'
import type { IdentityAttributes } from '@webfilter/terraform-plugin/testing'

import { examplesFolder, exampleText, importExample } from './example'
import { identitySection } from './identity-section'
import { page, section } from './page'
import { type Elsewhere, schemaSection } from './schema-section'

/** What is read of a resource's definition. */
export interface DocumentedResource {
  readonly description: string
  readonly attributes: Attributes
  readonly deprecated?: string
  readonly documentation?: ResourceDocumentation
  readonly importState?: unknown
  readonly identity?: IdentityAttributes
  readonly moves?: object
}

/**
 * @param type with the provider's prefix: `appliance_category`
 * @param elsewhere the page of a resource with many of the same attributes
 */
export async function resourcePage(
  type: string,
  resource: DocumentedResource,
  elsewhere?: Elsewhere,
): Promise<string> {
  const { description, attributes, deprecated, documentation } = resource
  if (!documentation)
    throw new Error(`The resource ${type} has no documentation: write it in its definition.`)
  const folder = `${examplesFolder}/resources/${type}`
  return page(
    { title: `${type} (Resource)`, subcategory: documentation.subcategory, description, deprecated },
    [
      section('Example Usage', await exampleText(`${folder}/resource.tf`)),
      documentation.release && section('Requirements', documentation.release),
      ...(documentation.meaning ?? []).map(({ heading, text }) => section(heading, text)),
      documentation.irreversible && section('What cannot be undone', documentation.irreversible),
      schemaSection(attributes, elsewhere),
      section('Destroy', documentation.destroy),
      section('Drift', documentation.drift),
      section('Import', await importText(type, folder, resource)),
      moveSection(type, resource),
    ],
  )
}

function moveSection(type: string, { moves, documentation }: DocumentedResource): string | undefined {
  const text = documentation?.move
  if ((moves === undefined) !== (text === undefined))
    throw new Error(
      `The documentation of the resource ${type} and its moves do not fit: write both or neither.`,
    )
  return text && section('Move', text)
}

async function importText(type: string, folder: string, resource: DocumentedResource): Promise<string> {
  const text = resource.documentation?.import
  if (!resource.importState) {
    if (text) throw new Error(`The resource ${type} documents an import, but it has none.`)
    return ['This resource cannot be imported.', identityText(resource.identity)].join(' ').trim()
  }
  if (!text) throw new Error(`The documentation of the resource ${type} does not say how to import it.`)
  const byId = `${text}\n\n${await importExample(`${folder}/import.sh`)}`
  if (!resource.identity) return byId
  return [
    byId,
    'By identity (Terraform 1.12, OpenTofu 1.12, or newer):',
    await exampleText(`${folder}/import-by-identity.tf`),
    identitySection(resource.attributes, resource.identity),
  ].join('\n\n')
}

/** What the identity of a resource is good for that cannot be imported. */
function identityText(identity: IdentityAttributes | undefined): string {
  if (!identity) return ''
  const names = Object.keys(identity).map((name) => `\`${name}\``)
  return `Plans and states as JSON (Terraform 1.12, OpenTofu 1.12, or newer) contain its identity: ${names.join(' and ')}.`
}
