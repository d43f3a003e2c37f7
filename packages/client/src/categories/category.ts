import { type Site, simplifyName } from '@webfilter/appliance-names'
import { chosenFrom, emptyTable, type SiteSet } from '@webfilter/site-lists'
import { lostLetters, mayBeSame } from '../encoding'
import { ApplianceError } from '../errors'
import type { IncidentOf } from '../incidents'
import { quotable } from '../quotation/quotation'
import { noSecrets } from '../quotation/secrets'

/** Which service answers the category routes: the older one, or the autonomous one (docs/appliance, "Generations"). */
export type Generation = 'older' | 'autonomous'

/** A personal category as a list or a query reports it (docs/appliance, "List categories"). */
export interface Category {
  readonly id: number
  readonly name: string
  /** What the name was written in, as a clause, if that is not UTF-8: then letters of it are lost. */
  readonly encoding?: string
  /** The storage table; may be empty in the older generation. */
  readonly table: string
  /** Reported by the autonomous generation only. */
  readonly description?: string
  /** Number of sites; reported by the autonomous generation only. */
  readonly items?: number
  /** Reported by the older generation only. */
  readonly rpz?: ResponsePolicy
}

/** How a category takes part in a response policy zone (docs/appliance, "List categories"). */
export interface ResponsePolicy {
  readonly enabled: boolean
  /** 0 default, 1 drop, 2 NXDOMAIN, 3 allow, 4 redirect (docs/appliance, "List categories"). */
  readonly action: number
  /** Target of a redirect; may be empty. */
  readonly redirect: string
}

/** The categories of the list route, in its order. */
export interface CategoryList {
  /** The service that answered the list route. That the other is absent does not follow. */
  readonly generation: Generation
  readonly categories: readonly Category[]
  /** Entries that are left out because they have no readable number or name. What the list lacks may be one of them. */
  readonly unreadable?: IncidentOf<'entries-unreadable'>
}

/** Enough of a category to address it. */
export type CategoryAddress = Pick<Category, 'id'>

/**
 * Whether a category has a name, as names are compared.
 *
 * @throws {ApplianceError} `unreadable` if letters of its name are lost, without which it may be this one
 */
export function isNamed(category: Category, name: string): boolean {
  if (simplifiedNameOf(category) === simplifyName(name)) return true
  if (mayBeNamed(category, name)) throw illegibleName(category, name)
  return false
}

function mayBeNamed(category: Category, name: string): boolean {
  return category.encoding !== undefined && mayBeSame(category.name, name, simplifyName)
}

/**
 * The category of a number.
 * @throws {ApplianceError} `ambiguous` if the list gives the number to several names
 */
export function categoryNumbered(id: number, categories: readonly Category[]): Category | undefined {
  const [found, ...others] = indexOf(categories).byNumber.get(id) ?? []
  if (others.length === 0) return found
  const names = [found, ...others].map((each) => quotable(each?.name ?? '', noSecrets))
  const incident = { is: 'category-number-ambiguous', id, names } as const
  throw new ApplianceError({ kind: 'ambiguous', incident })
}

/** The categories without those that are equal to one before in number and name. */
export function withoutRepeated(categories: readonly Category[]): readonly Category[] {
  const names = new Map<number, Set<string>>()
  return categories.filter((category) => {
    const [known, name] = [names.get(category.id) ?? new Set<string>(), simplifiedNameOf(category)]
    if (known.has(name)) return false
    names.set(category.id, known.add(name))
    return true
  })
}

/** The names that cannot be read; undefined if all can. */
export function lostNames(categories: readonly Category[]): IncidentOf<'texts-illegible'> | undefined {
  const illegible = categories.filter(({ encoding }) => encoding !== undefined)
  const names = illegible.map(({ name }) => name)
  return lostLetters(names, illegible[0]?.encoding)
}

function illegibleName({ id, name, encoding = '' }: Category, wanted: string): ApplianceError {
  const shown = quotable(name, noSecrets)
  const what = `the name of category ${id}`
  return new ApplianceError({
    kind: 'unreadable',
    incident: { is: 'answer-misencoded', what, shown, wanted, encoding },
  })
}

/**
 * The category of a name: the one that is spelled exactly so, else the only one that is alike when simplified. Throws
 * `ambiguous` where several are alike and none is exact, or where its number has other names too, and `unreadable` where none is alike and letters of a name are lost, without
 * which it may be this one.
 */
export function categoryNamed(name: string, categories: readonly Category[]): Category | undefined {
  const alike = indexOf(categories).byName.get(simplifyName(name)) ?? []
  const exact = alike.filter((category) => category.name === name)
  const [found, other] = exact.length > 0 ? exact : alike
  if (!found) {
    const illegible = categories.find((category) => mayBeNamed(category, name))
    if (illegible) throw illegibleName(illegible, name)
  } else if (found.id < 0) {
    const incident = { is: 'category-number-impossible', id: found.id, name: found.name } as const
    throw new ApplianceError({ kind: 'unreadable', incident })
  }
  if (!other) return found && categoryNumbered(found.id, categories)
  const named = alike
    .slice(0, mostNamed)
    .map(({ id, name: each }) => ({ id, name: quotable(each, noSecrets) }))
  throw new ApplianceError({
    kind: 'ambiguous',
    incident: { is: 'category-ambiguous', name, found: named, more: Math.max(0, alike.length - mostNamed) },
  })
}

