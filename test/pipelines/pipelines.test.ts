import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startAppliance, type TestAppliance } from '../acceptance/appliance'
import { describeWithEngine } from '../acceptance/workspace'
import { Forge, type Listening } from './forge'
import { token as githubToken, startGithub, workflowUser } from './github'
import { readWorkflow, runWorkflow } from './github-workflow'
import { token as gitlabToken, startGitlab, tokenUser } from './gitlab'
import { readPipeline, runJob } from './gitlab-pipeline'
import { examples, type Ran, Runner } from './runner'

/** Milliseconds: each case runs jobs that start the engine some times each. */
jest.setTimeout(240_000)

const secret = 'a-token-of-the-appliance'

type Task = 'plan' | 'apply' | 'drift'

/** Pipelines of one forge, ready to run. */
interface Setting {
  readonly server: Listening
  /** The user as whom the pipelines write. */
  readonly user: number
  run(task: Task): Promise<Ran>
}

const settings: Readonly<
  Record<string, (runner: Runner, forge: Forge, appliance: TestAppliance) => Promise<Setting>>
> = {
  async 'GitHub Actions'(runner, forge, { environment }) {
    const server = await startGithub(forge)
    await runner.copy('github/tell.mjs', 'ci/tell.mjs')
    const expressions = {
      'vars.APPLIANCE_BASE_URL': 'http://127.0.0.1',
      'secrets.APPLIANCE_TOKEN': secret,
      'github.token': githubToken,
      'github.event.pull_request.number': '7',
    }
    const variables = {
      ...environment,
      GITHUB_API_URL: server.url,
      GITHUB_REPOSITORY: 'acme/appliance',
      RUNNER_TEMP: runner.temporary,
      GITHUB_STEP_SUMMARY: join(runner.temporary, 'summary.md'),
    }
    const run = async (task: Task) => runWorkflow(await readWorkflow(task), runner, expressions, variables)
    return { server, user: workflowUser, run }
  },

  async 'GitLab CI'(runner, forge, { environment }) {
    const server = await startGitlab(forge)
    await runner.copy('gitlab/tell.mjs', 'ci/tell.mjs')
    const variables = {
      ...environment,
      APPLIANCE_BASE_URL: 'http://127.0.0.1',
      APPLIANCE_TOKEN: secret,
      GITLAB_TOKEN: gitlabToken,
      CI_API_V4_URL: server.url,
      CI_PROJECT_ID: '5',
      CI_MERGE_REQUEST_IID: '7',
    }
    const run = async (task: Task) => runJob(await readPipeline(), task, runner, variables)
    return { server, user: tokenUser, run }
  },
}

