// Publishes a report on GitLab:
//   node publish.mjs comment FILE [STACK]   creates or updates the note of the stack in the merge request of the pipeline
//   node publish.mjs open FILE [STACK]      creates or updates the open issue of the stack
//   node publish.mjs close FILE [STACK]     closes the open issues of the stack
//   node publish.mjs propose FILE           creates or updates the open merge request of the branch BRANCH to the default branch
//   node publish.mjs withdraw FILE          closes that merge request, if there is one
// If the report of a comment does not exist, its job failed before the plan. The comment then links to the run, RUN_URL.
// GITLAB_TOKEN is a project access token with the scope api and the role Reporter, for lists Developer. CI_JOB_TOKEN has no permission for this.
import { readFile } from 'node:fs/promises'

const {
  BRANCH,
  CI_API_V4_URL,
  CI_DEFAULT_BRANCH,
  CI_PROJECT_ID,
  CI_MERGE_REQUEST_IID,
  GITLAB_TOKEN,
  JOB,
  RUN_URL,
} = process.env
const project = `projects/${CI_PROJECT_ID}`
const label = 'appliance-drift'
const titleOfLists = 'Update published lists'
/** End the note and the issue of a stack, so that another job of the same pipeline, with the same label, does not replace them. */
const [ofRun, ofJob] = [`<!-- of ${RUN_URL} `, `by ${JSON.stringify(JOB)} -->`]

const tasks = { comment, open, close, propose, withdraw }
const [task, file, stack] = process.argv.slice(2)
if (!(task in tasks) || !file)
  throw new Error(`Usage: node publish.mjs ${Object.keys(tasks).join('|')} FILE [STACK]`)
const title = `The appliance does not match the configuration${stack ? ` of ${stack}` : ''}`
/** Identify the note and the issue of a stack. GitLab does not display them. */
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
  const notes = `${project}/merge_requests/${CI_MERGE_REQUEST_IID}/notes`
  const { id } = await call('GET', 'user')
  // Anybody can write the mark, but only this pipeline writes as the user of the token.
  const ours = (await all(notes)).find((each) => each.body.startsWith(mark) && each.author.id === id)
  const body = signed(`${mark}\n${report}`, ours?.body)
  if (ours) await call('PUT', `${notes}/${ours.id}`, { body })
  else await call('POST', notes, { body })
}

async function open(report) {
  const issues = await issuesOfStack()
  const description = signed(`${markOfIssue}\n${report}`, ...issues.map((each) => each.description))
  const issue = issues.find(({ state }) => state === 'opened')
  if (issue) await call('PUT', `${project}/issues/${issue.iid}`, { description })
  else await call('POST', `${project}/issues`, { title, description, labels: label })
}

async function close(report) {
  const issues = await issuesOfStack()
  for (const { iid, description } of issues.filter(({ state }) => state === 'opened')) {
    const closed = signed(description.replace(/\n<!-- of .*$/, ''), ...issues.map((each) => each.description))
    await call('POST', `${project}/issues/${iid}/notes`, { body: report })
    await call('PUT', `${project}/issues/${iid}`, { state_event: 'close', description: closed })
  }
}

/** @throws if another job of this pipeline has signed what was written earlier */
function signed(text, ...earlier) {
  if (earlier.some((each) => each?.includes(ofRun) && !each.endsWith(`${ofRun}${ofJob}`)))
    throw new Error(
      `Two jobs of this pipeline have reports with the label ${stack}. Give one of them another label.`,
    )
  return `${text}\n${ofRun}${ofJob}`
}

async function propose(report) {
  const [request] = await openRequests()
  if (request) await call('PUT', `${project}/merge_requests/${request.iid}`, { description: report })
  else {
    await call('POST', `${project}/merge_requests`, {
      source_branch: BRANCH,
      target_branch: CI_DEFAULT_BRANCH,
      title: titleOfLists,
      description: report,
    })
  }
}

async function withdraw(report) {
  for (const { iid } of await openRequests()) {
    const body = `The published lists do not differ from ${CI_DEFAULT_BRANCH} any more.\n\n${report}`
    await call('POST', `${project}/merge_requests/${iid}/notes`, { body })
    await call('PUT', `${project}/merge_requests/${iid}`, { state_event: 'close' })
  }
}

async function openRequests() {
  const branches = new URLSearchParams({ source_branch: BRANCH, target_branch: CI_DEFAULT_BRANCH })
  return await all(`${project}/merge_requests?state=opened&${branches}`)
}

/** Closed ones too, the newest first. */
async function issuesOfStack() {
  const { id } = await call('GET', 'user')
  const issues = await all(`${project}/issues?labels=${label}`)
  // Anybody can write the mark, but only this pipeline writes as the user of the token.
  return issues.filter(({ author, description }) => author.id === id && description?.startsWith(markOfIssue))
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
  const response = await fetch(`${CI_API_V4_URL}/${path}`, {
    method,
    headers: { 'private-token': GITLAB_TOKEN, 'content-type': 'application/json' },
    body: content && JSON.stringify(content),
  })
  if (response.ok) return await response.json()
  throw new Error(`${method} ${path} failed with HTTP status ${response.status}: ${await response.text()}`)
}
