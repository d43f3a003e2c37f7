import type { ServerResponse } from 'node:http'
import type { Area, Route } from '@webfilter/appliance-client'
import { json, type Received, serve, type TestServer } from '../../packages/client/test/server'
import { bytesOf, type OddAnswer } from './odd-answers'
import { answersForInventions, usualAnswers } from './usual-answers'

/** One appliance that answers one route oddly, and all others as usual. */
export interface Scenario {
  readonly route: Pick<Route, 'area' | 'method' | 'path'>
  readonly odd: OddAnswer
  readonly usual: Usual
}

/**
 * Contents of answers by method and path as the table of routes writes them, or functions of what was asked so far. What
 * is missing here is answered with a bare success.
 */
export type Usual = Readonly<Record<string, unknown>>

/** The header by which requests of one scenario are told from those of others. */
export const scenarioHeader = 'x-scenario'

/** Servers on a port and on a socket that play any number of scenarios at once. */
export class Scenarios {
  readonly #played = new Map<string, Scenario & { readonly asked: string[] }>()
  readonly #servers: TestServer[] = []
  readonly #socketPath: string

  private constructor(socketPath: string) {
    this.#socketPath = socketPath
  }

  static async open(socketPath: string): Promise<Scenarios> {
    const scenarios = new Scenarios(socketPath)
    const answer = (request: Received, response: ServerResponse) => scenarios.#answer(request, response)
    scenarios.#servers.push(await serve(answer), await serve(answer, undefined, socketPath))
    return scenarios
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.close()))
  }

  /** Begins a scenario, and returns the value of its header. */
  begin(scenario: Scenario): string {
    const name = String(this.#played.size + 1)
    this.#played.set(name, { ...scenario, asked: [] })
    return name
  }

  /** Where each area is found. Listeners share paths, so each area has a prefix; the directory has a socket. */
  endpoints(): Readonly<Record<Area, { readonly url: string }>> {
    const url = (area: Area) => ({ url: `${this.#servers[0]?.url}/${area}` })
    return {
      categories: url('categories'),
      categories_legacy: url('categories_legacy'),
      certificates: url('certificates'),
      network: url('network'),
      analysis: url('analysis'),
      records: url('records'),
      directory: { url: `unix://${this.#socketPath}` },
    }
  }

  #answer({ method, path, headers }: Received, response: ServerResponse): void {
    const scenario = this.#played.get(String(headers[scenarioHeader]))
    if (!scenario) throw new Error(`nobody plays ${path}`)
    const { route, usual, odd, asked } = scenario
    const prefix = route.area === 'directory' ? '' : `/${route.area}`
    const plainPath = path.replace(/\?.*$/, '')
    asked.push(`${method} ${plainPath}`)
    if (method === route.method && fits(plainPath, `${prefix}${route.path}`) && !isInvented(plainPath)) {
      send(odd, response)
      return
    }
    const all: Usual = isInvented(plainPath) ? answersForInventions : { ...usualAnswers, ...usual }
    const name = Object.keys(all).find((each) => {
      const [usualMethod = '', usualPath = ''] = each.split(' ')
      return method === usualMethod && fits(plainPath.replace(/^\/(?!openldap)[a-z_]+/, ''), usualPath)
    })
    const told = name === undefined ? { Status: true, Info: 'done', Error: '' } : all[name]
    json(response, typeof told === 'function' ? told(asked) : told)
  }
}

/** What the client asks for to learn what absence looks like. Its answer is as usual: what odd answers mean is compared with it. */
function isInvented(path: string): boolean {
  const name =
    /\/(?:categories\/query|categories|openldap\/members|openldap)\/[a-z]{10,16}(?:\.com|\.invalid)?$/
  return name.test(path) || path.endsWith('/127.0.0.1')
}

function fits(path: string, pattern: string): boolean {
  return new RegExp(`^${pattern.replace(/\[[^\]]+\]/g, '[^/]+')}$`).test(path)
}

function send(odd: OddAnswer, response: ServerResponse): void {
  const bytes = bytesOf(odd)
  if (!odd.breaks) {
    response.writeHead(odd.status, odd.headers)
    response.end(bytes)
    return
  }
  response.writeHead(odd.status, { ...odd.headers, 'content-length': bytes.length + 1 })
  response.write(bytes, () => response.destroy())
}
