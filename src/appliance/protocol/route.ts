import { pathValueUnusable } from '../../diagnostics/answers'
import { ApplianceError } from '../errors'
import type { Repeatable } from '../http/retries'
import type { BodyDeclaration } from '../request-body'
import type { Area } from '../settings'
import type { AnswerSize } from './answer-size'

/** One route of the interface document, and how it may be treated. */
export interface Route {
  readonly area: Area
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** As the interface document writes it, with its parameters in brackets: `/categories/quick/[ID]`. */
  readonly path: string
  /** It changes what the appliance holds or does. Many GETs of this interface do. */
  readonly changes: boolean
  readonly repeatable: Repeatable
  readonly answer: AnswerSize
  /** What its body holds; absent where it has none. */
  readonly body?: BodyDeclaration<never>
  /** The release it came with (interface document, section 9), or what is known of it. */
  readonly release: string
  /** One sentence: what to do where the appliance does not have it. */
  readonly withoutIt: string
}

/**
 * Writes a path with its parameters: `/categories/quick/[ID]` with `{ ID: 250 }` is `/categories/quick/250`. Commas and
 * colons stay as they are, as the interface document writes them (4.5, 4.7) and paths may hold them.
 *
 * Throws `ApplianceError` of the kind `misconfigured` for a value that would make another path of it: servers drop empty segments, follow
 * `..` to another route, and some read an encoded slash as a slash.
 */
export function fillPath(route: Route, parameters: Readonly<Record<string, string | number>>): string {
  return route.path.replace(/\[([^\]]+)\]/g, (_, name: string) => {
    const value = parameters[name]
    if (value === undefined) throw new TypeError(`the route ${nameOf(route)} needs a value for ${name}`)
    if (leadsElsewhere.test(String(value))) throw unusable(route, name, String(value))
    return encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%3A', ':')
  })
}

/** Nothing, dots alone, or what separates segments or lines. White space around dots is cut off by some servers. */
const leadsElsewhere = /^\s*\.{0,2}\s*$|[/\\\p{Cc}]/u

function unusable(route: Route, parameter: string, value: string): ApplianceError {
  return new ApplianceError({
    kind: 'misconfigured',
    told: pathValueUnusable({ route: nameOf(route), parameter, value: value.slice(0, 120) }),
  })
}

/** The route as the interface document names it, for messages. */
export function nameOf(route: Route): string {
  return `${route.method} ${route.path}`
}
