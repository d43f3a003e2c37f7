import { type Answer, autonomousDialect as dialect, json, plainText } from '../envelope'
import { type Call, type Compilation, categoryId, type Route } from '../route'
import { autonomousSiteLines } from './autonomous-site-lines'
import type { CategoryStore } from './category-store'

/** The routes of the autonomous category service (interface document 4.2, field notes "Autonomous …"). */
export function autonomousCategories(store: CategoryStore): Route[] {
  return [
    { method: 'GET', path: '/categories/list', operation: 'list', dialect, work: list },
    { method: 'POST', path: '/categories/:id/add', operation: 'add', dialect, work: add },
    { method: 'GET', path: '/categories/:id/compile', operation: 'compile', dialect, work: compile },
    { method: 'GET', path: '/categories/backup', operation: 'backup', dialect, work: backup },
  ]

  function list(): Answer {
    const entries = store
      .categories()
      .map(({ id, table, items, name, description }) => [id, { table, items, name, description }])
    return json({ status: true, info: '', categories: Object.fromEntries(entries) })
  }

  function add(call: Call): Answer {
    const category = store.category(categoryId(call.parameter('id')))
    if (category === undefined) return unknownId()
    const field = call.field('sites')
    if (field === undefined) return dialect.failure('Field sites is missing')
    const sites = autonomousSiteLines(field)
    if (sites.length === 0) return dialect.failure('No site parsed')
    if (category.table === '') return dialect.failure(`Category ${category.id} has no table`)
    store.addSites(category.id, sites)
    const elements = store.sites(category.id).size
    return dialect.success(`${sites.length} sites added in ${category.table} (${elements} elements)`)
  }

  /** Forced, hence never skipped; what fails in the background, the answer does not tell unless the launch itself failed. */
  function compile(call: Call, compilation: Compilation): Answer {
    const category = store.category(categoryId(call.parameter('id')))
    if (category === undefined) return unknownId()
    if (compilation === 'fails') return dialect.failure(`Unable to compile ${category.table}`)
    if (compilation === 'works') store.compile(category.id)
    return dialect.success('launched in background')
  }

  function backup(): Answer {
    store.backup()
    return dialect.success('launched in background')
  }
}

function unknownId(): Answer {
  return plainText(500, 'Internal Server Error')
}
