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

/** The user of the project access token. */
export const tokenUser = 77
export const token = 'a-token-of-the-project'

/** As much of GitLab's interface as the pipelines use, for project 5 with merge request 7. */
export async function startGitlab(forge: Forge): Promise<Listening> {
  return await serve((call) => {
    if (call.headers['private-token'] !== token) return [401, { message: '401 Unauthorized' }]
    for (const [pattern, answer] of routes) {
      const found = pattern.exec(`${call.method} ${call.path}`)
      if (found) return answer(forge, call, Number(found[1]))
    }
    return [404, { message: '404 Not Found' }]
  })
}

type Route = readonly [pattern: RegExp, answer: (forge: Forge, call: Call, number: number) => Answer]

const base = '/projects/5'
const notes = `${base}/merge_requests/7/notes`

const routes: readonly Route[] = [
  [/^GET \/user$/, () => [200, { id: tokenUser }]],
  [new RegExp(`^GET ${notes}$`), (forge, { query }) => [200, pageOf(forge.remarks.map(note), query)]],
  [
    new RegExp(`^POST ${notes}$`),
    (forge, { content }) => [201, note(forge.remark(forge.remarks, String(content.body), tokenUser))],
  ],
  [
    new RegExp(`^PUT ${notes}/(\\d+)$`),
    (forge, { content }, id) => {
      const found = forge.remarks.find((each) => each.id === id)
      if (!found) return [404, { message: '404 Note Not Found' }]
      if (found.author !== tokenUser) return [403, { message: '403 Forbidden' }]
      found.body = String(content.body)
      return [200, note(found)]
    },
  ],
  [
    new RegExp(`^GET ${base}/issues$`),
    (forge, { query }) => {
      const labels = query.get('labels')?.split(',') ?? []
      const fitting = forge.issues.filter(
        (each) =>
          ['all', each.isOpen ? 'opened' : 'closed'].includes(query.get('state') ?? 'all') &&
          labels.every((label) => each.labels.includes(label)),
      )
      return [200, pageOf(fitting.map(issue), query)]
    },
  ],
  [
    new RegExp(`^POST ${base}/issues$`),
    (forge, { content: { title, description, labels } }) => [
      201,
      issue(forge.issue(String(title), String(description), String(labels).split(','), tokenUser)),
    ],
  ],
  [
    new RegExp(`^PUT ${base}/issues/(\\d+)$`),
    (forge, { content }, number) => {
      const found = forge.issues.find((each) => each.number === number)
      if (!found) return [404, { message: '404 Not found' }]
      if (typeof content.description === 'string') found.body = content.description
      if (content.state_event === 'close') found.isOpen = false
      return [200, issue(found)]
    },
  ],
  [
    new RegExp(`^POST ${base}/issues/(\\d+)/notes$`),
    (forge, { content }, number) => {
      const found = forge.issues.find((each) => each.number === number)
      if (!found) return [404, { message: '404 Not found' }]
      return [201, note(forge.remark(found.remarks, String(content.body), tokenUser))]
    },
  ],
  [
    new RegExp(`^GET ${base}/merge_requests$`),
    (forge, { query }) => {
      const isOpened = query.get('state') === 'opened'
      const found = isOpened ? forge.openPulls(query.get('source_branch'), query.get('target_branch')) : []
      return [200, pageOf(found.map(request), query)]
    },
  ],
  [
    new RegExp(`^POST ${base}/merge_requests$`),
    (forge, { content }) => {
      const [head, target] = [String(content.source_branch), String(content.target_branch)]
      if (forge.openPulls(head, target).length > 0) return [409, { message: 'Another open merge request' }]
      return [201, request(forge.pull(String(content.title), String(content.description), head, target))]
    },
  ],
  [
    new RegExp(`^PUT ${base}/merge_requests/(\\d+)$`),
    (forge, { content }, number) => {
      const found = forge.pulls.find((each) => each.number === number)
      if (!found) return [404, { message: '404 Not found' }]
      if (typeof content.description === 'string') found.body = content.description
      if (content.state_event === 'close') found.isOpen = false
      return [200, request(found)]
    },
  ],
  [
    new RegExp(`^POST ${base}/merge_requests/(\\d+)/notes$`),
    (forge, { content }, number) => {
      const found = forge.pulls.find((each) => each.number === number)
      if (!found) return [404, { message: '404 Not found' }]
      return [201, note(forge.remark(found.remarks, String(content.body), tokenUser))]
    },
  ],
]

function request({ number, title, body, head, base, isOpen }: Pull) {
  const state = isOpen ? 'opened' : 'closed'
  return { iid: number, title, description: body, source_branch: head, target_branch: base, state }
}

function note({ id, body, author }: Remark) {
  return { id, body, author: { id: author } }
}

function issue({ number, title, body, labels, author, isOpen }: Issue) {
  return {
    iid: number,
    title,
    description: body,
    labels,
    author: { id: author },
    state: isOpen ? 'opened' : 'closed',
  }
}
