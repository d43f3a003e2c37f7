import type { Attributes, Documentation } from '@webfilter/terraform-plugin'

import { examplesFolder, exampleText } from './example'
import { page, section } from './page'
import { schemaSection } from './schema-section'

/** What is read of an action's definition. */
export interface DocumentedAction {
  readonly description: string
  readonly attributes: Attributes
  readonly deprecated?: string
  readonly documentation?: Documentation
}

/** @param type with the provider's prefix: `appliance_backup_categories` */
export async function actionPage(type: string, action: DocumentedAction): Promise<string> {
  const { description, attributes, deprecated, documentation } = action
  if (!documentation) throw new Error(`The action ${type} has no documentation: write it in its definition.`)
  const { subcategory, release, meaning } = documentation
  return page({ title: `${type} (Action)`, subcategory, description, deprecated }, [
    section('Example Usage', await exampleText(`${examplesFolder}/actions/${type}/action.tf`)),
    release && section('Requirements', release),
    ...(meaning ?? []).map(({ heading, text }) => section(heading, text)),
    schemaSection(attributes),
  ])
}
