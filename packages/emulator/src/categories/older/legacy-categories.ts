import { type Answer, legacyDialect } from '../../protocol/envelope'
import { type Call, categoryId, type Route } from '../../protocol/route'
import type { CategoryStore } from '../store'
import type { OlderAddition } from './addition'

/** The one category route of the older listener on port 9000: adds a site and compiles nothing (interface document 4.1). */
export function legacyCategories(store: CategoryStore, addition: OlderAddition): Route[] {
  return [{ method: 'GET', path: '/categories/:id(^\\d+$)/:site', operation: 'add', dialect: legacyDialect, work: add }]

  function add(call: Call): Answer {
    const id = categoryId(call.parameter('id'))
    if (store.category(id) === undefined) return legacyDialect.failure('INVALID_ID')
    const refusal = addition.add(id, [call.parameter('site')])
    return refusal === undefined ? legacyDialect.success('') : legacyDialect.failure(refusal)
  }
}
