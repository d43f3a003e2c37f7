import { AnnotationMetadataEntryType, type TerraformResource, TerraformStack, Testing } from 'cdktf'
import { isOnPath } from '../../../test/lanes/installed'
import { ApplianceProvider } from '../bindings/cdktf/provider/index'

/** `it` for a synth with imports or moves, for which the library asks `terraform version`, also where OpenTofu is the engine. */
export const itWithTerraform = isOnPath('terraform') ? it : it.skip

type Resources = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>

/** A stack with the provider in it, for an engine that has write-only attributes. */
export function stackWithProvider(): TerraformStack {
  const stack = new TerraformStack(Testing.app(), 'stack')
  stack.node.setContext('targetVersions', { terraform: '>=1.11.0' })
  new ApplianceProvider(stack, 'appliance', {})
  return stack
}

/** The resources of one type as Terraform gets them, by the names that it has for them. */
export function resourcesIn(stack: TerraformStack, type: string): Resources[string] {
  const { resource }: { resource: Resources } = JSON.parse(Testing.synth(stack, true))
  return resource[type] ?? {}
}

/** The problems with which a synth ends, without what the library writes about them. */
export function problemsIn(synth: () => unknown): readonly string[] {
  try {
    synth()
    return []
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return [...text.matchAll(/^ {2}\[[^\]]*\] (.*?)\s*$/gm)].map(([, problem]) => problem ?? '')
  }
}

/** The warnings of a stack, with the paths of the constructs that have them, once it is synthesized. */
export function warningsIn(stack: TerraformStack): readonly string[] {
  Testing.synth(stack, true)
  return stack.node
    .findAll()
    .flatMap(({ node }) =>
      node.metadata
        .filter(({ type }) => type === AnnotationMetadataEntryType.WARN)
        .map(({ data }) => `[${node.path}] ${data}`),
    )
}

/** An expression as it stands in a configuration. */
export function reference(expression: string): string {
  return `\${${expression}}`
}

/** What Terraform calls a resource. */
export function addressOf({ terraformResourceType, friendlyUniqueId }: TerraformResource): string {
  return `${terraformResourceType}.${friendlyUniqueId}`
}
