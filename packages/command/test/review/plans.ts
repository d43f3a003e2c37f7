import { isSite } from '@webfilter/appliance-names'
import { digestOf, packSites, tableOf } from '@webfilter/site-lists'

/** A change of a resource, as a plan in JSON has it. */
export interface WrittenChange {
  readonly address: string
  readonly type: string
  readonly name: string
  readonly change: Readonly<Record<string, unknown>>
  readonly [further: string]: unknown
}

type Values = Readonly<Record<string, unknown>>

/** The text of a plan with some changes. @param further properties of the document */
export function planText(changes: readonly WrittenChange[], further: Values = {}): string {
  return JSON.stringify({ format_version: '1.2', resource_changes: changes, errored: false, ...further })
}

/** The change of a resource: created without the first values, destroyed without the second, updated where they differ. */
export function changeOf(
  address: string,
  before: Values | null,
  after: Values | null,
  { change, ...further }: { readonly change?: Values; readonly [further: string]: unknown } = {},
): WrittenChange {
  const [type = '', name = ''] = address.replace(/^(?:module\.[^.]+\.)+/, '').split('.')
  return {
    address,
    type,
    name,
    mode: 'managed',
    provider_name: 'registry.terraform.io/webfilter/appliance',
    ...further,
    change: {
      actions: [actionOf(before, after)],
      before,
      after,
      after_unknown: {},
      before_sensitive: {},
      after_sensitive: {},
      ...change,
    },
  }
}

/** The change of a category with inline sites. Null where there is no resource on that side. */
export function categoryChange(
  name: string,
  before: readonly string[] | null,
  after: readonly string[] | null,
  further: Values = {},
): WrittenChange {
  const values = (sites: readonly string[] | null) =>
    sites && {
      name,
      compile: true,
      on_remove: 'remove',
      on_destroy: 'remove',
      sites,
      sites_packed: null,
      file_sites: null,
      ...further,
    }
  return changeOf(`appliance_category.${name}`, values(before), values(after))
}

/** The same with the sites of a file, which the plan holds in their packed form. What `further` says of `file_sites` is added to these. */
export async function packedCategoryChange(
  name: string,
  before: readonly string[] | null,
  after: readonly string[] | null,
  { file_sites, ...further }: Values = {},
): Promise<WrittenChange> {
  const values = async (sites: readonly string[] | null) => {
    if (sites === null) return null
    const table = tableOf(sites.filter(isSite))
    return {
      name,
      compile: true,
      on_remove: 'remove',
      on_destroy: 'remove',
      sites: null,
      sites_file: `${name}.txt`,
      sites_packed: await packSites(table),
      file_sites: { digest: digestOf(table), count: table.size, ...Object(file_sites) },
      ...further,
    }
  }
  const sensitive = { before_sensitive: { sites_packed: true }, after_sensitive: { sites_packed: true } }
  return changeOf(`appliance_category.${name}`, await values(before), await values(after), {
    change: sensitive,
  })
}

/** Sites that differ in their numbers. */
export function numbered(count: number, prefix: string): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index}.example`)
}

function actionOf(before: Values | null, after: Values | null): string {
  if (before === null) return 'create'
  if (after === null) return 'delete'
  return JSON.stringify(before) === JSON.stringify(after) ? 'no-op' : 'update'
}
