// Publishes a report on GitHub:
//   node tell.mjs comment FILE   creates or updates the comment in the pull request PULL_REQUEST
//   node tell.mjs open FILE      creates or updates the open issue with the label
//   node tell.mjs close FILE     closes all open issues with the label
//   node tell.mjs propose FILE   creates or updates the open pull request of the branch BRANCH to main
//   node tell.mjs withdraw FILE  closes that pull request, if there is one
// GITHUB_TOKEN needs issues: write for open and close, and pull-requests: write for the others.
import { readFile } from 'node:fs/promises'

const { BRANCH, GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_TOKEN, PULL_REQUEST } = process.env
const label = 'appliance-drift'
const title = 'The appliance does not match the configuration'
const base = 'main'
const titleOfLists = 'Update published lists'
/** Identifies the comment. GitHub does not display it. */
const mark = '<!-- appliance review -->'

const tasks = { comment, open, close, propose, withdraw }
const [task, file] = process.argv.slice(2)
if (!(task in tasks) || !file) throw new Error(`Usage: node tell.mjs ${Object.keys(tasks).join('|')} FILE`)
await tasks[task](await readFile(file, 'utf8'))

async function comment(report) {
  const body = `${mark}\n${report}`
  // Anybody can write the mark, but people do not write as a bot.
  const isOurs = (each) => each.body.startsWith(mark) && each.user?.type === 'Bot'
  const ours = (await all(`issues/${PULL_REQUEST}/comments`)).find(isOurs)
  if (ours) await call('PATCH', `issues/comments/${ours.id}`, { body })
  else await call('POST', `issues/${PULL_REQUEST}/comments`, { body })
}

async function open(report) {
  const [issue] = await openIssues()
  if (issue) await call('PATCH', `issues/${issue.number}`, { body: report })
  else await call('POST', 'issues', { title, body: report, labels: [label] })
}

async function close(report) {
  for (const { number } of await openIssues()) {
    await call('POST', `issues/${number}/comments`, { body: report })
    await call('PATCH', `issues/${number}`, { state: 'closed', state_reason: 'completed' })
  }
}

async function propose(report) {
  const [pull] = await openPulls()
  if (pull) await call('PATCH', `pulls/${pull.number}`, { body: report })
  else await call('POST', 'pulls', { title: titleOfLists, head: BRANCH, base, body: report })
}

async function withdraw(report) {
  for (const { number } of await openPulls()) {
    await call('POST', `issues/${number}/comments`, {
      body: `The published lists do not differ from ${base} any more.\n\n${report}`,
    })
    await call('PATCH', `pulls/${number}`, { state: 'closed' })
  }
}

async function openPulls() {
  const [owner] = GITHUB_REPOSITORY.split('/')
  return await all(`pulls?state=open&base=${base}&head=${encodeURIComponent(`${owner}:${BRANCH}`)}`)
}

async function openIssues() {
  const issues = await all(`issues?state=open&labels=${label}`)
  return issues.filter(({ pull_request }) => !pull_request)
}

async function all(path) {
  const found = []
  for (let page = 1; ; page += 1) {
    const some = await call('GET', `${path}${path.includes('?') ? '&' : '?'}per_page=100&page=${page}`)
    found.push(...some)
    if (some.length < 100) return found
  }
}

async function call(method, path, content) {
  const response = await fetch(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${GITHUB_TOKEN}`,
      'content-type': 'application/json',
    },
    body: content && JSON.stringify(content),
  })
  if (response.ok) return await response.json()
  throw new Error(`${method} ${path} failed with HTTP status ${response.status}: ${await response.text()}`)
}
