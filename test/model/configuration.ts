import { storedName } from '@webfilter/appliance-names'
import type { ObjectValue } from '@webfilter/terraform-plugin'
import type { DeclaredResource, DeclaredResources } from './declared-resources'
import type { Address } from './resource-types'
import { inlineSites, isInFile, pathOf, type Writing } from './writing'

/** What a configuration says of one list of sites: of a category and its own list, or of a list in a category. */
export interface DeclaredList {
  /** Name of the category. */
  readonly category: string
  /** Name of a list in the category, which may be somebody else's; null where the category is declared with its own list. */
  readonly list: string | null
  /** In the form in which the appliance stores them. */
  readonly sites: readonly string[]
  readonly writing: Writing
  readonly onInvalidLine: 'skip' | 'fail'
  readonly onConflict: 'keep' | 'move' | 'fail'
  readonly compile: boolean
  readonly onDestroy: 'remove' | 'keep'
  readonly onRemove: 'remove' | 'keep'
  readonly verify: 'auto' | 'full' | 'sample' | 'none'
  readonly removalLimit: '0' | '1' | '50%' | '100%' | null
  /** Another resource with which it is replaced, whatever changes there, if that is declared and comes earlier among the addresses. */
  readonly replacedWith: Address | null
}

/** The lists of a configuration, by the addresses of their resources. */
export type Configuration = ReadonlyMap<Address, DeclaredList>

/** Where the files of a configuration are, and which numbers its categories have by now. */
export interface Place {
  readonly folder: string
  readonly numberOf: (category: string) => number | undefined
}

/** Site names of configurations: few, so that lists have to share them. */
export const declarableSites: readonly string[] = ['a', 'b', 'c', 'd', 'e', 'f'].map((n) => `${n}.example`)

/** Site names that no configuration ever holds. */
export const foreignSites: readonly string[] = ['x.example', 'y.example']

/** Resources that declare a category with its own list. */
export const categoryAddresses: readonly Address[] = ['one', 'two', 'three', 'four'].map(
  (name): Address => `appliance_category.${name}`,
)

/** Resources that declare a list in a category. */
export const listAddresses: readonly Address[] = ['desk', 'feed', 'team'].map(
  (name): Address => `appliance_category_sites.${name}`,
)

/**
 * One of them is stored by the appliance in another spelling than it is declared in. And one is stored under another name by an appliance that
 * escapes what means something in HTML.
 */
export const categoryNames: readonly string[] = ['ads', 'games & toys', 'Médias', 'news']

export function nameInHtml(name: string): string {
  return name.replaceAll('&', '&amp;')
}

/** No configuration declares it: it is there because others made it. */
export const othersCategory = 'staff'

export const listNames: readonly string[] = ['desk', 'feed', 'team']

/** The configuration as Terraform would read it. What is the default is left out, and so is a plain empty list. */
export function resourcesOf(configuration: Configuration, place: Place): DeclaredResources {
  return new Map(
    [...configuration].map(([address, declared]) => [
      address,
      resourceOf(address, declared, configuration, place),
    ]),
  )
}

/** The resource that declares the category of a list, to which the list refers. */
export function referredBy(declared: DeclaredList, configuration: Configuration): Address | undefined {
  if (declared.list === null) return undefined
  const owners = [...configuration].filter(
    ([, { list, category }]) => list === null && storedName(category) === storedName(declared.category),
  )
  return owners[0]?.[0]
}

function resourceOf(
  address: Address,
  declared: DeclaredList,
  configuration: Configuration,
  { folder, numberOf }: Place,
): DeclaredResource {
  const { category, list } = declared
  const values = {
    ...valuesOf(declared),
    ...(isInFile(declared) && { sites_file: pathOf(folder, address, declared) }),
  }
  const trigger = triggerOf(address, declared, configuration)
  const lifecycle = trigger === undefined ? {} : { lifecycle: { replacedWith: [trigger] } }
  if (list === null) return { values: { ...values, name: category }, references: {}, ...lifecycle }
  const owner = referredBy(declared, configuration)
  if (owner)
    return {
      values: { ...values, name: list },
      references: { category_id: { address: owner, attribute: 'id' } },
      ...lifecycle,
    }
  const number = String(numberOf(category) ?? numberOfNone)
  return { values: { ...values, name: list, category_id: number }, references: {}, ...lifecycle }
}

/** With what a resource is replaced, and after what it is changed. What follows from the order of addresses has no circles. */
export function triggerOf(
  address: Address,
  { replacedWith }: DeclaredList,
  configuration: Configuration,
): Address | undefined {
  if (replacedWith === null || !configuration.has(replacedWith)) return undefined
  const addresses = [...categoryAddresses, ...listAddresses]
  return addresses.indexOf(replacedWith) < addresses.indexOf(address) ? replacedWith : undefined
}

const numberOfNone = 99_999

function valuesOf(declared: DeclaredList): ObjectValue {
  const { sites, writing, onInvalidLine, onConflict, compile, onDestroy, onRemove, verify, removalLimit } =
    declared
  return {
    ...(!isInFile(declared) &&
      (sites.length > 0 || writing !== 'inline') && { sites: inlineSites(declared) }),
    // The default too: files of a few sites may have more lines that are none. And files without a site are tried.
    ...((isInFile(declared) || onInvalidLine !== 'skip') && { on_invalid_line: onInvalidLine }),
    allow_empty: true,
    ...(onConflict !== 'keep' && { on_conflict: onConflict }),
    ...(!compile && { compile }),
    ...(onDestroy !== 'remove' && { on_destroy: onDestroy }),
    ...(onRemove !== 'remove' && { on_remove: onRemove }),
    ...(verify !== 'auto' && { verify }),
    ...(removalLimit !== null && { removal_limit: removalLimit }),
  }
}
