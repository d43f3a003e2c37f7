import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { parse } from 'yaml'
import { z } from 'zod'
import { startAppliance, type TestAppliance } from '../acceptance/appliance'
import { describeWithEngine } from '../acceptance/workspace'
import { atNight } from '../lanes/extent'
import { Forge, type Listening } from './forge'
import { startGithub, workflowUser } from './github'
import { eventOn, tokenOfAppliance } from './github-event'
import { readWorkflow, runWorkflow, withStacks } from './github-workflow'
import { token as gitlabToken, startGitlab, tokenUser } from './gitlab'
import { readPipeline, runPipeline } from './gitlab-pipeline'
import { PublishedLists } from './published-lists'
import { examples, type Ran, Runner } from './runner'
import { recordedLockFile, required } from './stacks'

/** Milliseconds: each case runs jobs that start the engine some times each. */
jest.setTimeout(240_000)

const secret = tokenOfAppliance('')

type Task = 'plan' | 'apply' | 'drift' | 'lists'

interface Circumstances {
  /** Whether the pull request comes from a fork. */
  readonly isOfFork?: boolean
  /** What happens after a plan was made and before it is applied. */
  readonly between?: () => Promise<void>
}

/** Pipelines of one forge, ready to run. */
interface Setting {
  readonly server: Listening
  /** The user as whom the pipelines write. */
  readonly user: number
  run(task: Task, circumstances: Circumstances): Promise<Ran>
}

/** What both need of a runner. */
interface Given {
  /** What a runner in the network of the appliance of a stack has in its environment. */
  readonly network: (stack: string | undefined) => Readonly<Record<string, string>>
  readonly everywhere: Readonly<Record<string, string>>
  /** The private key for plans. */
  readonly key: string
  readonly stacks: readonly string[]
}

const settings: Readonly<Record<string, (runner: Runner, forge: Forge, given: Given) => Promise<Setting>>> = {
  async 'GitHub Actions'(runner, forge, { network, everywhere, key, stacks }) {
    const server = await startGithub(forge)
    const run = async (task: Task, { isOfFork = false, between }: Circumstances) => {
      const event = eventOn(runner, {
        url: server.url,
        isPullRequest: task === 'plan',
        isOfFork,
        network,
        everywhere,
        key,
        ...(between && { beforeApply: between }),
      })
      return await runWorkflow(withStacks(await readWorkflow(task), stacks), runner, event)
    }
    return { server, user: workflowUser, run }
  },

  async 'GitLab CI'(runner, forge, { network, everywhere, key, stacks }) {
    const server = await startGitlab(forge)
    await runner.copy('gitlab/gitlab-ci.yml', '.gitlab-ci.yml')
    const ofTask = {
      plan: { CI_PIPELINE_SOURCE: 'merge_request_event', CI_MERGE_REQUEST_IID: '7' },
      apply: { CI_PIPELINE_SOURCE: 'push', CI_COMMIT_BRANCH: 'main' },
      drift: { CI_PIPELINE_SOURCE: 'schedule', CI_COMMIT_BRANCH: 'main' },
      lists: { CI_PIPELINE_SOURCE: 'schedule', CI_COMMIT_BRANCH: 'main', TASK: 'lists' },
    }
    const run = async (task: Task, { isOfFork = false, between }: Circumstances): Promise<Ran> =>
      runPipeline(await readPipeline(stacks), runner, {
        branch: task === 'plan' ? 'change' : 'main',
        variables: {
          ...everywhere,
          ...ofTask[task],
          CI_API_V4_URL: server.url,
          CI_COMMIT_SHA: runner.git('rev-parse', 'HEAD'),
          CI_DEFAULT_BRANCH: 'main',
          CI_MERGE_REQUEST_PROJECT_ID: '5',
          CI_MERGE_REQUEST_SOURCE_PROJECT_ID: isOfFork ? '6' : '5',
          CI_PIPELINE_URL: 'https://forge.example.org/acme/appliance/actions/runs/1234',
          CI_PROJECT_ID: '5',
          CI_PROJECT_URL: runner.origin.replace(/\.git$/, ''),
        },
        scoped(environment) {
          const [stack, kind] = environment.split('/')
          if (stack === undefined || kind === undefined) return { GITLAB_TOKEN: gitlabToken }
          return {
            APPLIANCE_BASE_URL: 'http://127.0.0.1',
            APPLIANCE_TOKEN: tokenOfAppliance(stack),
            ...(kind === 'apply' && { PLAN_KEY: key }),
          }
        },
        network,
        ...(between && { beforeApply: between }),
      })
    return { server, user: tokenUser, run }
  },
}

