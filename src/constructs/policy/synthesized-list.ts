import type { SynthesizedStack } from '../synthesized'
import type { ListResource } from './declared'
import { knownList } from './known-list'
import type { ListInPolicy } from './warnings'

/** A list as a policy declared it. */
export interface PolicyList {
  readonly key: string
  readonly resource: ListResource
  /** Name of its file in the app, and its path for Terraform. */
  readonly file?: { readonly named: string | undefined; readonly written: string | undefined }
}

/** What became of a list; nothing if its resource has moved to another address, or has a count of 0. */
export function synthesizedList(
  { key, resource, file }: PolicyList,
  stack: SynthesizedStack,
): ListInPolicy | undefined {
  const attributes = stack.attributesOf(resource)
  if (!attributes || attributes.count === 0) return undefined
  const reference = `${resource.terraformResourceType}.${resource.friendlyUniqueId}.`
  return {
    ...knownList(key, attributes),
    attributes,
    copied: file !== undefined && attributes.sites_file === file.written ? file.named : undefined,
    isCompleted: stack
      .resources('appliance_category_sites')
      .some(({ attributes: { category_id: id } }) => String(id).includes(reference)),
  }
}
