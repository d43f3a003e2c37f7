import { type LeavingSites, leavingSites } from '@webfilter/appliance-declarations/list-outcome'
import { readStoredSites, simplifyName, storedSite, tableNameOf } from '@webfilter/appliance-names'
import {
  emptyTable,
  PackedListError,
  type SiteTable,
  tableOf,
  unpackSites,
  withoutDeleted,
} from '@webfilter/site-lists'
import { remembered } from '../../grouped'
import { visible } from '../../report/phrase'
import { type Plan, PlanError } from '../plan'
import { type Attributes, comingName, type PlannedResource } from '../planned-resource'
import { namesInData, referredTo } from '../references'

/** What a plan does to the list of sites of one resource. */
export interface ListChange {
  readonly resource: PlannedResource
  readonly before: SiteTable
  readonly after: SiteTable
  readonly isChanged: boolean
  /** Sites that the state has at the address if it is updated there: the apply adds the others. Undefined if it creates a list. */
  readonly held: SiteTable | undefined
  /** Sites of before that stay in the category whether or not they are managed there after. */
  readonly released: SiteTable
  /** What happens to an added site that another category holds: it stays there too, or is removed there, or the apply rejects it. */
  readonly onConflict: OnConflict | 'unknown'
  /** An entry is known only after the apply: any site of before may turn out to stay. */
  readonly isUncertain: boolean
  /** How many sites of after are known only after the apply: infinite if their number is, too. */
  readonly unknownSites: number
  /** The configuration or the state marks the sites as sensitive. */
  readonly isSensitive: boolean
  /** Entries that are no site, as they stand in the plan. */
  readonly unreadable: readonly string[]
}

type OnConflict = 'keep' | 'move' | 'fail'

/** What a plan does to the sites of a resource; undefined if it has none. */
export type ListReading = (resource: PlannedResource) => ListChange | undefined

/**
 * Reads the lists of some resources.
 * @throws {PlanError} where a packed list cannot be read
 */
export async function readLists(resources: readonly PlannedResource[]): Promise<ListReading> {
  const read = new Map<Attributes, RecordedList>()
  // One list after the other: a packed list of millions of sites takes much memory while it is read.
  for (const { type, address, action, before, after, held } of resources) {
    if (!categoryTypes.has(type)) continue
    for (const side of [before, after, held]) {
      if (!side || read.has(side)) continue
      const isKept = side === after && before && (action === 'none' || sameList(before, side))
      read.set(side, (isKept && read.get(before)) || (await readListOf(address, side)))
    }
  }
  const listOf = (side: Attributes | undefined) => (side && read.get(side)) ?? noList
  return (resource) => (categoryTypes.has(resource.type) ? listChange(resource, listOf) : undefined)
}

function listChange(
  resource: PlannedResource,
  listOf: (side: Attributes | undefined) => RecordedList,
): ListChange {
  const { action, before, after, held, readdressedFrom } = resource
  const [prior, planned] = [listOf(before), listOf(after)]
  return {
    resource,
    before: prior.sites,
    after: planned.sites,
    isChanged: !isSameTable(prior.sites, planned.sites),
    held: held ? listOf(held).sites : action === 'update' && !readdressedFrom ? prior.sites : undefined,
    released: leavingList(resource) === 'stay' ? prior.sites : emptyTable,
    onConflict: after?.isUnknown('on_conflict') ? 'unknown' : onConflictIn(after),
    isUncertain: uncertain.some((name) => after?.isUnknown(name)),
    unknownSites: uncertain.reduce((sum, name) => sum + (after?.unknownElements(name) ?? 0), 0),
    isSensitive: prior.isSensitive || planned.isSensitive,
    unreadable: planned.unreadable,
  }
}

export function isSameTable(one: SiteTable, other: SiteTable): boolean {
  return one === other || Buffer.compare(one.bytes, other.bytes) === 0
}

/** Whether the configuration changes nothing of a resource. */
export function isOnlyRestored({ does }: Pick<PlannedResource, 'does'>): boolean {
  return does?.drift !== undefined && (does.change === undefined || does.change === 'none')
}

/** Whether the engine does something at the address of a list. */
export function isApplied({ resource }: ListChange): boolean {
  return resource.action !== 'none' || resource.readdressedFrom !== undefined
}

/** Attributes about the sites, which have lines of their own, and of the category. */
export const siteAttributes: ReadonlySet<string> = new Set([
  'sites',
  'sites_file',
  'sites_files',
  'file_sites',
  'sites_packed',
  'compiled',
  'category_name',
])

