import { type FileAttribute, ListError, type ListProblem } from './list-error'

/**
 * The error for what stands where the path of a file is due and is none: the content of a file, a URL, or a path that only a shell can
 * resolve. Undefined for what can be a path.
 */
export function notAPath(given: string, attribute: FileAttribute): ListError | undefined {
  const problem = problemOf(given)
  return problem && new ListError('', attribute, problem)
}

function problemOf(given: string): ListProblem | undefined {
  if (given.length > longestPath || /[\r\n]/.test(given))
    return { is: 'content instead of a path', characters: given.length }
  const [, scheme = '', host = ''] = url.exec(given) ?? []
  // Neither the login nor the query of a URL is said: both may hold a secret.
  if (scheme !== '') return { is: 'URL instead of a path', begins: `${scheme.toLowerCase()}://${host}` }
  return /^~(?:\/|$)/.test(given) ? { is: 'home folder' } : undefined
}

/** No system takes a longer one. */
const longestPath = 4_096

/** Scheme and host. */
const url = /^([a-z][a-z0-9+.-]*):\/\/(?:[^/?#]*@)?([^/?#@]*)/i