let lockFile: string

beforeAll(async () => {
  lockFile = await recordedLockFile()
})

describeWithEngine.each(Object.keys(settings))('the pipelines of %s', (name) => {
  let runner: Runner
  let forge: Forge
  let appliances: Map<string, TestAppliance>
  let setting: Setting
  let published: PublishedLists
  let lists: Listening
  let key: string
  let certificate: string
  /** A test of what the scripts in ci/ do, which the pipelines of both forges run in the same way. The whole path runs them before a merge. */
  const itOnce: typeof it.skip | (() => void) = name === 'GitHub Actions' ? atNight(it) : () => {}

  beforeEach(async () => {
    runner = await Runner.start()
    forge = new Forge()
    published = new PublishedLists()
    certificate = join(runner.states, 'lists.pem')
    lists = await published.start(certificate)
    appliances = new Map()
    await runner.copy('ci/package.json', 'ci/package.json')
    await runner.write('ci/package-lock.json', '{}')
    await runner.write('lists/own.txt', 'own.example\n')
    key = runner.makeKeys('ci/plans.pem')
    await openStacks('berlin')
  })

  /** The stacks of the repository, each with an appliance of its own. */
  async function openStacks(...stacks: readonly string[]): Promise<void> {
    await setting?.server.close()
    for (const stack of stacks) {
      if (!appliances.has(stack))
        appliances.set(stack, await startAppliance({ token: tokenOfAppliance(stack) }))
      await runner.write(`stacks/${stack}/.terraform.lock.hcl`, lockFile)
      await runner.write(`stacks/${stack}/main.tf`, required(runner, stack))
    }
    const prepared = await settings[name]?.(runner, forge, {
      network: (stack) => appliances.get(stack ?? '')?.environment ?? {},
      everywhere: { CURL_CA_BUNDLE: certificate },
      key,
      stacks,
    })
    if (!prepared) throw new Error(`There are no pipelines of ${name}.`)
    setting = prepared
  }

  afterEach(async () => {
    await setting.server.close()
    await lists.close()
    await runner.close()
    for (const each of appliances.values()) await each.close()
  })

  it('say in a comment for each of three stacks what a pull request changes, and apply exactly these plans', async () => {
    const byAnother = forge.remark(forge.remarks, '<!-- appliance review: berlin -->\nMine.', 1)
    for (let count = 0; count < 120; count += 1) forge.remark(forge.remarks, 'Talk.', 1)
    await openStacks('berlin', 'oslo')
    await declare(['a.example'], 'berlin')
    await declare(['b.example'], 'oslo')
    await expectToEnd(0, 'plan')
    expect(['berlin', 'oslo'].map(activeOn)).toEqual([[], []])
    expect(ours().map(({ body }) => body.split('\n')[0])).toEqual([
      '<!-- appliance review: berlin -->',
      '<!-- appliance review: oslo -->',
    ])
    const [berlin, oslo] = ours()
    expect(oslo?.body).toMatch(/^<!-- .* -->\n## `oslo`\n\n\*\*1 site added, 1 created\.\*\*/)
    expect(oslo?.body).toContain('`b.example`')
    expect(oslo?.body).not.toContain('a.example')
    const planned =
      /<details><summary>Plan<\/summary>\n\n```text\n[\s\S]*# appliance_category\.ads will be created[\s\S]*\n```\n\n<\/details>\n/
    expect(oslo?.body).toMatch(planned)
    const commit = runner.git('rev-parse', 'HEAD')
    const run = 'https://forge.example.org/acme/appliance/actions/runs/1234'
    expect(oslo?.body).toContain(`\nCommit ${commit} · [Run](${run})\n`)

    // A stack with a fatal finding, and one whose job fails before its plan, do not stop the third. No comment shows the push before.
    await openStacks('berlin', 'oslo', 'rome')
    const active = () => ['berlin', 'oslo', 'rome'].map(activeOn)
    await runner.write('.appliance-review.json', '{"findings": {"public-suffix": "fatal"}}')
    await declare(['gov.uk'], 'berlin')
    await declare(['b.example'], 'oslo')
    await rm(join(runner.repository, 'stacks/oslo/.terraform.lock.hcl'))
    await declare(['c.example', 'd.example'], 'rome')
    await expectToEnd(3, 'plan')
    const [, , rome] = ours()
    expect(ours()).toEqual([berlin, oslo, rome])
    expect(berlin?.body).toContain('Refused: 1 fatal finding.')
    expect(berlin?.body).toContain(`\nCommit ${runner.git('rev-parse', 'HEAD')} · `)
    expect(oslo?.body).toContain(`**There is no plan.** The job failed before it: [Run](${run})`)
    expect(oslo?.body).not.toContain('b.example')
    expect(rome?.body).toContain('`d.example`')
    expect(byAnother.body).toContain('Mine.')
    await expectToEnd(3, 'apply')
    expect(active()).toEqual([[], [], ['c.example', 'd.example']])

    // What is applied is what was reviewed, and nobody else can read it.
    await declare(['a.example'], 'berlin')
    await runner.write('stacks/oslo/.terraform.lock.hcl', lockFile)
    await expectToEnd(0, 'apply', {
      async between() {
        await expectEncryptedPlans('b.example')
        await declare(['later.example'], 'oslo')
        runner.push('main')
      },
    })
    expect(active()).toEqual([['a.example'], ['b.example'], ['c.example', 'd.example']])
    await declare(['b.example'], 'oslo')
    runner.push('main')

    // One issue for each stack that differs, as long as it does.
    applianceOf('berlin').store.removeSites(250, ['a.example'])
    applianceOf('rome').store.removeSites(250, ['d.example'])
    applianceOf('oslo').faults.set([{ effect: 'status', status: 403 }])
    await expectToEnd(1, 'drift')
    const issues = [...forge.issues]
    expect(issues).toMatchObject([
      { title: 'The appliance does not match the configuration of berlin', labels: ['appliance-drift'] },
      { title: 'The appliance does not match the configuration of rome', labels: ['appliance-drift'] },
    ])
    expect(issues[1]?.body).toContain('`d.example`')
    applianceOf('oslo').faults.clear()
    applianceOf('berlin').store.addSites(250, ['a.example'])
    applianceOf('rome').store.removeSites(250, ['c.example'])
    await expectToEnd(0, 'drift')
    expect(forge.issues).toEqual(issues)
    expect(issues).toMatchObject([
      { isOpen: false, remarks: [{ body: expect.stringContaining('No drift') }] },
      { isOpen: true, remarks: [], body: expect.stringContaining('`c.example`') },
    ])
  })

  it('start no job for the pull request of a fork', async () => {
    await declare(['a.example'])
    const { log } = await expectToEnd(0, 'plan', { isOfFork: true })
    expect([runner.started, log, forge.remarks]).toEqual([[], '', []])
  })

  it('print the text of others only where the forge does not read it', async () => {
    const text = 'first\\n::error::of-the-output\\r\\u001b[0Ksection_start:1:x\\r\\u001b[0K'
    await runner.write('stacks/berlin/ads.txt', 'a.example\n::error::of-the-list\n')
    const ads = `resource "appliance_category" "ads" {\n  name = "ads"\n  sites_file = "\${path.module}/ads.txt"\n  on_invalid_line = "skip"\n}\n`
    await runner.write(
      'stacks/berlin/main.tf',
      `${required(runner, 'berlin')}\n${ads}\noutput "text" {\n  value = "${text}"\n}\n`,
    )
    for (const task of ['plan', 'apply'] as const) {
      const { log } = await expectToEnd(0, task)
      expect(log).toContain('::error::of-the-output')
      expect(log).toContain('::error::of-the-list')
      for (const character of ['\r', '\u001b']) expect(log).not.toContain(character)
      const read = log.replaceAll(/^::stop-commands::(\w+)$[\s\S]*?^::\1::$/gm, '')
      // An annotation ends with its line, and contains no other command.
      const others = read.replaceAll(/^::warning file=[\w/.]+,line=\d+,title=lines-skipped::.*$/gm, '')
      expect(name === 'GitHub Actions' ? others : '').not.toContain('of-the')
    }
    expect(ours()[0]?.body).toMatch(
      /```text\n[\s\S]*::error::of-the-output\\u\{d\}[\s\S]*\n```\n\n<\/details>/,
    )
  })

  itOnce('ask for no approval where nothing changes, and say so', async () => {
    await declare(['doubleclick.net'])
    await expectToEnd(0, 'apply')
    expect(runner.started.map(({ name }) => name)).toContain('Apply berlin')
    await expectToEnd(0, 'plan')
    expect(ours().map(({ body }) => body)).toEqual([expect.stringContaining('**Nothing to do.**')])
    await expectToEnd(0, 'apply')
    expect(runner.started.map(({ name }) => name)).not.toContain('Apply berlin')
  })

  itOnce('say why a plan failed', async () => {
    const incomplete = `${required(runner, 'berlin')}\nresource "appliance_category" "ads" {}\n`
    await runner.write('stacks/berlin/main.tf', incomplete)
    const { log } = await expectToEnd(1, 'plan')
    expect(log).toContain('Missing required argument')
    const [comment] = ours()
    expect(comment?.body).toMatch(/^<!-- .* -->\n## `berlin`\n\n\*\*The plan .*failed/)
    expect(comment?.body).toContain('Missing required argument')
  })

  itOnce('fail at a fatal finding that only the messages of a plan tell, and apply nothing', async () => {
    applianceOf('berlin').store.create({ name: 'ads' })
    await runner.write('.appliance-review.json', '{"findings": {"category-adopted": "fatal"}}')
    await declare(['doubleclick.net'])
    await expectToEnd(3, 'plan')
    await expectToEnd(3, 'apply')
    expect([...applianceOf('berlin').store.compiledSites(250)]).toEqual([])
  })

  itOnce(
    'leave an issue as it is where a check fails, and open another one after it was closed',
    async () => {
      await declare(['doubleclick.net'])
      await expectToEnd(0, 'apply')
      applianceOf('berlin').store.removeSites(250, ['doubleclick.net'])
      await expectToEnd(0, 'drift')
      const [issue] = forge.issues
      expect(issue).toMatchObject({ isOpen: true })

      applianceOf('berlin').faults.set([{ effect: 'status', status: 403 }])
      await expectToEnd(1, 'drift')
      expect(forge.issues).toEqual([issue])
      expect(issue).toMatchObject({ isOpen: true, remarks: [] })
      applianceOf('berlin').faults.clear()

      applianceOf('berlin').store.addSites(250, ['doubleclick.net'])
      await expectToEnd(0, 'drift')
      applianceOf('berlin').store.removeSites(250, ['doubleclick.net'])
      await expectToEnd(0, 'drift')
      expect(forge.issues.map(({ isOpen }) => isOpen)).toEqual([false, true])
    },
  )

  itOnce('print what the provider and Terraform warned of', async () => {
    await runner.write('stacks/berlin/ads.txt', 'a.example\n::error::no site\nb.example\n')
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
    await runner.write('stacks/berlin/main.tf', `${required(runner, 'berlin')}\n${ads}${check}`)
    const { log } = await expectToEnd(0, 'plan')
    expect(log).toContain(
      "the provider reports sites-file-lines-skipped: \"1 line of './ads.txt' is not a valid site",
    )
    expect(log).toContain('Of another kind.')
    expect(ours()[0]?.body).toContain('lines-skipped')
    expect((await expectToEnd(0, 'apply')).log).toContain('the provider reports sites-file-lines-skipped')

    await runner.write('.appliance-review.json', '{"findings": {"lines-skipped": "fatal"}}')
    await runner.write('stacks/berlin/ads.txt', 'a.example\n::error::no site\nc.example\n')
    await expectToEnd(3, 'plan')
    await expectToEnd(3, 'apply')
    expect([...applianceOf('berlin').store.compiledSites(250)].sort()).toEqual(['a.example', 'b.example'])
  })

  itOnce('apply nothing by a plan that is stale, and say what to do', async () => {
    await declare(['one.example'])
    await expectToEnd(0, 'apply')
    await declare(['two.example'])
    const { log } = await expectToEnd(1, 'apply', {
      async between() {
        await declare(['three.example'])
        const stack = join(runner.repository, 'stacks/berlin')
        await succeed(runner.run('sh', 'terraform init', {}, stack))
        const variables = {
          ...applianceOf('berlin').environment,
          APPLIANCE_TOKEN: tokenOfAppliance('berlin'),
        }
        await succeed(runner.run('sh', 'terraform apply -input=false -auto-approve', variables, stack))
      },
    })
    expect(log).toContain('Nothing was applied, because the state has changed since the plan.')
    expect(log).toContain('Start the whole pipeline again')
    expect([...applianceOf('berlin').store.compiledSites(250)]).toEqual(['three.example'])
  })

  it('keep one open request with published lists as long as they differ, or may differ', async () => {
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
    expect(onBranch('lists/ads.txt')).toBe('# Monday\nb.example\na.example\nA.example')
    const first = tip('published-lists')

    await expectToEnd(0, 'lists')
    expect([forge.pulls, tip('published-lists')]).toEqual([[pull], first])

    published.texts.set('/ads.txt', 'c.example\na.example\n')
    await expectToEnd(0, 'lists')
    expect(forge.pulls).toEqual([pull])
    expect(onBranch('lists/ads.txt')).toBe('c.example\na.example')
    expect(runner.git('-C', runner.origin, 'rev-list', '--count', 'main..published-lists')).toBe('1')

    published.texts.delete('/ads.txt')
    await expectToEnd(4, 'lists')
    expect(pull).toMatchObject({ isOpen: true })
    await runner.write('lists/ads.txt', 'a.example\n')
    await runner.write('lists/malware.txt', 'm.example\n')
    runner.push('main')
    published.texts.set('/ads.txt', 'a.example\n')
    await expectToEnd(0, 'lists')
    expect(forge.pulls).toEqual([pull])
    expect(pull).toMatchObject({
      isOpen: false,
      remarks: [{ body: expect.stringContaining('do not differ from main any more') }],
    })
  })

  itOnce('propose nothing where only comments of a list have changed', async () => {
    await publishing('ads')
    await runner.write('lists/ads.txt', '# Monday\na.example\n')
    runner.push('main')
    published.texts.set('/ads.txt', '# Monday, a week later\na.example\n')
    await expectToEnd(0, 'lists')
    expect(forge.pulls).toEqual([])
  })

  itOnce(
    'keep the last good list of a source that fails, say which one failed, and propose the others',
    async () => {
      const names = ['ads', 'malware', 'games', 'news', 'adult'] as const
      await publishing(...names)
      for (const list of names) await runner.write(`lists/${list}.txt`, 'x.example\ny.example\nz.example\n')
      runner.push('main')
      published.texts.set('/ads.txt', '<!DOCTYPE html>\n<html><body>\nmoved.example\n</body></html>\n')
      published.texts.set('/games.txt', '# Nothing today\n')
      published.texts.set('/adult.txt', 'x.example\n')
      published.texts.set('/news.txt', 'x.example\ny.example\nz.example\n')
      await expectToEnd(4, 'lists')
      expect(forge.pulls).toEqual([])

      published.texts.set('/news.txt', 'new.example\nx.example\n')
      const { log } = await expectToEnd(4, 'lists')
      expect(log).toContain('lists/ads.txt stays as it is. not-a-list: lists/.ads.txt.new is an HTML page.')
      const body = forge.pulls[0]?.body ?? ''
      expect(body.split('\n').filter((line) => line.startsWith('- '))).toEqual([
        '- lists/ads.txt was not replaced. The log of the run says why.',
        '- lists/malware.txt was not replaced. The log of the run says why.',
        '- lists/games.txt was not replaced. The log of the run says why.',
        '- lists/news.txt: 2 sites (before: 3)',
        '- lists/adult.txt was not replaced. The log of the run says why.',
      ])
      expect(names.map((list) => onBranch(`lists/${list}.txt`).split('\n')[0])).toEqual([
        'x.example',
        'x.example',
        'x.example',
        'new.example',
        'x.example',
      ])
    },
  )

  const onBranch = (path: string) => runner.git('-C', runner.origin, 'show', `published-lists:${path}`)
  const tip = (branch: string) => runner.git('-C', runner.origin, 'rev-parse', branch)

  /** A repository that takes lists from where they are published. */
  async function publishing(...names: readonly string[]): Promise<void> {
    const lines = names.map((each) => `lists/${each}.txt ${lists.url}/${each}.txt\n`)
    await runner.write('ci/lists.txt', lines.join(''))
    runner.push('main')
  }

  /** @param site a site that the plans add */
  async function expectEncryptedPlans(site: string): Promise<void> {
    const files = await readdir(runner.artifacts, { recursive: true, withFileTypes: true })
    expect(files.map((each) => each.name)).toContainEqual(expect.stringMatching(/\.cms$/))
    for (const file of files.filter((each) => each.isFile())) {
      const content = await readFile(join(file.parentPath, file.name), 'latin1')
      expect(content.slice(0, 2)).not.toBe('PK')
      expect(content).not.toContain(site)
    }
  }

  const ours = () => forge.remarks.filter(({ author }) => author === setting.user)

  function applianceOf(stack: string): TestAppliance {
    const found = appliances.get(stack)
    if (!found) throw new Error(`There is no stack ${stack}.`)
    return found
  }

  const activeOn = (stack: string) => {
    const { store } = applianceOf(stack)
    return store.categories().length === 0 ? [] : [...store.compiledSites(250)].sort()
  }

  async function declare(sites: readonly string[], stack = 'berlin'): Promise<void> {
    const ads = `resource "appliance_category" "ads" {\n  name = "ads"\n  sites = ${JSON.stringify(sites)}\n}\n`
    await runner.write(`stacks/${stack}/main.tf`, `${required(runner, stack)}\n${ads}`)
  }

  async function expectToEnd(code: number, task: Task, circumstances: Circumstances = {}): Promise<Ran> {
    if (task === 'plan') runner.push('change')
    if (task === 'apply') runner.push('main')
    runner.started.length = 0
    const ran = await setting.run(task, circumstances)
    if (ran.code !== code) throw new Error(`${task} ended with ${ran.code}, not ${code}:\n${ran.log}`)
    expect(ran.log).not.toContain(secret)
    expect(ran.log).not.toContain('A secret is visible')
    const files = await readdir(runner.workspace)
    expect(files.filter((file) => /\.tfplan|messages|review\.md|drift\.md|\.cms$/.test(file))).toEqual([])
    return ran
  }
})

async function succeed(running: Promise<Ran>): Promise<void> {
  const { code, log } = await running
  if (code !== 0) throw new Error(log)
}

it('installs with npm what the lock file names, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'appliance-install-'))
  try {
    const root = resolve(examples, '../..')
    const npm = (at: string, ...words: readonly string[]) =>
      execFileSync('npm', words, { cwd: at, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    const packed = npm(root, 'pack', '--silent', '--pack-destination', folder).trim()
    const ci = join(folder, 'ci')
    execFileSync('cp', ['-r', join(examples, 'ci'), ci])
    const manifest = JSON.parse(await readFile(join(ci, 'package.json'), 'utf8'))
    manifest.dependencies['terraform-provider-appliance'] = `file:../${packed}`
    await writeFile(join(ci, 'package.json'), JSON.stringify(manifest))
    npm(ci, 'install', '--package-lock-only', '--offline', '--ignore-scripts')
    const install = (cache: string) => {
      const env = { ...process.env, npm_config_cache: join(folder, cache), npm_config_offline: 'true' }
      execFileSync('sh', ['ci/install.sh'], { cwd: folder, stdio: 'pipe', env })
    }
    install('cache')
    expect(npm(ci, 'exec', '--no', '--', 'appliance', '--version')).toContain('0.1.0')

    // The same files as other bytes.
    const files = gunzipSync(await readFile(join(folder, packed)))
    await writeFile(join(folder, packed), gzipSync(files, { level: 1 }))
    expect(() => install('empty-cache')).toThrow(/EINTEGRITY/)
  } finally {
    await rm(folder, { recursive: true })
  }
})

it.each([
  'pipelines/ci/plan.sh',
  'pipelines/ci/apply.sh',
  'pipelines/ci/drift.sh',
  'cdktf/.github/workflows/plan.yml',
  'cdktf/.github/workflows/apply.yml',
  'cdktf/.github/workflows/drift.yml',
])('%s waits wherever it takes the lock of the state', async (name) => {
  const lines = (await readFile(join(examples, '..', name), 'utf8')).split('\n')
  const locking = lines.filter((line) =>
    /^(?!\s*#).*\b((terraform|engine)\b.* (plan|apply)|appliance"? drift .*) -/.test(line),
  )
  expect(locking).not.toEqual([])
  for (const line of locking) expect(line).toContain(' -lock-timeout=10m ')
})

it.each([
  'pipelines/ci/install.sh',
  'pipelines/ci/init.sh',
  '../templates/review.yml',
  '../templates/comment.yml',
  '../templates/apply.yml',
  '../templates/drift.yml',
  '../templates/lint.yml',
  '../templates/lists.yml',
  'cdktf/.github/workflows/plan.yml',
  'cdktf/.github/workflows/apply.yml',
  'cdktf/.github/workflows/drift.yml',
])('%s installs only what lock files name', async (name) => {
  const lines = (await readFile(join(examples, '..', name), 'utf8')).split('\n')
  const commands = lines.filter((line) =>
    /^(?!\s*#).*\b(npm (ci|i|install|exec)|npx|terraform\b.* init)\b/.test(line),
  )
  expect(commands).not.toEqual([])
  for (const line of commands) {
    expect(line).toMatch(/npm ci .*--ignore-scripts|npx --no appliance| init .*-lockfile=readonly/)
  }
})

describe('the pipelines of GitHub Actions', () => {
  const cdktf = join(examples, '../cdktf/.github/workflows')
  const contents = { contents: 'read' }
  const comments = { contents: 'read', 'pull-requests': 'write' }
  const issues = { contents: 'read', issues: 'write' }
  it.each([
    ['plan', undefined, { plan: contents, comment: comments }],
    ['apply', undefined, { plan: contents, changes: {}, apply: contents }],
    ['drift', undefined, { drift: contents, issues }],
    ['lint', undefined, { lint: contents }],
    ['lists', undefined, { lists: contents }],
    ['plan', cdktf, { plan: contents, comment: comments }],
    ['apply', cdktf, { stack: contents }],
    ['drift', cdktf, { drift: contents, issues }],
  ])(
    'have no more rights than they need, none of them where plans run: %s',
    async (name, folder, permissions) => {
      const workflow = await readWorkflow(name, folder)
      expect(workflow.permissions).toEqual({})
      const ofJobs = Object.entries(workflow.jobs).map(([id, job]) => [id, job.permissions])
      expect(Object.fromEntries(ofJobs)).toEqual(permissions)
    },
  )

  it.each([undefined, cdktf])('start no job in the network of the appliance for a fork', async (folder) => {
    const { jobs } = await readWorkflow('plan', folder)
    const inNetwork = Object.values(jobs).filter((job) => job['runs-on'].includes('self-hosted'))
    expect(inNetwork).not.toEqual([])
    for (const job of inNetwork)
      expect(job.if).toBe('github.event.pull_request.head.repo.full_name == github.repository')
  })
})

describe('the pipeline of GitLab CI', () => {
  it('starts no job for a fork, limits the time of each job, and interrupts none', async () => {
    const { jobs } = await readPipeline()
    for (const [name, { timeout, interruptible }] of jobs)
      if (name !== 'stacks') expect([name, timeout, interruptible]).toEqual([name, expect.any(String), false])
    const ofRequests = [...jobs.values()]
      .flatMap(({ rules }) => rules)
      .filter((rule) => rule.if.includes('merge_request'))
    expect(ofRequests).toHaveLength(8)
    for (const rule of ofRequests)
      expect(rule.if).toContain('$CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_MERGE_REQUEST_PROJECT_ID')
  })

  it('gives no job that plans the token for notes, and no job that writes notes the token of an appliance', async () => {
    const { jobs } = await readPipeline(['berlin'])
    const environments = [...jobs].map(([name, job]) => [name, job.environment?.name])
    expect(Object.fromEntries(environments)).toEqual({
      stacks: undefined,
      lint: undefined,
      'plan berlin': 'berlin/plan',
      'comment berlin': 'reports',
      'plan merged berlin': 'berlin/plan',
      'apply berlin': 'berlin/apply',
      'drift berlin': 'berlin/plan',
      'issue berlin': 'reports',
      lists: 'lists',
    })
  })
})

describe('the job of GitLab that looks for stacks without a plan', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stacks-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  const inputs = (stack: string) => [
    `    inputs: { stack: ${stack} }\n`,
    `    inputs: { when: manual, stack: ${stack}, options: '--unmanaged' }\n`,
    `    inputs:\n      image: other\n      stack: ${stack}\n`,
  ]

  it.each([
    ['any form of inputs', 'berlin', [...inputs('berlin'), ...inputs('berlin-2')], 0],
    ['a component that is missing', 'berlin', inputs('berlin').slice(1), 1],
    ['a stack whose name begins another one', 'ber', inputs('berlin'), 1],
    ['a stack in a comment', 'berlin', inputs('berlin').map((text) => text.replaceAll(/^/gm, '#')), 1],
    ['a folder that is no stack', 'ber[lin', inputs('ber[lin'), 1],
  ])('finds %s', async (_, stack, included, code) => {
    const text = await readFile(join(examples, 'gitlab/gitlab-ci.yml'), 'utf8')
    const { script } = z
      .object({ stacks: z.object({ script: z.array(z.string()) }) })
      .parse(parse(text)).stacks
    await mkdir(join(folder, 'stacks', stack), { recursive: true })
    await writeFile(join(folder, '.gitlab-ci.yml'), included.join(''))
    const { status } = spawnSync('sh', ['-e', '-c', script.join('\n')], { cwd: folder })
    expect(status).toBe(code)
  })
})