/** Sites that the state names as missing: a refresh did not find them, and the list does not contain them any more. */
export function recordedAsMissing({ before }: PlannedResource): SiteTable {
  const named = before?.within('file_sites').texts('missing') ?? []
  return named.length === 0 ? emptyTable : tableOf(readStoredSites(named))
}

/** Attributes without which the sites of a list are not known. */
const uncertain = ['sites', 'sites_packed']

const noList: RecordedList = { sites: emptyTable, isSensitive: false, unreadable: [] }

async function readListOf(address: string, side: Attributes): Promise<RecordedList> {
  const recorded = await recordedList(side).catch((error: unknown) => {
    if (!(error instanceof PackedListError)) throw error
    if (error.reason === 'altered') throw altered(address, error.message)
    throw new PlanError(
      `The sites of "${visible(address)}" cannot be read: ${error.message}. Use the release of this command that matches ` +
        'the provider that created the plan.',
    )
  })
  if (recorded === 'missing') throw altered(address, 'it is missing, although it comes from a file')
  return recorded
}

function altered(address: string, problem: string): PlanError {
  return new PlanError(
    `The list of sites of "${visible(address)}" was changed after the provider wrote it: ${problem}. Restore the state from a ` +
      'backup, and plan again.',
  )
}

function sameList(before: Attributes, after: Attributes): boolean {
  const packed = before.text('sites_packed')
  return packed !== undefined && packed === after.text('sites_packed')
}

/** As the provider takes it, which keeps a site everywhere where it does not know. */
function onConflictIn(after: Attributes | undefined): OnConflict {
  const value = after?.text('on_conflict')
  return value === 'move' || value === 'fail' ? value : 'keep'
}

/** What becomes of sites that leave the list. If its address gives it up, the change at that address decides (`leaving`). */
export function leavingList({ action, before, after, leaving }: PlannedResource): LeavingSites {
  if (leaving) return leaving
  switch (action) {
    case 'update': {
      const on_remove = after?.isUnknown('on_remove') ? undefined : setting(after?.text('on_remove'))
      return leavingSites({ fate: 'updated', on_remove })
    }
    case 'destroy':
    case 'replace':
      return leavingDestroyed(before)
    case 'forget':
    case 'forget-create':
      return leavingSites({ fate: 'forgotten' })
    default:
      return 'removed'
  }
}

function leavingDestroyed(before: Attributes | undefined): LeavingSites {
  return leavingSites({ fate: 'destroyed', on_destroy: setting(before?.text('on_destroy')) })
}

/** As the provider takes it. */
function setting(value: string | undefined): 'remove' | 'keep' {
  return value === 'keep' ? 'keep' : 'remove'
}

/**
 * Whether the replacement of a list leaves the sites of both objects in the category. The deletion leaves what its successor declares there, if it
 * knows the category of the successor.
 */
export function keepsItsSites({ type, before, after }: PlannedResource): boolean {
  const isInPlace =
    type === 'appliance_category' ||
    (after?.isUnknown('category_id') === false && after.text('category_id') === before?.text('category_id'))
  return isInPlace || leavingDestroyed(before) === 'stay'
}

/** The sites that a state or a plan records of a list. */
interface RecordedList {
  readonly sites: SiteTable
  readonly isSensitive: boolean
  /** Entries that are no site, as they stand there. */
  readonly unreadable: readonly string[]
}

/**
 * Reads the sites that the attributes of a resource record.
 * @returns `missing` if they come from a file, and are not there
 * @throws {PackedListError} where a packed list cannot be read, or is not the one that the provider wrote
 */
export async function recordedList(attributes: Attributes): Promise<RecordedList | 'missing'> {
  const packed = attributes.text('sites_packed')
  const isUnknown = attributes.isUnknown('sites_packed')
  if (packed !== undefined && !isUnknown) {
    const sites = await unpacked(packed, attributes.within('file_sites'))
    // Their schema marks them as sensitive only so that they are not printed: they are not secret, but what an exception leaves out may be.
    return { sites, isSensitive: attributes.isSensitive('exceptions'), unreadable: [] }
  }
  if (packed === undefined && isOfFiles(attributes) && !isUnknown) return 'missing'
  const texts = attributes.texts('sites')
  const stored = texts.map(storedSite)
  return {
    sites: tableOf(stored.filter((site) => site !== undefined)),
    isSensitive: attributes.isSensitive('sites'),
    unreadable: texts.filter((_, index) => stored[index] === undefined),
  }
}

