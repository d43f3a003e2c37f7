import { type Answer, htmlPage, tracebackPage } from '../../protocol/envelope'

/**
 * What the autonomous service answers where it has no route: below `/categories` it fails with a traceback, elsewhere it has no such
 * page, and at its root it has nothing to say (field notes, "Unknown route").
 */
export function autonomousUnknownRoute(path: string): Answer {
  if (path === '/') return { status: 200, contentType: 'text/html;charset=utf-8', body: '' }
  const [, first, second] = /^\/categories\/([^/]*)\/?([^/]*)/.exec(path) ?? []
  if (first === undefined) return htmlPage(404, '404 Not Found')
  if (/^\d+$/.test(first)) return tracebackPage(500, `KeyError: '${second}'`)
  return tracebackPage(500, `ValueError: invalid literal for int() with base 10: '${first}'`)
}
