import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startAppliance, type TestAppliance } from '../acceptance/appliance'
import { describeWithEngine } from '../acceptance/workspace'
import { Forge, type Listening } from './forge'
import { token as githubToken, startGithub, workflowUser } from './github'
import { readWorkflow, runWorkflow } from './github-workflow'
import { token as gitlabToken, startGitlab, tokenUser } from './gitlab'
import { readPipeline, runJob } from './gitlab-pipeline'
import { PublishedLists } from './published-lists'
import { examples, type Ran, Runner } from './runner'

/** Milliseconds: each case runs jobs that start the engine some times each. */
jest.setTimeout(240_000)

const secret = 'a-token-of-the-appliance'

type Task = 'plan' | 'apply' | 'drift' | 'lists'

/** Pipelines of one forge, ready to run. */
interface Setting {
  readonly server: Listening
  /** The user as whom the pipelines write. */
  readonly user: number
  /** @param between what happens after a plan was made and before it is applied */
  run(task: Task, between?: () => Promise<void>): Promise<Ran>
}

/** What both need of a runner. */
interface Given {
  readonly environment: Readonly<Record<string, string>>
  /** The private key for plans. */
  readonly key: string
}

const settings: Readonly<Record<string, (runner: Runner, forge: Forge, given: Given) => Promise<Setting>>> = {
  async 'GitHub Actions'(runner, forge, { environment, key }) {
    const server = await startGithub(forge)
    await runner.copy('github/tell.mjs', 'ci/tell.mjs')
    const expressions = {
      'vars.APPLIANCE_BASE_URL': 'http://127.0.0.1',
      'secrets.APPLIANCE_TOKEN': secret,
      'secrets.APPLIANCE_PLAN_KEY': key,
      'secrets.LISTS_TOKEN': githubToken,
      'runner.temp': runner.temporary,
      'github.token': githubToken,
      'github.event.pull_request.number': '7',
    }
    const variables = {
      ...environment,
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: server.url,
      GITHUB_REPOSITORY: 'acme/appliance',
      RUNNER_TEMP: runner.temporary,
      GITHUB_STEP_SUMMARY: join(runner.temporary, 'summary.md'),
    }
    const run = async (task: Task, between?: () => Promise<void>) =>
      runWorkflow(await readWorkflow(task), runner, expressions, variables, between)
    return { server, user: workflowUser, run }
  },

  async 'GitLab CI'(runner, forge, { environment, key }) {
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
      CI_DEFAULT_BRANCH: 'main',
      CI_PROJECT_URL: runner.origin.replace(/\.git$/, ''),
    }
    const run = async (task: Task, between?: () => Promise<void>): Promise<Ran> => {
      const pipeline = await readPipeline()
      if (task !== 'apply') return await runJob(pipeline, task, runner, variables)
      const commit = { ...variables, CI_COMMIT_SHA: runner.git('rev-parse', 'HEAD') }
      const planned = await runJob(pipeline, 'plan merged', runner, commit)
      if (planned.code !== 0) return planned
      await between?.()
      const { code, log } = await runJob(pipeline, 'apply', runner, { ...commit, PLAN_KEY: key })
      return { code, log: planned.log + log }
    }
    return { server, user: tokenUser, run }
  },
}

