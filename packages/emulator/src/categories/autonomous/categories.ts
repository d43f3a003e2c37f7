import { type Answer, autonomousDialect as dialect, indented, tracebackPage } from '../../protocol/envelope'
import { type Call, type Compilation, categoryId, type Route } from '../../protocol/route'
import type { CategoryStore } from '../store'
import { databaseError } from './database-error'
import { autonomousSiteLines } from './site-lines'

/** The routes of the autonomous category service (interface document 4.2, field notes "Autonomous …"). */
export function autonomousCategories(store: CategoryStore): Route[] {
  return [
    { method: 'GET', path: '/categories/list', operation: 'list', dialect, work: list },
    { method: 'GET', path: '/categories/:id(^\\d+$)', operation: 'show', dialect, work: show },
    { method: 'POST', path: '/categories/:id/add', operation: 'add', dialect, work: add },
    { method: 'GET', path: '/categories/:id/add', operation: 'add', dialect, work: add },
    { method: 'GET', path: '/categories/:id/compile', operation: 'compile', dialect, work: compile },
    { method: 'GET', path: '/categories/backup', operation: 'backup', dialect, work: backup },
  ]

  /** Counts each table, and fails as a whole at a category without one (field notes, "Autonomous, one bad row"). */
  function list(): Answer {
    const categories = store.categories()
    if (categories.some(({ table }) => table === ''))
      return tracebackPage(500, 'ProgrammingError: syntax error at end of input')
    const entries = categories.map(({ id, table, items, name, description }) => [
      id,
      { table, items, name, description },
    ])
    return indented({
      status: true,
      info: 'List of available categories',
      categories: Object.fromEntries(entries),
    })
  }

  /** A category alone is no request that the service knows (field notes, "Autonomous answers"). */
  function show(): Answer {
    return dialect.failure('No action specified')
  }

  function add(call: Call): Answer {
    const category = store.category(categoryId(call.parameter('id')))
    if (category === undefined) return unknownId(call)
    const [field, ...others] = call.values('sites')
    if (field === undefined) return dialect.failure('Field sites is missing')
    if (others.length > 0) return listInPlaceOfText()
    const { sites, unreadable } = autonomousSiteLines(field)
    if (unreadable !== undefined) return unreadableAddress()
    if (sites.length === 0) return dialect.failure('No site parsed')
    if (category.table === '') return dialect.failure(`Category ${category.id} has no table`)
    const error = databaseError(category.table, sites)
    if (error !== undefined) return dialect.failure(error)
    store.addSites(category.id, sites)
    const elements = store.sites(category.id).size
    return dialect.success(`${sites.length} sites added in ${category.table} (${elements} elements)`)
  }

  /** What fails in the background, the answer does not tell unless the launch itself failed. Nor does it tell of a compile that is skipped. */
  function compile(call: Call, compilation: Compilation): Answer {
    const category = store.category(categoryId(call.parameter('id')))
    if (category === undefined) return unknownId(call)
    if (compilation === 'fails') return dialect.failure(`Unable to compile ${category.table}`)
    if (compilation === 'works') store.compileIfCountChanged(category.id)
    return dialect.success(
      `/usr/bin/nohup /usr/share/categories/compile --category=${category.id} >/dev/null 2>&1 & launched in background`,
    )
  }

  function backup(): Answer {
    store.backup()
    return dialect.success('launched in background')
  }
}

/** The service looks an unknown id up all the same. */
function unknownId(call: Call): Answer {
  return tracebackPage(500, `KeyError: '${call.parameter('id')}'`)
}

function listInPlaceOfText(): Answer {
  return tracebackPage(500, "AttributeError: 'list' object has no attribute 'splitlines'")
}

function unreadableAddress(): Answer {
  return tracebackPage(500, 'OSError: illegal IP address string passed to inet_aton')
}
