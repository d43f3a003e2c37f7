// Creates or updates the comment with the report of a stack in the pull request of an Azure pipeline:
//   node publish.mjs FILE STACK
// If the report does not exist, its job failed before the plan. The comment then links to the run, RUN_URL.
import { readFile } from 'node:fs/promises'

const {
  BUILD_REPOSITORY_ID,
  RUN_URL,
  SYSTEM_ACCESSTOKEN,
  SYSTEM_COLLECTIONURI,
  SYSTEM_PULLREQUEST_PULLREQUESTID,
  SYSTEM_TEAMPROJECT,
} = process.env
const version = 'api-version=7.1'
const threads = `${encodeURIComponent(SYSTEM_TEAMPROJECT)}/_apis/git/repositories/${BUILD_REPOSITORY_ID}/pullRequests/${SYSTEM_PULLREQUEST_PULLREQUESTID}/threads`

const [file, stack] = process.argv.slice(2)
if (!file || !stack) throw new Error('Usage: node publish.mjs FILE STACK')
/** Azure DevOps shows comments of HTML in some places, so the first line identifies the comment. */
const mark = `# Appliance: \`${stack}\``
const content = `${mark}\n\n${await report()}`

const { authenticatedUser } = await call('GET', '_apis/connectionData')
const { value } = await call('GET', `${threads}?${version}`)
// Anybody can write the mark, but only this pipeline writes as this user.
const ours = value.find(({ isDeleted, comments: [first] }) => {
  return !isDeleted && first?.author?.id === authenticatedUser.id && first.content?.startsWith(`${mark}\n`)
})
if (ours) {
  await call('PATCH', `${threads}/${ours.id}/comments/${ours.comments[0].id}?${version}`, { content })
} else {
  // Closed, so that it does not count as a discussion to be resolved.
  const comments = [{ parentCommentId: 0, content, commentType: 'text' }]
  await call('POST', `${threads}?${version}`, { comments, status: 'closed' })
}

async function report() {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    if (cause.code !== 'ENOENT') throw cause
    return `**There is no plan.** The job failed before it: [Run](${RUN_URL})\n`
  }
}

async function call(method, path, body) {
  const response = await fetch(new URL(path, SYSTEM_COLLECTIONURI), {
    method,
    headers: { authorization: `Bearer ${SYSTEM_ACCESSTOKEN}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  if (response.ok) return await response.json()
  throw new Error(`${method} ${path} failed with HTTP status ${response.status}: ${await response.text()}`)
}
