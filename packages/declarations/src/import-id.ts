import { ProviderError } from '@webfilter/terraform-plugin/diagnostics'
import { importQueryInvalid } from './diagnostics/objects'

/** What an import names, and whether its state begins with `on_destroy = "keep"`. */
interface ImportId {
  readonly named: string
  readonly isKept: boolean
}

/** With it at the end of an ID, the state of an import begins with what the configuration says, so that the plan shows no change. */
const keptQuery = 'on_destroy=keep'

/**
 * Reads the ID of an import, such as `ann.lee` or `ann.lee?on_destroy=keep`. An object whose name itself ends like a query needs one
 * behind it.
 * @throws {ProviderError} if it ends with another query
 */
export function importId(id: string): ImportId {
  const at = id.lastIndexOf('?')
  const query = at === -1 ? '' : id.slice(at + 1)
  if (!likeAQuery.test(query)) return { named: id, isKept: false }
  const problem = problemOf(query)
  if (problem !== undefined) throw new ProviderError(importQueryInvalid({ id, problem }))
  return { named: id.slice(0, at), isKept: true }
}

/** The ID by which an import begins with `on_destroy = "keep"`. @param named the ID without it */
export function keptImportId(named: string): string {
  return `${named}?${keptQuery}`
}

/** A name may have a question mark in it. */
const likeAQuery = /^(?:[a-z][\w-]*=|on_destroy(?:&|$))/i

/** A clause; undefined for the one query that there is. */
function problemOf(query: string): string | undefined {
  if (query === keptQuery) return undefined
  const parts = query.split('&').map((part) => part.split(/=(.*)/su))
  for (const [key = '', value] of parts) {
    if (key === '' && value === undefined) return 'a part of it is empty'
    if (key !== 'on_destroy') return `${JSON.stringify(key)} is not a known key`
    if (value === undefined) return 'on_destroy has no value'
    if (value !== 'keep') return `on_destroy has the value ${JSON.stringify(value)}`
  }
  return 'on_destroy is given twice'
}
