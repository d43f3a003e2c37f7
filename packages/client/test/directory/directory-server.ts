import { type Appliance, connect } from '../../src/appliance'
import { type Answerer, json, serve, type TestServer } from '../server'

export const { signal } = new AbortController()

export const status = (text: string) => ({ Status: true, Info: text })

export const running = status('[APP_OPENLDAP]\nrunning=1\ninstalled=1\nmaster_version=2.6.7\nuptime=3 days')

/** What a test opened, closed after it. */
export const opened: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

const otherwise: Readonly<Record<string, unknown>> = {
  'GET /status': running,
  'GET /ous': { Status: true, Data: ['acme'] },
  'GET /members/*': { Status: false, Error: 'USER_NOT_FOUND' },
}

/**
 * A directory that answers as its table says, by `METHOD /path`, with `*` for a last part that the table does not name. Unless the
 * table says otherwise the service runs, there is one organization, and no member.
 */
export async function directory(
  answers: Readonly<Record<string, unknown>>,
  settings: { readonly retries?: number } = {},
): Promise<{ directory: Appliance['directory']; requests(): readonly string[]; server: TestServer }> {
  const answer: Answerer = (request, response) => {
    const route = `${request.method} ${request.path.replace('/openldap', '')}`
    const others = route.replace(/[^/]+$/, '*')
    const known = answers[route] ?? answers[others] ?? otherwise[route] ?? otherwise[others]
    const told: unknown = typeof known === 'function' ? known(request, response) : known
    if (response.writableEnded) return
    if (told === 'drop') response.destroy()
    else if (told === undefined) json(response, { Status: false, Error: 'UNKNOWN_ROUTE' }, 404)
    else json(response, told)
  }
  const server = await serve(answer)
  const appliance = connect({ endpoints: { directory: { url: server.url } }, retries: 0, ...settings })
  opened.push(appliance, server)
  return {
    directory: appliance.directory,
    server,
    requests: () => server.received.map(({ method, path }) => `${method} ${path.replace('/openldap', '')}`),
  }
}

export const ann = {
  uid: 'ann',
  texts: { firstName: ['Ann'], lastName: ['Lee'], email: ['ann@example.org'] },
  organization: 'acme',
  gid: 5001,
}
