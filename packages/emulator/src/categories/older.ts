import { domainToASCII } from 'node:url'
import {
  type AbsenceAnswer,
  type Answer,
  absenceOf,
  type Call,
  type Compilation,
  categoryId,
  olderDialect as dialect,
  json,
  legacyDialect,
  type Oddity,
  type Route,
} from '../protocol'
import type { Category, CategoryStore } from './store'

/** The older category routes on port 9503 (docs/appliance, "Routes"). */
export function olderCategories(
  store: CategoryStore,
  addition: OlderAddition,
  absence?: AbsenceAnswer,
): Route[] {
  return [
    { method: 'GET', path: '/categories/list', operation: 'list', dialect, work: list },
    { method: 'PUT', path: '/categories/create', operation: 'create', dialect, work: create },
    { method: 'PUT', path: '/categories/quick/:id', operation: 'quick', dialect, work: quick },
    { method: 'GET', path: '/categories/move/:id/:site/:next', operation: 'move', dialect, work: move },
    { method: 'GET', path: '/categories/delete/:id/:site', operation: 'delete', dialect, work: remove },
    { method: 'GET', path: '/categories/query/:domain', operation: 'query', dialect, work: query },
    { method: 'GET', path: '/categories/backup', operation: 'backup', dialect, work: backup },
  ]

  function list(): Answer {
    return json({ Status: true, Error: '', Categories: store.categories().map(entry) })
  }

  function create(call: Call): Answer {
    const name = call.field('name') ?? ''
    if (name.trim() === '') return dialect.failure('INVALID_NAME')
    store.create({ name, description: call.field('description') ?? '' })
    return dialect.success('')
  }

  function quick(call: Call, compilation: Compilation, oddities: ReadonlySet<Oddity>): Answer {
    const id = categoryId(call.parameter('id'))
    if (store.category(id) === undefined) return dialect.failure('INVALID_ID')
    const items = (call.field('items') ?? '').split(',').filter((item) => item.trim() !== '')
    if (items.length === 0) return dialect.failure('INVALID_ITEMS')
    const isOneLeftOut = oddities.has('leaves-one-out') && items.length > 1
    const refusal = addition.add(id, isOneLeftOut ? items.slice(0, -1) : items)
    if (refusal !== undefined) return dialect.failure(refusal)
    if (compilation === 'fails') return dialect.failure('COMPILE_FAILED')
    if (compilation !== 'fails-silently') store.compileAllIfCountChanged()
    return dialect.success(isOneLeftOut ? `${items.length - 1} added, 1 already exist` : '')
  }

  /** Two steps, nothing around them: where the second is refused, the site is in neither category (docs/appliance, "Move a site"). */
  function move(call: Call): Answer {
    const from = categoryId(call.parameter('id'))
    const to = categoryId(call.parameter('next'))
    if (store.category(from) === undefined || store.category(to) === undefined)
      return dialect.failure('INVALID_ID')
    store.removeSites(from, [call.parameter('site').toLowerCase()])
    const refusal = addition.add(to, [call.parameter('site')])
    return refusal === undefined ? dialect.success('') : dialect.failure(refusal)
  }

  function remove(call: Call): Answer {
    const id = categoryId(call.parameter('id'))
    if (store.category(id) === undefined) return dialect.failure('INVALID_ID')
    store.removeSites(id, [call.parameter('site').toLowerCase()])
    return dialect.success('')
  }

  function query(call: Call, _: Compilation, oddities: ReadonlySet<Oddity>): Answer {
    const domain = call.parameter('domain')
    const site = domain.toLowerCase()
    const names = oddities.has('answers-for-parents') ? [site, ...parentsOf(site)] : [site]
    const ids = new Set(names.flatMap((name) => store.categoriesOf(name)))
    const found = [...ids].sort((one, other) => one - other).flatMap((id) => store.category(id) ?? [])
    if (found.length === 0 && absence !== undefined) return absenceOf(domain, absence, dialect)
    return json({
      Status: found.length > 0,
      Info: `${domain} found inside ${found.length} categorie(s)`,
      Error: '',
      Categories: found.map(entry),
    })
  }

  function backup(): Answer {
    store.backup()
    return dialect.success('')
  }
}

/** The names above a name, the nearest first. */
function parentsOf(site: string): readonly string[] {
  const labels = site.split('.')
  return labels.slice(1).map((_, index) => labels.slice(index + 1).join('.'))
}

/** An entry of the older list (docs/appliance, "List categories"). */
function entry(category: Category): object {
  return {
    table_name: category.table,
    category_name: category.name,
    category_id: category.id,
    rpz_enabled: category.rpzEnabled,
    rpz_action: category.rpzAction,
    rpz_redirect: category.rpzRedirect,
  }
}

/** The one category route of the older listener on port 9000: adds a site and compiles nothing (docs/appliance, "Add one site"). */
export function legacyCategories(store: CategoryStore, addition: OlderAddition): Route[] {
  return [
    {
      method: 'GET',
      path: '/categories/:id(^\\d+$)/:site',
      operation: 'add',
      dialect: legacyDialect,
      work: add,
    },
  ]

  function add(call: Call): Answer {
    const id = categoryId(call.parameter('id'))
    if (store.category(id) === undefined) return legacyDialect.failure('INVALID_ID')
    const refusal = addition.add(id, [call.parameter('site')])
    return refusal === undefined ? legacyDialect.success('') : legacyDialect.failure(refusal)
  }
}

/**
 * What the older add does with a site that another category holds: an older release refuses it (docs/appliance, "Add sites and compile").
 */
export type SitesElsewhere = 'accepted' | 'refused'

/** The addition of sites as the older code does it, one after the other, for the routes that add, add many, and move. */
export class OlderAddition {
  readonly #store: CategoryStore
  readonly #sitesElsewhere: SitesElsewhere

  constructor(store: CategoryStore, sitesElsewhere: SitesElsewhere) {
    this.#store = store
    this.#sitesElsewhere = sitesElsewhere
  }

  /** Adds up to the first site that is refused, and returns why it is; those before it stay. */
  add(category: number, sites: readonly string[]): string | undefined {
    const accepted: string[] = []
    let refusal: string | undefined
    for (const site of sites) {
      const name = olderSiteName(site)
      refusal = this.#refusal(category, site, name)
      if (name === undefined || refusal !== undefined) break
      accepted.push(name)
    }
    this.#store.addSites(category, accepted)
    return refusal
  }

  #refusal(category: number, given: string, name: string | undefined): string | undefined {
    if (name === undefined) return `INVALID_SITE ${given}`
    if (this.#sitesElsewhere === 'accepted') return undefined
    const holders = this.#store.categoriesOf(name)
    if (holders.length === 0 || holders.includes(category)) return undefined
    return `${name} already categorized in category ${holders.join(', ')}`
  }
}

const refusedCharacters = /[;,$%!&<>[\]()+?]/

/**
 * A site as the older routes store it: without scheme, path and leading `www.`, in ASCII (docs/appliance, "What the older routes store").
 * `undefined` where the appliance refuses it: nothing left, a refused character, or no name that has an ASCII form.
 */
export function olderSiteName(given: string): string | undefined {
  const name = given
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/\/.*/s, '')
    .replace(/^www\./, '')
  if (name === '' || refusedCharacters.test(name)) return undefined
  if (isAscii(name)) return name
  return domainToASCII(name) || undefined
}

function isAscii(text: string): boolean {
  return /^\p{ASCII}*$/u.test(text)
}