const mostNamed = 5

/** The categories of a list by what they are looked up by. */
interface Index {
  /** As names are compared. */
  readonly byName: ReadonlyMap<string, readonly Category[]>
  readonly byNumber: ReadonlyMap<number, readonly Category[]>
}

/** A list is looked up in once for each resource of a configuration, so its names are simplified once. */
const indexes = new WeakMap<readonly Category[], Index>()

function indexOf(categories: readonly Category[]): Index {
  const known = indexes.get(categories)
  if (known) return known
  const index = {
    byName: grouped(categories, simplifiedNameOf),
    byNumber: grouped(categories, ({ id }) => id),
  }
  indexes.set(categories, index)
  return index
}

function grouped<Key>(
  categories: readonly Category[],
  keyOf: (category: Category) => Key,
): Map<Key, readonly Category[]> {
  const groups = new Map<Key, Category[]>()
  for (const category of categories) {
    const key = keyOf(category)
    const alike = groups.get(key)
    if (alike) alike.push(category)
    else groups.set(key, [category])
  }
  return groups
}

/** Most categories are those of the list before. */
const simplifiedNames = new WeakMap<Category, string>()

function simplifiedNameOf(category: Category): string {
  const known = simplifiedNames.get(category)
  if (known !== undefined) return known
  const simplified = simplifyName(category.name)
  simplifiedNames.set(category, simplified)
  return simplified
}

/** `compile` says whether the category may be compiled on the way. */
export interface AddOptions {
  readonly compile: boolean
  /** The generation that is to add; that of the settings or of the list unless given. */
  readonly by?: Generation
}

/** A category that is there, and whether it was there before. */
export interface CreatedCategory {
  readonly category: Category
  /** `adopted` where the category was there before, or another client made it meanwhile. */
  readonly origin: 'created' | 'adopted'
  /** Whether another category has its table, or may get it from a creation of this run (docs/appliance, "Names and tables"). */
  readonly sharesTable: boolean
}

/** What became of a list of sites. The two lists together are the list that was given, each in its order. */
export interface SitesOutcome {
  /** The appliance has confirmed these. */
  readonly confirmed: SiteSet
  /** Not tried, or not known to have worked. */
  readonly unconfirmed: SiteSet
  /**
   * Those of the unconfirmed ones that were sent, and of which no answer says what became of them. One that was to be moved may be in neither
   * category.
   */
  readonly unsure: SiteSet
  /**
   * The first failure, after which nothing new was tried. There may be one without any unconfirmed site, such as a
   * batch that was added but could not be compiled.
   */
  readonly failure: ApplianceError | undefined
  /** An answer that could not be read, although asking for the sites shows that it was done; not a failure. */
  readonly doubt: ApplianceError | undefined
}

/** Sites that were sent at once, of which the appliance has counted fewer as added. The others may be there already, or be left out. */
export interface CountedSites {
  readonly sites: SiteSet
  /** The words of the answer. */
  readonly answer: string
}

/** What became of sites that were to be added. */
export interface AddOutcome extends SitesOutcome {
  /** Everything worked, and the sites were compiled along with adding them. */
  readonly compiled: boolean
  /** Undefined if the appliance has counted no fewer sites than were sent. */
  readonly undercounted?: CountedSites | undefined
}

/** Which categories hold sites that were asked for one by one. The first failure ends the asking. */
export interface HoldersOutcome {
  /** The categories that hold each site that was asked for with success, as far as they were to be kept. */
  readonly holders: ReadonlyMap<Site, readonly Category[]>
  /**
   * That some site is in no category rests on comparison alone, and no site was found in any category so far: every query may have
   * failed alike.
   */
  readonly unproven: boolean
  readonly failure: ApplianceError | undefined
}

/** The three lists together are the list that was given, each in its order. */
export interface PresenceOutcome {
  readonly present: SiteSet
  readonly absent: SiteSet
  /** Not asked, or without a readable answer. */
  readonly unasked: SiteSet
  /** As in {@link HoldersOutcome}. */
  readonly unproven: boolean
  readonly failure: ApplianceError | undefined
}

/** Splits what was given into what was confirmed and what was not, each in the order in which it was given. */
export function sitesOutcome(
  sites: SiteSet,
  isConfirmed: (index: number) => boolean,
  { unsure = emptyTable, failure, doubt }: Partial<Pick<SitesOutcome, 'unsure' | 'failure' | 'doubt'>>,
): SitesOutcome {
  return {
    confirmed: chosenFrom(sites, isConfirmed),
    // Of millions of sites that are to be removed, nothing asks for these.
    get unconfirmed() {
      return chosenFrom(sites, (index) => !isConfirmed(index))
    },
    unsure,
    failure,
    doubt,
  }
}

/** All was confirmed. */
export function allConfirmed(sites: SiteSet, doubt?: ApplianceError): SitesOutcome {
  return { confirmed: sites, unconfirmed: emptyTable, unsure: emptyTable, failure: undefined, doubt }
}

/** Nothing was confirmed. */
export function noneConfirmed(sites: SiteSet, failure: ApplianceError | undefined): SitesOutcome {
  return { confirmed: emptyTable, unconfirmed: sites, unsure: emptyTable, failure, doubt: undefined }
}
