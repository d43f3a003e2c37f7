// Publishes a report on GitHub:
//   node publish.mjs comment FILE [STACK]   creates or updates the comment of the stack in the pull request PULL_REQUEST
//   node publish.mjs open FILE [STACK]      creates or updates the open issue of the stack
//   node publish.mjs close FILE [STACK]     closes the open issues of the stack
//   node publish.mjs propose FILE           creates or updates the open pull request of the branch BRANCH to main
//   node publish.mjs withdraw FILE          closes that pull request, if there is one
// If the report of a comment does not exist, its job failed before the plan. The comment then links to the run, RUN_URL.
// GITHUB_TOKEN needs issues: write for open and close, and pull-requests: write for the others.
import { readFile } from 'node:fs/promises'

const { BRANCH, GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_TOKEN, PULL_REQUEST, RUN_URL } = process.env
const label = 'appliance-drift'
const base = 'main'
const titleOfLists = 'Update published lists'

const tasks = { comment, open, close, propose, withdraw }
const [task, file, stack] = process.argv.slice(2)
if (!(task in tasks) || !file)
  throw new Error(`Usage: node publish.mjs ${Object.keys(tasks).join('|')} FILE [STACK]`)
const title = `The appliance does not match the configuration${stack ? ` of ${stack}` : ''}`
/** Identify the comment and the issue of a stack. GitHub does not display them. */
const [mark, markOfIssue] = ['review', 'drift'].map(
  (about) => `<!-- appliance ${about}${stack ? `: ${stack}` : ''} -->`,
)
await tasks[task](await report())

async function report() {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    if (cause.code !== 'ENOENT' || task !== 'comment') throw cause
    return `${stack ? `## \`${stack}\`\n\n` : ''}**There is no plan.** The job failed before it: [Run](${RUN_URL})\n`
  }
}

async function comment(report) {
  const body = `${mark}\n${report}`
  const ours = (await all(`issues/${PULL_REQUEST}/comments`)).find((each) => isOurs(each, mark))
  if (ours) await call('PATCH', `issues/comments/${ours.id}`, { body })
  else await call('POST', `issues/${PULL_REQUEST}/comments`, { body })
}

async function open(report) {
  const body = `${markOfIssue}\n${report}`
  const [issue] = await openIssues()
  if (issue) await call('PATCH', `issues/${issue.number}`, { body })
  else await call('POST', 'issues', { title, body, labels: [label] })
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
  return issues.filter((each) => !each.pull_request && isOurs(each, markOfIssue))
}

/** Anybody can write the mark, but people do not write as a bot. */
function isOurs({ body, user }, mark) {
  return body?.startsWith(mark) && user?.type === 'Bot'
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
