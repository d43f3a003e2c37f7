import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** What a forge knows of a comment or a note. */
export interface Remark {
  readonly id: number
  body: string
  /** Who wrote it. */
  readonly author: number
}

export interface Issue {
  readonly number: number
  readonly title: string
  body: string
  readonly labels: readonly string[]
  /** Who opened it. */
  readonly author: number
  isOpen: boolean
  readonly remarks: Remark[]
}

/** A pull request or a merge request that a pipeline opened. */
export interface Pull extends Omit<Issue, 'labels' | 'author'> {
  readonly head: string
  readonly base: string
}

/** What is kept in memory, in the terms of neither forge. */
export class Forge {
  /** Of the one pull request that there is. */
  readonly remarks: Remark[] = []
  readonly issues: Issue[] = []
  /** Others than that one. */
  readonly pulls: Pull[] = []
  /** Findings of code scanning, by the category under which they were uploaded. */
  readonly scans = new Map<string, readonly unknown[]>()
  #next = 1

  remark(to: Remark[], body: string, author: number): Remark {
    const added = { id: this.#next++, body, author }
    to.push(added)
    return added
  }

  issue(title: string, body: string, labels: readonly string[], author: number): Issue {
    const added = { number: this.#next++, title, body, labels, author, isOpen: true, remarks: [] }
    this.issues.push(added)
    return added
  }

  pull(title: string, body: string, head: string, base: string): Pull {
    const added = { number: this.#next++, title, body, head, base, isOpen: true, remarks: [] }
    this.pulls.push(added)
    return added
  }

  /** Those that are open, from one branch to another. */
  openPulls(head: string | null, base: string | null): readonly Pull[] {
    return this.pulls.filter((each) => each.isOpen && each.head === head && each.base === base)
  }
}

export interface Call {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly content: Readonly<Record<string, unknown>>
}

/** What is answered: a status, and JSON. */
export type Answer = readonly [status: number, content: unknown]

export interface Listening {
  readonly url: string
  close(): Promise<void>
}

/** Serves the interface of a forge on loopback. */
export async function serve(answer: (call: Call) => Answer): Promise<Listening> {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const content = request.method === 'GET' ? {} : await json(request)
    const [status, told] = answer({
      method: request.method ?? '',
      path: pathname,
      query: searchParams,
      headers: request.headers,
      content: isObject(content) ? content : {},
    })
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(told))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port }: AddressInfo = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The part of a list that a call asks for, as both forges count: from page 1, and 100 at most. */
export function pageOf<T>(all: readonly T[], query: URLSearchParams): readonly T[] {
  const size = Math.min(Number(query.get('per_page') ?? 30), 100)
  const first = (Number(query.get('page') ?? 1) - 1) * size
  return all.slice(first, first + size)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