describeWithEngine.each(Object.keys(settings))('the pipelines of %s', (name) => {
  let runner: Runner
  let forge: Forge
  let appliance: TestAppliance
  let setting: Setting
  let published: PublishedLists
  let lists: Listening
  let certificate: string

  beforeEach(async () => {
    appliance = await startAppliance({ token: secret })
    runner = await Runner.start()
    for (const file of ['plan.sh', 'apply.sh', 'fetch-lists.sh', 'push-lists.sh', 'lists-lint.json'])
      await runner.copy(`ci/${file}`, `ci/${file}`)
    const key = runner.makeKeys('ci/plans.pem')
    certificate = `${runner.artifacts}.pem`
    published = new PublishedLists()
    lists = await published.start(certificate)
    forge = new Forge()
    const environment = { ...appliance.environment, CURL_CA_BUNDLE: certificate }
    const prepared = await settings[name]?.(runner, forge, { environment, key })
    if (!prepared) throw new Error(`There are no pipelines of ${name}.`)
    setting = prepared
  })

  afterEach(async () => {
    await setting.server.close()
    await lists.close()
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

  it('print what the provider and Terraform warned of', async () => {
    await runner.write('ads.txt', 'a.example\n::error::no site\nb.example\n')
    const ads = `resource "appliance_category" "ads" {\n  name = "ads"\n  sites_file = "\${path.module}/ads.txt"\n}\n`
    const check = `
variable "kind" {
  default = ""
}
check "kind" {
  assert {
    condition     = var.kind != ""
    error_message = "Of another kind."
  }
}
`
    await runner.write('main.tf', `${required}\n${ads}${check}`)
    const { log } = await expectToEnd(0, 'plan')
    expect(log).toContain(
      "the provider reports sites-file-lines-skipped: \"1 line of './ads.txt' is not a valid site",
    )
    expect(log).toContain('Of another kind.')
    expect(ours()[0]?.body).toContain('lines-skipped')
    expect((await expectToEnd(0, 'apply')).log).toContain('the provider reports sites-file-lines-skipped')

    await runner.write('.appliance-review.json', '{"findings": {"lines-skipped": "fatal"}}')
    await runner.write('ads.txt', 'a.example\n::error::no site\nc.example\n')
    await expectToEnd(3, 'plan')
    await expectToEnd(3, 'apply')
    expect([...appliance.store.compiledSites(250)].sort()).toEqual(['a.example', 'b.example'])
  })

  it('apply the plan that was reviewed, and not what is there when it is applied', async () => {
    await declare('reviewed.example')
    await expectToEnd(0, 'apply', async () => {
      const [sealed = ''] = (await readdir(runner.artifacts)).filter((file) => !file.endsWith('.name'))
      const content = await readFile(join(runner.artifacts, sealed), 'latin1')
      expect(content.slice(0, 2)).not.toBe('PK')
      expect(content).not.toContain('reviewed.example')
      await declare('later.example')
    })
    expect([...appliance.store.compiledSites(250)]).toEqual(['reviewed.example'])
  })

  it('apply nothing by a plan that is stale, and say what to do', async () => {
    await declare('one.example')
    await expectToEnd(0, 'apply')
    await declare('two.example')
    const { log } = await expectToEnd(1, 'apply', async () => {
      await declare('three.example')
      const variables = { ...appliance.environment, APPLIANCE_TOKEN: secret }
      const { code } = await runner.run('sh', 'terraform apply -input=false -auto-approve', variables)
      expect(code).toBe(0)
    })
    expect(log).toContain('Nothing was applied, because the state has changed since the plan.')
    expect(log).toContain('Start the whole pipeline again')
    expect([...appliance.store.compiledSites(250)]).toEqual(['three.example'])
  })

  it('keep one open request with published lists that have changed', async () => {
    await publishing('ads', 'malware')
    published.texts.set('/ads.txt', '# Monday\nb.example\na.example\nA.example\n')
    published.texts.set('/malware.txt', '0.0.0.0 m.example\n')
    await expectToEnd(0, 'lists')
    const [pull] = forge.pulls
    expect(forge.pulls).toEqual([
      expect.objectContaining({
        title: 'Update published lists',
        head: 'published-lists',
        base: 'main',
        isOpen: true,
      }),
    ])
    expect(onBranch('lists/ads.txt')).toBe('# Monday\na.example\nb.example')
    const first = tip('published-lists')

    await anew()
    await expectToEnd(0, 'lists')
    expect([forge.pulls, tip('published-lists')]).toEqual([[pull], first])

    published.texts.set('/ads.txt', 'c.example\na.example\n')
    await anew()
    await expectToEnd(0, 'lists')
    expect(forge.pulls).toEqual([pull])
    expect(onBranch('lists/ads.txt')).toBe('a.example\nc.example')
    expect(runner.git('-C', runner.origin, 'rev-list', '--count', 'main..published-lists')).toBe('1')
  })

  it('propose nothing where only comments of a list have changed', async () => {
    await publishing('ads')
    await runner.write('lists/ads.txt', '# Monday\na.example\n')
    runner.merge()
    published.texts.set('/ads.txt', '# Monday, a week later\na.example\n')
    await expectToEnd(0, 'lists')
    expect(forge.pulls).toEqual([])
  })

  it('keep a list whose address answers with a page of HTML, with an error, or with nothing, and say so', async () => {
    await publishing('ads', 'malware', 'games', 'news')
    for (const list of ['ads', 'malware', 'games', 'news'])
      await runner.write(`lists/${list}.txt`, 'old.example\n')
    runner.merge()
    published.texts.set('/ads.txt', '<!DOCTYPE html>\n<html><body>\nmoved.example\n</body></html>\n')
    published.texts.set('/games.txt', '# Nothing today\n')
    await expectToEnd(4, 'lists')
    expect(forge.pulls).toEqual([])

    published.texts.set('/news.txt', 'new.example\n')
    const { log } = await expectToEnd(4, 'lists')
    expect(log).toContain('lists/ads.txt: its address answered with something that is no list')
    expect(forge.pulls[0]?.body).toMatch(
      /^- `lists\/ads\.txt` stays as it is: .*\n- `lists\/malware\.txt` stays as it is: .*\n- `lists\/games\.txt` stays as it is: .*empty list\./,
    )
    expect(['ads', 'malware', 'games', 'news'].map((list) => onBranch(`lists/${list}.txt`))).toEqual([
      'old.example',
      'old.example',
      'old.example',
      'new.example',
    ])
  })

  it('close the request when the lists no longer differ, but not if that is uncertain', async () => {
    await publishing('ads')
    await runner.write('lists/ads.txt', 'a.example\n')
    runner.merge()
    published.texts.set('/ads.txt', 'b.example\n')
    await expectToEnd(0, 'lists')
    await anew()
    published.texts.delete('/ads.txt')
    await expectToEnd(4, 'lists')
    expect(forge.pulls).toMatchObject([{ isOpen: true }])
    published.texts.set('/ads.txt', 'a.example\n')
    await expectToEnd(0, 'lists')
    expect(forge.pulls).toMatchObject([
      { isOpen: false, remarks: [{ body: expect.stringContaining('do not differ from main any more') }] },
    ])
  })

  const onBranch = (path: string) => runner.git('-C', runner.origin, 'show', `published-lists:${path}`)
  const tip = (branch: string) => runner.git('-C', runner.origin, 'rev-parse', branch)

  /** A repository that takes lists from where they are published. */
  async function publishing(...names: readonly string[]): Promise<void> {
    await runner.makeFolder('lists')
    const lines = names.map((each) => `lists/${each}.txt ${lists.url}/${each}.txt\n`)
    await runner.write('ci/lists.txt', `# Lists\n\n${lines.join('')}`)
    runner.merge()
  }

  /** What a checkout of main does for the next run. */
  async function anew(): Promise<void> {
    runner.git('checkout', '--quiet', '--force', '-B', 'main', tip('main'))
    runner.git('clean', '--quiet', '--force', '-d')
  }

  const ours = () => forge.remarks.filter(({ author }) => author === setting.user)

  async function declare(...sites: readonly string[]): Promise<void> {
    const ads = `resource "appliance_category" "ads" {\n  name = "ads"\n  sites = ${JSON.stringify(sites)}\n}\n`
    await runner.write('main.tf', `${required}\n${ads}`)
  }

  async function expectToEnd(code: number, task: Task, between?: () => Promise<void>): Promise<Ran> {
    if (task === 'apply') runner.merge()
    const ran = await setting.run(task, between)
    if (ran.code !== code) throw new Error(`${task} ended with ${ran.code}, not ${code}:\n${ran.log}`)
    expect(ran.log).not.toContain(secret)
    const files = await readdir(runner.repository)
    expect(files.filter((file) => /plan|messages|review\.md|drift\.md|\.cms$/.test(file))).toEqual([])
    return ran
  }
})

it.each([
  'pipelines/ci/plan.sh',
  'pipelines/ci/apply.sh',
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
    ['lists', undefined, { contents: 'read' }],
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
    for (const { steps } of Object.values(workflow.jobs))
      expect(steps[0]).toMatchObject({ with: { 'persist-credentials': false } })
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
