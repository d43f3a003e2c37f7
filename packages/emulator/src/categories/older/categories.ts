import { type AbsenceManner, absenceOf } from '../../protocol/absence'
import { type Answer, olderDialect as dialect, json } from '../../protocol/envelope'
import { type Call, type Compilation, categoryId, type Route } from '../../protocol/route'
import type { Category } from '../category'
import type { CategoryStore } from '../store'
import type { OlderAddition } from './addition'

/** The older category routes on port 9503 (interface document 4.1). */
export function olderCategories(
  store: CategoryStore,
  addition: OlderAddition,
  absence?: AbsenceManner,
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

  function quick(call: Call, compilation: Compilation): Answer {
    const id = categoryId(call.parameter('id'))
    if (store.category(id) === undefined) return dialect.failure('INVALID_ID')
    const items = (call.field('items') ?? '').split(',').filter((item) => item.trim() !== '')
    if (items.length === 0) return dialect.failure('INVALID_ITEMS')
    const refusal = addition.add(id, items)
    if (refusal !== undefined) return dialect.failure(refusal)
    if (compilation === 'fails') return dialect.failure('COMPILE_FAILED')
    if (compilation === 'works') store.compileAllIfCountChanged()
    return dialect.success('')
  }

  /** Two steps, nothing around them: where the second is refused, the site is in neither category (field notes, "Move"). */
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

  function query(call: Call): Answer {
    const domain = call.parameter('domain')
    const found = store.categoriesOf(domain.toLowerCase()).flatMap((id) => store.category(id) ?? [])
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

/** A category entry of interface document 2.1. */
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
