import { deepestJson, isNestedTooDeep, readStoredSites, type Site } from '@webfilter/appliance-names'
import { PackedListError, type SiteTable } from '@webfilter/site-lists'
import { z } from 'zod'
import { arrayOf, shownDocument } from '../json-shapes'
import { resourcesIn, stateValues } from '../plan/plan'
import { Attributes } from '../plan/planned-resource'
import { recordedList } from '../plan/sites/list-change'

/** A list of sites that a state records: what the last apply or refresh left in a category. */
export interface ManagedList {
  /** Of its resource. */
  readonly address: string
  readonly category: CategoryReference
  readonly sites: SiteTable
  /** Sites of a list from a file that the last refresh did not find; the first 100. */
  readonly missing: ReadonlySet<Site>
  /** The last change was not compiled. */
  readonly isUncompiled: boolean
  /** All that the state has of it. */
  readonly attributes: Attributes
}

/** What is known of the identity of a category: nothing, for the list of a folder. */
export interface CategoryReference {
  /** Undefined if the state marks it as sensitive, or does not have it. */
  readonly name?: string | undefined
  readonly id?: number | undefined
}

export interface ManagedLists {
  readonly lists: readonly ManagedList[]
  /** Lists whose sites cannot be believed: sentences. */
  readonly unreadable: readonly UnreadableManagedList[]
}

/** A list of a state that was changed since the provider wrote it, or by a release that this one cannot read. */
export interface UnreadableManagedList {
  readonly address: string
  /** A clause: `it does not match its digest`. */
  readonly why: string
}

/**
 * Reads the lists of sites in a state. Nothing else of it is looked at.
 *
 * @param text what `terraform show -json` or `tofu show -json` printed without the name of a plan
 * @throws {Error} for something else: a sentence of what is wrong and one of what to do
 */
export async function managedLists(text: string): Promise<ManagedLists> {
  const lists: ManagedList[] = []
  const unreadable: UnreadableManagedList[] = []
  for (const { address, type, values, sensitive_values } of listResources(text)) {
    const attributes = new Attributes(values, {}, sensitive_values)
    const recorded = await recordedList(attributes).catch((error: unknown) => {
      if (!(error instanceof PackedListError)) throw error
      return error.message
    })
    if (recorded === 'missing')
      unreadable.push({ address, why: 'its sites are missing, although it comes from a file' })
    else if (typeof recorded === 'string') unreadable.push({ address, why: recorded })
    else
      lists.push({
        address,
        category: categoryOf(type, attributes),
        sites: recorded.sites,
        missing: new Set(readStoredSites(values.file_sites?.missing ?? [])),
        isUncompiled: values.compiled === false,
        attributes,
      })
  }
  return { lists, unreadable }
}

function categoryOf(type: string, attributes: Attributes): CategoryReference {
  const prefix = type === 'appliance_category' ? '' : 'category_'
  const id = attributes.text(`${prefix}id`)
  return {
    name: attributes.textUnlessSensitive(`${prefix}name`),
    id: id !== undefined && /^\d{1,9}$/.test(id) ? Number(id) : undefined,
  }
}

const values = z.looseObject({
  sites: arrayOf(z.string()).nullish(),
  sites_file: z.string().nullish(),
  sites_files: arrayOf(z.string()).nullish(),
  sites_packed: z.string().nullish(),
  file_sites: z
    .looseObject({
      digest: z.string().nullish(),
      count: z.number().nullish(),
      missing: arrayOf(z.string()).nullish(),
    })
    .nullish(),
  compiled: z.boolean().nullish(),
})

const resource = z.object({
  address: z.string(),
  type: z.enum(['appliance_category', 'appliance_category_sites']),
  values,
  sensitive_values: z.unknown().optional(),
})
type Resource = z.infer<typeof resource>

const stateDocument = z.object({
  format_version: z.string(),
  values: stateValues(z.looseObject({ mode: z.string(), type: z.string() })).nullish(),
})

function listResources(text: string): readonly Resource[] {
  if (isNestedTooDeep(text))
    throw new Error(`The JSON of the state is nested more than ${deepestJson} levels deep. ${advice}`)
  const json = shownDocument(text)
  if (json === undefined) throw new Error(`The engine did not print JSON. ${advice}`)
  const document = stateDocument.safeParse(json)
  if (!document.success) throw new Error(`The engine did not print a state. ${advice}`)
  if (!/^1\./.test(document.data.format_version)) {
    throw new Error(
      'This release reads states of format 1, but the state has another format. Use a release that supports your version of Terraform or OpenTofu.',
    )
  }
  return resourcesIn(document.data.values?.root_module).flatMap((each) => {
    if (each.mode !== 'managed' || !/^appliance_category(?:_sites)?$/.test(each.type)) return []
    const result = resource.safeParse(each)
    if (result.success) return [result.data]
    // Only where it is: what stands there may be secret.
    const where = typeof each.address === 'string' ? each.address : each.type
    throw new Error(
      `The state of "${where}" is not as the provider writes it. Restore the state from a backup.`,
    )
  })
}

const advice = 'Specify a folder with an initialized configuration with --chdir.'
