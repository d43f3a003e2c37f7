import fastify from 'fastify'
import type { CategoryStore } from './categories/category-store'
import { type Answer, json } from './envelope'
import { parseFaults } from './fault'
import type { Faults } from './faults'
import { type Listener, startListening } from './http-server'
import type { Journal } from './journal'

/**
 * Steers a running emulator from outside: `GET`, `PUT` and `DELETE /faults`, `GET` and `DELETE /journal`, `GET /state`, and
 * `GET /state/:id` for one category with its sites. It asks for no token, hence listens on 127.0.0.1 only.
 */
export async function listenForControl(
  port: number,
  store: CategoryStore,
  faults: Faults,
  journal: Journal,
): Promise<Listener> {
  const server = fastify({ exposeHeadRoutes: false, forceCloseConnections: true })
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
  server.get('/state', (_request, reply) => {
    return send(reply, json({ categories: store.categories(), backups: store.backups }))
  })
  server.get<{ Params: { id: string } }>('/state/:id', (request, reply) => {
    const category = store.category(Number(request.params.id))
    if (category === undefined)
      return send(reply, json({ error: `There is no category ${request.params.id}.` }, 404))
    const sites = [...store.sites(category.id)].sort()
    const compiledSites = [...store.compiledSites(category.id)].sort()
    return send(reply, json({ ...category, sites, compiledSites }))
  })
  server.setErrorHandler((error, _request, reply) => {
    const message = error instanceof Error ? error.message : String(error)
    return send(reply, json({ error: message }, 400))
  })
  return startListening(server, { host: '127.0.0.1', port }, 'http')
}

interface Reply {
  code(status: number): Reply
  header(name: string, value: string): Reply
  send(body: string): Reply
}

function send(reply: Reply, answer: Answer): Reply {
  return reply.code(answer.status).header('content-type', answer.contentType).send(answer.body)
}