/** Whether a list names files, or describes their sites. */
function isOfFiles(attributes: Attributes): boolean {
  const [file, digest] = [attributes.text('sites_file'), attributes.within('file_sites').text('digest')]
  return file !== undefined || digest !== undefined || attributes.texts('sites_files').length > 0
}

async function unpacked(packed: string, ofFiles: Attributes): Promise<SiteTable> {
  const size = ofFiles.value('count')
  const description = {
    digest: ofFiles.text('digest') ?? null,
    size: typeof size === 'number' ? size : null,
  }
  return withoutDeleted(await unpackSites(packed, description))
}

/** A category, as far as the plan identifies it. */
export interface CategoryIdentity {
  /** Equal for the same category. */
  readonly key: string
  /** As it is to be shown. */
  readonly name: string
  /** Which of several appliances it is on; empty if the plan is about one. */
  readonly appliance: string
  /** The table that the appliance makes for its name; undefined if the plan does not have the name. */
  readonly table?: string | undefined
  /** Its name or number comes with the apply: it may be any category of the appliance. */
  readonly isUnknown?: true
}

export const categoryTypes: ReadonlySet<string> = new Set(['appliance_category', 'appliance_category_sites'])

/** The category that the list of a resource belongs to, or that an operation compiles, before the plan or after it. */
export type CategoryNaming = (
  resource: PlannedResource,
  side: 'before' | 'after',
) => CategoryIdentity | undefined

/**
 * A category is known by its name, as names are compared on the appliance. A list in a category of others knows a number:
 * what else the plan has of that number gives the name, and where the number itself comes with the apply, the configuration.
 * A number is named by what has it now: that of a category which is gone may be given again.
 *
 * @param resources to which the configuration refers
 */
export function categoryNaming(resources: readonly PlannedResource[], plan: Plan): CategoryNaming {
  const lists = resources.filter(({ type }) => categoryTypes.has(type))
  // Each appliance has numbers of its own. What a data source has read is what has a number now; a state may not have been refreshed.
  const namesOf = remembered((appliance: string) => {
    const own = lists.filter((list) => list.appliance === appliance)
    return new Map([
      ...own.flatMap(({ type, before, after }) =>
        [before, after].flatMap((side) => {
          const id = side?.text(type === 'appliance_category' ? 'id' : 'category_id')
          const name = side?.text(nameAttribute(type))
          const isSensitive = side?.isSensitive(nameAttribute(type)) === true
          return id === undefined || name === undefined ? [] : [[id, namedAs(name, isSensitive)] as const]
        }),
      ),
      ...[...namesInData(plan, /^appliance_(?:categor|site$)/, 'id', appliance)].map(
        ([id, name]) => [id, namedAs(name, false)] as const,
      ),
    ])
  })
  return identityOf

  function identityOf(resource: PlannedResource, side: 'before' | 'after'): CategoryIdentity | undefined {
    const attributes = resource[side]
    if (!attributes) return undefined
    const { type, address, appliance } = resource
    const identity = ({ key, ...named }: Omit<CategoryIdentity, 'appliance'>): CategoryIdentity => ({
      key: appliance === '' ? key : `${key} on ${appliance}`,
      ...named,
      appliance,
    })
    const name = attributes.text(nameAttribute(type))
    const isSensitive = attributes.isSensitive(nameAttribute(type))
    const unknown = (): CategoryIdentity => ({
      ...identity({ key: `address ${address}`, name: comingName(address) }),
      isUnknown: true,
    })
    if (name !== undefined) return identity(namedAs(name, isSensitive))
    if (type === 'appliance_category') return unknown()
    const isOperation = type === 'appliance_operation'
    const id = (isOperation ? attributes.within('arguments') : attributes).text('category_id')
    if (id !== undefined) return identity(namesOf(appliance).get(id) ?? { key: `number ${id}`, name: id })
    const reference = isOperation ? 'arguments' : 'category_id'
    const owner = referredTo(resource, reference, 'appliance_category', lists, plan)
    return (owner && identityOf(owner, 'after')) ?? unknown()
  }

  function namedAs(name: string, isSensitive: boolean) {
    const shown = isSensitive ? '(sensitive)' : name
    return { key: `name ${simplifyName(name)}`, name: shown, table: tableNameOf(name) }
  }
}

function nameAttribute(type: string): string {
  return type === 'appliance_category' ? 'name' : 'category_name'
}
