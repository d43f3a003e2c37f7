import { z } from 'zod'
import {
  type Answer,
  type Call,
  type Forge,
  type Issue,
  type Listening,
  type Pull,
  pageOf,
  type Remark,
  serve,
} from './forge'

/** The user as whom a workflow writes, with its own token. */
export const workflowUser = 41898282
export const token = 'a-token-of-the-workflow'

/** As much of GitHub's interface as the pipelines use, for the repository `acme/appliance` with pull request 7. */
export async function startGithub(forge: Forge): Promise<Listening> {
  return await serve((call) => {
    const [scheme = '', permissions] = (call.headers.authorization ?? '').split(':')
    if (scheme !== `Bearer ${token}`) return [401, { message: 'Bad credentials' }]
    if (!isAllowed(call, permissions)) return [403, { message: 'Resource not accessible by integration' }]
    for (const [pattern, answer] of routes) {
      const [, number] = pattern.exec(`${call.method} ${call.path}`) ?? []
      if (pattern.test(`${call.method} ${call.path}`)) return answer(forge, call, Number(number))
    }
    return [404, { message: 'Not Found' }]
  })
}

/** The token of a job: it may do what the job's permissions say. Without them, it may do everything. */
export function tokenWith(permissions: Readonly<Record<string, string>>): string {
  const named = Object.entries(permissions).map(([area, access]) => `${area}=${access}`)
  return `${token}:${named.join(',')}`
}

/** Comments and requests need the permission for pull requests, issues that for issues, and code scanning one of its own. */
function isAllowed({ path }: Call, permissions: string | undefined): boolean {
  const area = /\/(pulls|issues\/7|issues\/comments)\b/.test(path)
    ? 'pull-requests'
    : path.includes('/code-scanning/')
      ? 'security-events'
      : 'issues'
  return permissions === undefined || permissions.split(',').includes(`${area}=write`)
}

type Route = readonly [pattern: RegExp, answer: (forge: Forge, call: Call, number: number) => Answer]

const base = '/repos/acme/appliance'

const routes: readonly Route[] = [
  [
    new RegExp(`^GET ${base}/issues/7/comments$`),
    (forge, { query }) => [200, pageOf(forge.remarks.map(comment), query)],
  ],
  [
    new RegExp(`^POST ${base}/issues/7/comments$`),
    (forge, { content }) => [201, comment(forge.remark(forge.remarks, String(content.body), workflowUser))],
  ],
  [
    new RegExp(`^PATCH ${base}/issues/comments/(\\d+)$`),
    (forge, { content }, id) => {
      const found = forge.remarks.find((each) => each.id === id)
      if (!found) return [404, { message: 'Not Found' }]
      found.body = String(content.body)
      return [200, comment(found)]
    },
  ],
  [
    new RegExp(`^GET ${base}/issues$`),
    (forge, { query }) => {
      const labels = query.get('labels')?.split(',') ?? []
      const fitting = forge.issues.filter(
        (each) =>
          each.isOpen === (query.get('state') === 'open') &&
          labels.every((label) => each.labels.includes(label)),
      )
      return [200, pageOf(fitting.map(issue), query)]
    },
  ],
  [
    new RegExp(`^POST ${base}/issues$`),
    (forge, { content: { title, body, labels } }) => [
      201,
      issue(forge.issue(String(title), String(body), Array.isArray(labels) ? labels : [], workflowUser)),
    ],
  ],
  [
    new RegExp(`^PATCH ${base}/issues/(\\d+)$`),
    (forge, { content }, number) => {
      const found = forge.issues.find((each) => each.number === number)
      if (!found) return [404, { message: 'Not Found' }]
      if (typeof content.body === 'string') found.body = content.body
      if (content.state === 'closed') found.isOpen = false
      return [200, issue(found)]
    },
  ],
  [
    new RegExp(`^POST ${base}/issues/(\\d+)/comments$`),
    (forge, { content }, number) => {
      const found = [...forge.issues, ...forge.pulls].find((each) => each.number === number)
      if (!found) return [404, { message: 'Not Found' }]
      return [201, comment(forge.remark(found.remarks, String(content.body), workflowUser))]
    },
  ],
  [
    new RegExp(`^GET ${base}/pulls$`),
    (forge, { query }) => {
      const [owner, head = ''] = (query.get('head') ?? '').split(':')
      const found =
        owner === 'acme' && query.get('state') === 'open' ? forge.openPulls(head, query.get('base')) : []
      return [200, pageOf(found.map(pull), query)]
    },
  ],
  [
    new RegExp(`^POST ${base}/pulls$`),
    (forge, { content: { title, head, base, body } }) => {
      const exists = { message: 'Validation Failed: A pull request already exists' }
      if (forge.openPulls(String(head), String(base)).length > 0) return [422, exists]
      return [201, pull(forge.pull(String(title), String(body), String(head), String(base)))]
    },
  ],
  [
    new RegExp(`^PATCH ${base}/pulls/(\\d+)$`),
    (forge, { content }, number) => {
      const found = forge.pulls.find((each) => each.number === number)
      if (!found) return [404, { message: 'Not Found' }]
      if (typeof content.body === 'string') found.body = content.body
      if (content.state === 'closed') found.isOpen = false
      return [200, pull(found)]
    },
  ],
  [
    new RegExp(`^POST ${base}/code-scanning/sarifs$`),
    (forge, { content: { category, sarif } }) => {
      const { runs } = log.parse(sarif)
      // The results of a category are replaced, and those of another one stay.
      forge.scans.set(
        String(category),
        runs.flatMap(({ results }) => results),
      )
      return [202, {}]
    },
  ],
]

const log = z.object({ runs: z.array(z.object({ results: z.array(z.unknown()) })) })

function pull({ number, title, body, head, base, isOpen }: Pull) {
  return { number, title, body, head: { ref: head }, base: { ref: base }, state: isOpen ? 'open' : 'closed' }
}

function comment({ id, body, author }: Remark) {
  return { id, body, user: userOf(author) }
}

function userOf(author: number) {
  return { id: author, type: author === workflowUser ? 'Bot' : 'User' }
}

function issue({ number, title, body, labels, author, isOpen }: Issue) {
  const state = isOpen ? 'open' : 'closed'
  return { number, title, body, labels: labels.map((name) => ({ name })), user: userOf(author), state }
}
