import type { SynthesizedAttributes, SynthesizedStack } from '../synthesized'
import type { ListResource } from './declared'
import { type KnownList, knownList } from './known-list'

/** A policy as it is synthesised: what its checks and its warnings are about. */
export interface SynthesizedPolicy {
  /** How messages name it. */
  readonly place: string
  readonly lists: readonly SynthesizedList[]
  /** What may be in more than one category, in any spelling. */
  readonly sharedSites: readonly string[]
  /** Whether others have the same categories, with other exceptions: what one of them shares, another one may not have. */
  readonly hasExceptions: boolean
}

/** A list of a policy as it is synthesised. */
export interface SynthesizedList extends KnownList {
  readonly attributes: SynthesizedAttributes
  /** Name of its file in the app, if the list has a copy of that file. */
  readonly copied: string | undefined
  /** Whether other lists bring sites into the same category. */
  readonly isCompleted: boolean
}

/** A list as a policy declared it. */
export interface DeclaredList {
  readonly key: string
  readonly resource: ListResource
  /** Name of its file in the app, and its path for Terraform. */
  readonly file?: { readonly named: string | undefined; readonly written: string | undefined }
  /** Keys that it had before. */
  readonly formerly?: readonly string[]
}

/** What became of a list; nothing if its resource has moved to another address, or has a count of 0. */
export function synthesizedList(
  { key, resource, file }: DeclaredList,
  stack: SynthesizedStack,
): SynthesizedList | undefined {
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
