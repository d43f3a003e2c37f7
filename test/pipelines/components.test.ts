import { readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { startAppliance, type TestAppliance } from '../acceptance/appliance'
import { describeWithEngine } from '../acceptance/workspace'
import { Forge, type Listening } from './forge'
import { tokenOfAppliance } from './github-event'
import { startGitlab, token as tokenForNotes } from './gitlab'
import type { Inputs } from './gitlab-component'
import { type Pipeline, parsePipeline, pipelineOf, runPipeline } from './gitlab-pipeline'
import { blockOfGuide } from './guide'
import { type Ran, Runner } from './runner'
import { recordedLockFile, required } from './stacks'

/** Milliseconds: each case runs jobs that start the engine some times each. */
jest.setTimeout(240_000)

const address = '$CI_SERVER_FQDN/webfilter/terraform-provider-appliance'
const stages = ['plan', 'apply', 'drift', 'lists', 'report']
const including = (names: readonly string[], inputs: Inputs) =>
  names.map((name) => ({ component: `${address}/${name}@v0.1.0`, inputs }))

describeWithEngine('the components of this project', () => {
  let runner: Runner
  let forge: Forge
  let server: Listening
  let appliance: TestAppliance
  let runs = 0

  beforeEach(async () => {
    runner = await Runner.start()
    forge = new Forge()
    server = await startGitlab(forge)
    appliance = await startAppliance({ token: tokenOfAppliance('prod') })
    await runner.copy('ci/package.json', 'ci/package.json')
    await runner.write('ci/package-lock.json', '{}')
  })

  afterEach(async () => {
    await server.close()
    await appliance.close()
    await runner.close()
  })

  async function declare(folder: string, ...sites: readonly string[]): Promise<void> {
    const ads = `resource "appliance_category" "ads" {\n  name = "ads"\n  sites = ${JSON.stringify(sites)}\n}\n`
    await runner.write(`${folder}/main.tf`, `${required(runner, 'prod')}\n${ads}`)
  }

  const events = {
    'merge request': { CI_PIPELINE_SOURCE: 'merge_request_event' },
    push: { CI_PIPELINE_SOURCE: 'push', CI_COMMIT_BRANCH: 'main' },
    schedule: { CI_PIPELINE_SOURCE: 'schedule', CI_COMMIT_BRANCH: 'main' },
  }

  /** Pushes the repository, and runs a pipeline for it. @param project that of the branch of the merge request: 5, unless it is a fork */
  async function ran(
    pipeline: Pipeline,
    { event = 'merge request', project = '5' }: { event?: keyof typeof events; project?: string } = {},
  ): Promise<Ran> {
    const branch = event === 'merge request' ? 'change' : 'main'
    runner.push(branch)
    runner.started.length = 0
    runs += 1
    const done = await runPipeline(pipeline, runner, {
      branch,
      variables: {
        ...events[event],
        CI_API_V4_URL: server.url,
        CI_COMMIT_SHA: runner.git('rev-parse', 'HEAD'),
        CI_DEFAULT_BRANCH: 'main',
        CI_MERGE_REQUEST_IID: '7',
        CI_MERGE_REQUEST_PROJECT_ID: '5',
        CI_MERGE_REQUEST_SOURCE_PROJECT_ID: project,
        CI_PIPELINE_URL: `https://forge.example.org/pipelines/${runs}`,
        CI_PROJECT_ID: '5',
      },
      scoped: (name): Readonly<Record<string, string>> => {
        if (name === 'reports') return { GITLAB_TOKEN: tokenForNotes }
        return { APPLIANCE_TOKEN: tokenOfAppliance('prod'), PLAN_KEY: name.endsWith('/apply') ? key : '' }
      },
      network: () => appliance.environment,
    })
    expect(done.log).not.toContain(tokenOfAppliance('prod'))
    expect(done.log).not.toContain('A secret is visible')
    return done
  }

  let key = ''
  const jobs = () => runner.started.map(({ name }) => name)

  describe('that plan', () => {
    let lockFile: string

    beforeAll(async () => {
      lockFile = await recordedLockFile()
    })

    beforeEach(() => {
      key = runner.makeKeys('ci/plans.pem')
    })

    it('take any folder: its plan is reviewed and applied, and its drift is found', async () => {
      await runner.write('infra/prod/.terraform.lock.hcl', lockFile)
      await declare('infra/prod', 'a.example')
      const pipeline = await pipelineOf(
        stages,
        including(['review', 'apply', 'drift'], { folder: 'infra/prod' }),
      )
      expect(await ran(pipeline)).toMatchObject({ code: 0 })
      expect(jobs()).toEqual(['plan infra/prod', 'comment infra/prod'])
      expect(forge.remarks).toMatchObject([{ body: expect.stringContaining('## `infra-prod`') }])
      expect(forge.remarks[0]?.body).toContain('appliance_category.ads will be created')

      const applied = await ran(pipeline, { event: 'push' })
      expect([applied.code, applied.log]).toEqual([
        0,
        expect.stringContaining('Apply complete! Resources: 1 added'),
      ])
      expect(await readdir(join(runner.artifacts, 'plan merged infra/prod/change'))).toEqual([
        'infra-prod.cms',
      ])

      appliance.store.removeSites(appliance.store.categoryNamed('ads')?.id ?? 0, ['a.example'])
      expect(await ran(pipeline, { event: 'schedule' })).toMatchObject({ code: 0 })
      expect(forge.issues).toMatchObject([
        {
          title: expect.stringMatching(/ infra-prod$/),
          isOpen: true,
          body: expect.stringContaining('a.example'),
        },
      ])
    })

    it('take a folder whose name begins with - or contains blanks, with a label of its own', async () => {
      const folder = '- x/a b'
      await runner.write(`${folder}/.terraform.lock.hcl`, lockFile)
      await declare(folder, 'a.example')
      const included = including(['review', 'drift'], { folder, stack: '-x' })
      const pipeline = await pipelineOf(stages, included)
      expect(await ran(pipeline)).toMatchObject({ code: 0 })
      expect(forge.remarks).toMatchObject([{ body: expect.stringContaining('## `-x`') }])
      expect(await ran(pipeline, { event: 'schedule' })).toMatchObject({ code: 0 })
      expect(forge.issues).toMatchObject([{ title: expect.stringMatching(/ -x$/) }])
    })

    it.each([
      ['above the checkout', '..', 'outside of the checkout'],
      ['beside the checkout', '../states', 'outside of the checkout'],
      ['outside of the checkout', 'a/../../..', 'outside of the checkout'],
      ['behind a link out of the checkout', 'out/prod', 'outside of the checkout'],
      ['that is missing', '-x', 'does not exist'],
      ['whose name is no label', 'in fra', 'contains only letters, digits, - and _'],
    ])('refuse a folder %s', async (_, folder, told) => {
      await symlink(runner.states, join(runner.repository, 'out'))
      await runner.run('sh', 'mkdir -p prod', {}, runner.states)
      await runner.write('in fra/main.tf', '')
      const pipeline = await pipelineOf(stages, including(['review', 'apply', 'drift'], { folder }))
      for (const event of ['merge request', 'push', 'schedule'] as const) {
        const { code, log } = await ran(pipeline, { event })
        expect([code, log]).toEqual([1, expect.stringContaining(told)])
        expect(log).not.toContain('Initializing')
      }
      for (const { body } of forge.remarks) expect(body).toMatch(/^<!-- appliance review: [\w-]+ -->/)
      expect(forge.issues).toEqual([])
    })

    it('refuse two equal labels in a pipeline: notes and issues belong to one of them', async () => {
      const folders = ['infra/prod', 'infra-prod']
      for (const folder of folders) {
        await runner.write(`${folder}/.terraform.lock.hcl`, lockFile)
        await runner.write(`${folder}/main.tf`, required(runner, folder.replace('/', '')))
      }
      await declare('infra-prod', 'a.example')
      const pipeline = await pipelineOf(
        stages,
        folders.flatMap((folder) => including(['review', 'drift'], { folder })),
      )
      const reviewed = await ran(pipeline)
      expect([reviewed.code, reviewed.log]).toEqual([
        1,
        expect.stringContaining('Two jobs of this pipeline have reports with the label infra-prod'),
      ])
      expect(forge.remarks).toHaveLength(1)
      expect(forge.remarks[0]?.body).toContain('Nothing to do')

      // The check of the first one closes an issue only if there is one.
      expect(await ran(pipeline, { event: 'schedule' })).toMatchObject({ code: 0 })
      expect(forge.issues).toMatchObject([{ isOpen: true }])
      const checked = await ran(pipeline, { event: 'schedule' })
      expect([checked.code, checked.log]).toEqual([
        1,
        expect.stringContaining('Two jobs of this pipeline have reports with the label infra-prod'),
      ])
      expect(forge.issues).toHaveLength(1)
    })

    it('start no job for the merge request of a fork', async () => {
      await declare('infra/prod', 'a.example')
      const pipeline = await pipelineOf(
        stages,
        including(['review', 'apply', 'drift'], { folder: 'infra/prod' }),
      )
      expect(await ran(pipeline, { project: '6' })).toEqual({ code: 0, log: '' })
      expect(runner.started).toEqual([])
    })
  })

  describe('the pipeline of the guide that plans with nothing of this project', () => {
    let text: string

    beforeEach(async () => {
      await declare('infra/prod', 'gov.uk')
      text = await blockOfGuide('# .gitlab-ci.yml')
    })

    it('needs one more line of the guide until a release is published', async () => {
      expect((await ran(await parsePipeline(text))).code).toBe(1)
      const [install = ''] = /\S+ install$/m.exec(await blockOfGuide('bin/appliance install')) ?? []
      const { code, log } = await ran(
        await parsePipeline(text.replace(/^( +- )env -i .*\n/m, `$&$1${install}\n`)),
      )
      expect([code, log]).toEqual([0, expect.stringContaining('1 public suffix')])
    })

    /** As if a registry had the provider. */
    async function providerIsPublished(): Promise<void> {
      const install =
        'npm ci --prefix ci --ignore-scripts --no-audit --no-fund\nci/node_modules/.bin/appliance install'
      expect(await runner.run('sh', install, {}, runner.repository)).toMatchObject({ code: 0 })
    }

    it('prints the review by one line of script, and keeps it in a note by one component', async () => {
      await providerIsPublished()
      const without = text
        .replace(/^include:\n[\s\S]*?(?=^plan:)/m, 'include: []\n')
        .replace(/^ +- .*# the line\n/m, '')
      expect(without).not.toContain('webfilter')
      const planned = await ran(await parsePipeline(without))
      expect([planned.code, planned.log]).toEqual([0, expect.stringContaining('1 to add, 0 to change')])
      expect([planned.log.includes('1 public suffix'), forge.remarks]).toEqual([false, []])

      const reviewed = await ran(await parsePipeline(text))
      expect([reviewed.code, reviewed.log]).toEqual([0, expect.stringContaining('1 public suffix')])
      expect(forge.remarks).toMatchObject([{ body: expect.stringContaining('## `infra-prod`') }])
      expect(forge.remarks[0]?.body).toContain('appliance_category.ads will be created')
      expect(await readdir(join(runner.artifacts, 'plan', 'report'))).toEqual(['infra-prod.md'])

      await runner.write('.appliance-review.json', '{"findings": {"public-suffix": "fatal"}}')
      expect((await ran(await parsePipeline(text))).code).toBe(3)
      expect(forge.remarks).toMatchObject([{ body: expect.stringContaining('Refused: 1 fatal finding.') }])
    })

    it('runs nothing for a fork, and its line refuses one where the job has no rule against it', async () => {
      await providerIsPublished()
      expect(await ran(await parsePipeline(text), { project: '6' })).toEqual({ code: 0, log: '' })
      expect(runner.started).toEqual([])
      const withoutRule = text
        .replace(' && $CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_MERGE_REQUEST_PROJECT_ID', '')
        .replace(/^.* plan -input.*\n/m, '')
      const refused = await ran(await parsePipeline(withoutRule), { project: '6' })
      expect([refused.code, refused.log]).toEqual([1, expect.stringContaining('the merge request of a fork')])
    })

    it('refuses two reviews with one label, in a job and in two', async () => {
      await providerIsPublished()
      const line = / +- sh .*# the line\n/.exec(text)?.[0] ?? ''
      const inJob = await ran(await parsePipeline(text.replace(line, `${line}${line}`)))
      expect([inJob.code, inJob.log]).toEqual([
        1,
        expect.stringContaining('two reviews with the label infra-prod'),
      ])

      const comment = /^ {2}- component: [\s\S]*?(?=^plan:)/m.exec(text)?.[0] ?? ''
      const inTwo = text
        .replace(comment, `${comment}${comment.replace('job: plan', 'job: other')}`)
        .replace(/^plan:\n[\s\S]*/m, (job) => `${job}${job.replace('plan:', 'other:')}`)
      const { code, log } = await ran(await parsePipeline(inTwo))
      expect([code, log]).toEqual([
        1,
        expect.stringContaining('Two jobs of this pipeline have reports with the label infra-prod'),
      ])
      expect(forge.remarks).toHaveLength(1)
    })
  })

  it('lint: a fatal finding fails the job, in files of any name, also in a stage and a folder of other names', async () => {
    await runner.write('tools/package-lock.json', '{}')
    await runner.write('more/*  $(touch harm).txt', 'gov.uk\n')
    await runner.write('.appliance-review.json', '{"lint": {"public-suffix": "fatal"}}')
    const inputs = { stage: 'check', tools: 'tools', paths: 'more', tags: ['small'] }
    const pipeline = await pipelineOf(['check'], including(['lint'], inputs))
    expect(pipeline.jobs.get('lint')).toMatchObject({ stage: 'check', tags: ['small'] })
    const { code, log } = await ran(pipeline)
    expect([code, log]).toEqual([3, expect.stringContaining('gov.uk is a public suffix')])
  })

  it('apply: starts by itself, or only by a person', async () => {
    const ruleOf = async (when: string) => {
      const { jobs } = await pipelineOf(stages, including(['apply'], { stack: 'berlin', when }))
      return jobs.get('apply berlin')?.rules[0]?.when
    }
    expect([await ruleOf('on_success'), await ruleOf('manual')]).toEqual(['on_success', 'manual'])
    await expect(ruleOf('never')).rejects.toThrow(/input when/)
  })

  it.each(['review', 'comment', 'apply', 'drift', 'lint', 'lists'])(
    'put no input into a script: %s',
    async (name) => {
      const given = 'of-the-input'
      const inputs = {
        tools: given,
        ...(/lint|lists/.test(name) ? {} : { stack: given }),
        ...(name === 'comment' && { job: given }),
        ...(/review|apply|drift/.test(name) && { folder: given }),
      }
      const { jobs } = await pipelineOf(stages, including([name], inputs))
      expect(jobs.size).toBeGreaterThan(0)
      for (const { before_script, script, variables } of jobs.values()) {
        expect(variables).toMatchObject({ TOOLS: given })
        expect([...before_script, ...script].join('\n')).not.toContain(given)
      }
    },
  )

  it('refuse a stack that is no name, inputs that do not exist, and paths that start nowhere in the checkout', async () => {
    const stack = 'berlin'
    const tools = ['../x', 'a/../..', '/x', '-x', ''].map((path) => ({ stack, tools: path }))
    const folders = ['/x', 'x/', '$HOME', 'a\nb', '"x"'].map((folder) => ({ folder }))
    for (const inputs of [{ stack: '../x' }, { stack: 'x; y' }, { stack, other: '' }, ...tools, ...folders])
      await expect(pipelineOf(stages, including(['review'], inputs))).rejects.toThrow(/input/)
    const certificate = including(['apply'], { stack, certificate: '-x' })
    await expect(pipelineOf(stages, certificate)).rejects.toThrow(/input/)
    // Without a stack and a folder, GitLab creates no pipeline.
    await expect(pipelineOf(stages, including(['review'], {}))).rejects.toThrow(/environment/)
  })
})