describeWithEngine.each(Object.keys(settings))('the pipelines of %s', (name) => {
  let runner: Runner
  let forge: Forge
  let appliance: TestAppliance
  let setting: Setting

  beforeEach(async () => {
    appliance = await startAppliance({ token: secret })
    runner = await Runner.start()
    forge = new Forge()
    const prepared = await settings[name]?.(runner, forge, appliance)
    if (!prepared) throw new Error(`There are no pipelines of ${name}.`)
    setting = prepared
  })

  afterEach(async () => {
    await setting.server.close()
    await runner.close()
    await appliance.close()
  })

  it('say in one comment what a pull request changes, and apply it once it is merged', async () => {
    const byAnother = forge.remark(forge.remarks, '<!-- appliance review -->\nMine.', 1)
    for (let count = 0; count < 120; count += 1) forge.remark(forge.remarks, 'Talk.', 1)
    await declare('doubleclick.net')
    await expectToEnd(0, 'plan')
    const [comment] = ours()
    expect(comment?.body).toMatch(/^<!-- appliance review -->\n\*\*1 site added, 1 created\.\*\*/)
    expect(comment?.body).toContain('`doubleclick.net`')

    await declare('doubleclick.net', 'adserver.example')
    await expectToEnd(0, 'plan')
    expect(ours()).toEqual([comment])
    expect(comment?.body).toContain('`adserver.example`')
    expect(byAnother.body).toContain('Mine.')
    expect(appliance.store.categories()).toEqual([])

    await expectToEnd(0, 'apply')
    expect([...appliance.store.compiledSites(250)].sort()).toEqual(['adserver.example', 'doubleclick.net'])
    await expectToEnd(0, 'plan')
    expect(ours()).toHaveLength(1)
    expect(comment?.body).toContain('**Nothing to do.**')
    await expectToEnd(0, 'apply')
  })

  it('fail at a finding that is fatal, say which, and apply nothing', async () => {
    await runner.write('.appliance-review.json', '{"findings": {"public-suffix": "fatal"}}')
    await declare('gov.uk')
    await expectToEnd(3, 'plan')
    expect(ours().map(({ body }) => body)).toEqual([expect.stringContaining('Refused: 1 fatal finding.')])
    await expectToEnd(3, 'apply')
    expect(appliance.store.categories()).toEqual([])
  })

  it('fail at a fatal finding that only the messages of a plan tell, and apply nothing', async () => {
    appliance.store.create({ name: 'ads' })
    await runner.write('.appliance-review.json', '{"findings": {"category-adopted": "fatal"}}')
    await declare('doubleclick.net')
    await expectToEnd(3, 'plan')
    await expectToEnd(3, 'apply')
    expect([...appliance.store.compiledSites(250)]).toEqual([])
  })

  it('fail without a comment where the plan fails, and show why', async () => {
    await runner.write(
      'main.tf',
      `${required}\nresource "appliance_category" "ads" {\n  sites = ["not a site"]\n}\n`,
    )
    const { log } = await expectToEnd(1, 'plan')
    expect(log).toContain('Missing required argument')
    expect(ours()).toEqual([])
  })

  it('keep one issue open as long as the appliance differs', async () => {
    await declare('doubleclick.net', 'adserver.example')
    await expectToEnd(0, 'apply')
    await expectToEnd(0, 'drift')
    expect(forge.issues).toEqual([])

    appliance.store.removeSites(250, ['adserver.example'])
    await expectToEnd(0, 'drift')
    const [issue] = forge.issues
    expect(issue).toMatchObject({ isOpen: true, labels: ['appliance-drift'] })
    expect(issue?.body).toContain('`adserver.example`')

    appliance.store.removeSites(250, ['doubleclick.net'])
    await expectToEnd(0, 'drift')
    expect(forge.issues).toEqual([issue])
    expect(issue?.body).toContain('`doubleclick.net`')

    appliance.faults.set([{ effect: 'status', status: 403 }])
    await expectToEnd(1, 'drift')
    expect(issue).toMatchObject({ isOpen: true, remarks: [] })
    appliance.faults.clear()

    await expectToEnd(0, 'apply')
    await expectToEnd(0, 'drift')
    expect(issue).toMatchObject({ isOpen: false, remarks: [{ body: expect.stringContaining('No drift') }] })

    appliance.store.removeSites(250, ['doubleclick.net'])
    await expectToEnd(0, 'drift')
    expect(forge.issues.map(({ isOpen }) => isOpen)).toEqual([false, true])
  })

  const ours = () => forge.remarks.filter(({ author }) => author === setting.user)

  async function declare(...sites: readonly string[]): Promise<void> {
    const ads = `resource "appliance_category" "ads" {\n  name = "ads"\n  sites = ${JSON.stringify(sites)}\n}\n`
    await runner.write('main.tf', `${required}\n${ads}`)
  }

  async function expectToEnd(code: number, task: Task): Promise<Ran> {
    const ran = await setting.run(task)
    if (ran.code !== code) throw new Error(`${task} ended with ${ran.code}, not ${code}:\n${ran.log}`)
    expect(ran.log).not.toContain(secret)
    const files = await readdir(runner.repository)
    expect(files.filter((file) => /plan|messages|review\.md|drift\.md/.test(file))).toEqual([])
    return ran
  }
})

it.each([
  'pipelines/github/plan.yml',
  'pipelines/github/apply.yml',
  'pipelines/github/drift.yml',
  'pipelines/gitlab/gitlab-ci.yml',
  'cdktf/.github/workflows/plan.yml',
  'cdktf/.github/workflows/apply.yml',
  'cdktf/.github/workflows/drift.yml',
])('%s waits wherever it takes the lock of the state', async (name) => {
  const lines = (await readFile(join(examples, '..', name), 'utf8')).split('\n')
  const locking = lines.filter((line) =>
    /^(?!\s*#).*\b(terraform\b.* (plan|apply)|appliance drift( cdktf\.out)?) -/.test(line),
  )
  expect(locking).not.toEqual([])
  for (const line of locking) expect(line).toContain(' -lock-timeout=10m ')
})

describe('the pipelines of GitHub Actions', () => {
  const cdktf = join(examples, '../cdktf/.github/workflows')
  it.each([
    ['plan', undefined, { contents: 'read', 'pull-requests': 'write' }],
    ['apply', undefined, { contents: 'read' }],
    ['drift', undefined, { contents: 'read', issues: 'write' }],
    ['plan', cdktf, { contents: 'read', 'pull-requests': 'write' }],
    ['apply', cdktf, { contents: 'read' }],
    ['drift', cdktf, { contents: 'read', issues: 'write' }],
  ])('have no more rights than they need, and actions by commit: %s', async (name, folder, permissions) => {
    const workflow = await readWorkflow(name, folder)
    expect(workflow.permissions).toEqual(permissions)
    const uses = Object.values(workflow.jobs).flatMap(({ steps }) =>
      steps.flatMap((step) => ('uses' in step ? [step.uses] : [])),
    )
    expect(uses).not.toEqual([])
    for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
    const [checkout] = Object.values(workflow.jobs).flatMap(({ steps }) => steps)
    expect(checkout).toMatchObject({ with: { 'persist-credentials': false } })
  })
})

const required = `
terraform {
  required_providers {
    appliance = {
      source = "webfilter/appliance"
    }
  }
}
`
