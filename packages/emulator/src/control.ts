import fastify from 'fastify'
import type { Areas } from './areas'
import { type Faults, parseFaults } from './faults'
import { refusalOfPage } from './http/authentication'
import { type Listener, startListening } from './http/server'
import type { Journal } from './journal'
import { type Answer, json } from './protocol'

/**
 * Steers a running emulator from outside: `GET`, `PUT` and `DELETE /faults`, `GET` and `DELETE /journal`, `GET /state` of all
 * areas, `GET /state/:id` for one category with its sites, and `GET /state/records/:id` for one record database with its
 * records. It asks for no token, hence listens on 127.0.0.1 only.
 *
 * @param hosts names by which it is reached, besides addresses and `localhost`
 */
export async function listenForControl(
  port: number,
  areas: Areas,
  faults: Faults,
  journal: Journal,
  hosts: readonly string[],
): Promise<Listener> {
  return startListening({ host: '127.0.0.1', port }, undefined, (raw) => {
    const server = fastify({ exposeHeadRoutes: false, serverFactory: () => raw })
    server.addHook('onRequest', (request, reply, done) => {
      const refusal = refusalOfPage(request.headers, hosts)
      if (refusal) send(reply, refusal)
      else done()
    })
    server.get('/faults', (_request, reply) => send(reply, json({ faults: faults.report() })))
    server.put('/faults', (request, reply) => {
      faults.set(parseFaults(request.body))
      return send(reply, json({ faults: faults.report() }))
    })
    server.delete('/faults', (_request, reply) => {
      faults.clear()
      return send(reply, json({ faults: [] }))
    })
    server.get('/journal', (_request, reply) => send(reply, json({ requests: journal.entries() })))
    server.delete('/journal', (_request, reply) => {
      journal.clear()
      return send(reply, json({ requests: [] }))
    })
    server.get('/state', (_request, reply) => send(reply, stateOf(areas)))
    server.get<Identified>('/state/:id', ({ params }, reply) => send(reply, categoryState(areas, params.id)))
    server.get<Identified>('/state/records/:id', ({ params }, reply) =>
      send(reply, databaseState(areas, params.id)),
    )
    server.setErrorHandler((error, _request, reply) => {
      const message = error instanceof Error ? error.message : String(error)
      return send(reply, json({ error: message }, 400))
    })
    return server
  })
}

interface Identified {
  readonly Params: { readonly id: string }
}

interface Reply {
  code(status: number): Reply
  header(name: string, value: string): Reply
  send(body: string): Reply
}

function send(reply: Reply, answer: Answer): Reply {
  return reply.code(answer.status).header('content-type', answer.contentType).send(answer.body)
}

/** What all areas hold, but for sites and records, which are only counted. */
export function stateOf({ store, certificates, network, records, directory }: Areas): Answer {
  return json({
    categories: store.categories(),
    backups: store.backups,
    certificates: certificates.certificates(),
    network: { hostname: network.hostname ?? null },
    databases: records.databases(),
    directory: directory.describe(),
  })
}

/** One category with its sites, stored and compiled. */
function categoryState({ store }: Areas, id: string): Answer {
  const category = store.category(Number(id))
  if (category === undefined) return notFound(`There is no category ${id}.`)
  const sites = [...store.sites(category.id)].sort()
  const compiledSites = [...store.compiledSites(category.id)].sort()
  return json({ ...category, sites, compiledSites })
}

/** One record database with its records. */
function databaseState({ records }: Areas, index: string): Answer {
  const database = records.database(index)
  if (database === undefined) return notFound(`There is no record database ${index}.`)
  return json({ ...database, records: [...records.records(index)] })
}

function notFound(error: string): Answer {
  return json({ error }, 404)
}
