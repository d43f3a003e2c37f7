// Creates or updates the comment with the report of a stack in the pull request of a Bitbucket pipeline:
//   node publish.mjs FILE STACK
// If the report does not exist, its step failed before the plan. The comment then links to the run, RUN_URL.
// BITBUCKET_TOKEN is an access token of the repository with the permission to write pull requests.
import { readFile } from 'node:fs/promises'

const {
  BITBUCKET_API_URL = 'https://api.bitbucket.org/2.0',
  BITBUCKET_PR_ID,
  BITBUCKET_REPO_FULL_NAME,
  BITBUCKET_TOKEN,
  RUN_URL,
} = process.env
const comments = `${BITBUCKET_API_URL}/repositories/${BITBUCKET_REPO_FULL_NAME}/pullrequests/${BITBUCKET_PR_ID}/comments`

const [file, stack] = process.argv.slice(2)
if (!file || !stack) throw new Error('Usage: node publish.mjs FILE STACK')
/** Bitbucket shows comments of HTML as text, so the first line identifies the comment. */
const mark = `# Appliance: \`${stack}\``
const content = { raw: `${mark}\n\n${await report()}` }

for (const { id } of await marked()) {
  // Anybody can write the mark, but Bitbucket lets only the author of a comment change it.
  if (await isUpdated(id)) process.exit()
}
await call('POST', comments, { content })

async function marked() {
  const found = []
  for (let page = `${comments}?pagelen=100`; page !== undefined; ) {
    const { values, next } = await call('GET', page)
    found.push(...values.filter((each) => !each.deleted && each.content.raw.startsWith(`${mark}\n`)))
    page = next
  }
  return found
}

async function isUpdated(id) {
  const { status } = await answer('PUT', `${comments}/${id}`, { content })
  if (status === 403) return false
  if (status >= 200 && status < 300) return true
  throw new Error(`PUT ${comments}/${id} failed with HTTP status ${status}.`)
}

async function report() {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    if (cause.code !== 'ENOENT') throw cause
    return `**There is no plan.** The step failed before it: [Run](${RUN_URL})\n`
  }
}

async function call(method, url, body) {
  const response = await answer(method, url, body)
  if (response.ok) return await response.json()
  throw new Error(`${method} ${url} failed with HTTP status ${response.status}: ${await response.text()}`)
}

async function answer(method, url, body) {
  return await fetch(url, {
    method,
    headers: { authorization: `Bearer ${BITBUCKET_TOKEN}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
}
