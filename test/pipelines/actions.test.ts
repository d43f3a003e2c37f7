import { readdir, readFile, rm, symlink } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { parse } from 'yaml'
import { categoryChange, planText } from '../../packages/command/test/review/plans'
import { startAppliance, type TestAppliance } from '../acceptance/appliance'
import { describeWithEngine } from '../acceptance/workspace'
import { Forge, type Listening } from './forge'
import { startGithub } from './github'
import { eventOn, type Occasion, type Trigger, tokenOfAppliance } from './github-event'
import { parseWorkflow, runWorkflow, withStacks } from './github-workflow'
import { blockOfGuide } from './guide'
import { type Ran, Runner } from './runner'
import { recordedLockFile, required } from './stacks'

/** Milliseconds: each case runs jobs that start the engine some times each. */
jest.setTimeout(240_000)

const actions = 'webfilter/terraform-provider-appliance/actions'

/** An expression of GitHub. */
const expression = (name: string) => `\${{ ${name} }}`

/**
 * A workflow with one action in a job, which tells what the action puts out, and one that runs after it.
 * @param action such as review
 * @param given the inputs of the action
 * @param after the action that publishes what this one found
 * @param permission what the job that publishes may write
 */
function workflowWith(
  action: string,
  given: Readonly<Record<string, string>>,
  after?: string,
  permission = 'issues',
): string {
  const checkout = { uses: 'actions/checkout@0000 # v0.0.0', with: { 'persist-credentials': false } }
  const usual = { 'timeout-minutes': 30 }
  const told = ['outcome', 'changes'].map((name) => [name, expression(`steps.it.outputs.${name}`)] as const)
  return JSON.stringify({
    name: 'Ours',
    on: 'pull_request',
    permissions: {},
    jobs: {
      it: {
        ...usual,
        name: 'It',
        'runs-on': ['self-hosted', 'linux'],
        permissions: { contents: 'read' },
        environment: { name: 'plan-berlin', deployment: false },
        strategy: { 'fail-fast': false, matrix: { stack: ['berlin'] } },
        outputs: Object.fromEntries(told),
        steps: [checkout, { id: 'it', uses: `${actions}/${action}@v0.1.0`, with: given }],
      },
      tell: {
        ...usual,
        name: 'Tell',
        needs: 'it',
        if: '!cancelled()',
        'runs-on': 'ubuntu-24.04',
        permissions: {},
        env: {
          OUTCOME: expression('needs.it.outputs.outcome'),
          CHANGES: expression('needs.it.outputs.changes'),
        },
        steps: [{ name: 'Tell', run: 'echo "told: $OUTCOME, $CHANGES."' }],
      },
      ...(after && {
        after: {
          ...usual,
          name: 'After',
          needs: 'it',
          if: '!cancelled()',
          'runs-on': 'ubuntu-24.04',
          permissions: { contents: 'read', [permission]: 'write' },
          steps: [checkout, { uses: `${actions}/${after}@v0.1.0` }],
        },
      }),
    },
  })
}

const ofStack = {
  stack: expression('matrix.stack'),
  'base-url': expression('vars.APPLIANCE_BASE_URL'),
  token: expression('secrets.APPLIANCE_TOKEN'),
}
const review = workflowWith('review', ofStack, 'review/comment', 'pull-requests')
const drift = workflowWith('drift', ofStack, 'drift/issues')

describeWithEngine('the actions of this project', () => {
  let lockFile: string
  let runner: Runner
  let forge: Forge
  let server: Listening
  let appliance: TestAppliance

  beforeAll(async () => {
    lockFile = await recordedLockFile()
  })

  beforeEach(async () => {
    runner = await Runner.start()
    forge = new Forge()
    server = await startGithub(forge)
    appliance = await startAppliance({ token: tokenOfAppliance('berlin') })
    await runner.copy('ci/package.json', 'ci/package.json')
    await runner.write('ci/package-lock.json', '{}')
    await runner.write('stacks/berlin/.terraform.lock.hcl', lockFile)
    await runner.write('.appliance-review.json', '{"findings": {"public-suffix": "fatal"}}')
  })

  afterEach(async () => {
    await server.close()
    await appliance.close()
    await runner.close()
  })

  const declare = (...sites: readonly string[]) => declareIn('stacks/berlin', ...sites)

  async function declareIn(folder: string, ...sites: readonly string[]): Promise<void> {
    const ads = `resource "appliance_category" "ads" {\n  name = "ads"\n  sites = ${JSON.stringify(sites)}\n}\n`
    await runner.write(`${folder}/main.tf`, `${required(runner, basename(folder))}\n${ads}`)
  }

  /** Pushes the repository, and runs a workflow for it. */
  async function ran(
    workflow: string,
    {
      isPullRequest = true,
      ...circumstances
    }: Partial<Pick<Occasion, 'isPullRequest' | 'isOfFork' | 'trigger'>> = {},
  ): Promise<Ran> {
    runner.push(isPullRequest ? 'change' : 'main')
    runner.started.length = 0
    const network = () => appliance.environment
    const event = eventOn(runner, { url: server.url, isPullRequest, ...circumstances, network })
    const done = await runWorkflow(parseWorkflow(workflow), runner, event)
    for (const stack of ['berlin', 'prod']) expect(done.log).not.toContain(tokenOfAppliance(stack))
    expect(done.log).not.toContain('A secret is visible')
    return done
  }

  const summary = () => readFile(join(runner.states, 'summary.md'), 'utf8')

  it('review: a fatal finding fails the job, stands at its line and in a comment, which the next run replaces', async () => {
    await declare('gov.uk', 'a.example')
    const refused = await ran(review)
    expect([refused.code, refused.log]).toEqual([3, expect.stringContaining('told: fatal, true.')])
    expect(refused.log).toMatch(
      /^::error file=stacks\/berlin\/main\.tf,line=\d+,title=public-suffix::.*gov\.uk/m,
    )
    expect(forge.remarks).toHaveLength(1)
    const [comment] = forge.remarks
    expect(comment?.body).toContain('Refused: 1 fatal finding.')
    expect(await summary()).toContain('Refused: 1 fatal finding.')

    await declare('a.example')
    const accepted = await ran(review)
    expect([accepted.code, accepted.log]).toEqual([0, expect.stringContaining('told: changed, true.')])
    expect(accepted.log).not.toMatch(/^::(error|warning)/m)
    expect(forge.remarks).toEqual([comment])
    expect(comment?.body).toContain('**1 site added, 1 created.**')
    expect(comment?.body).not.toContain('Refused')
    expect(appliance.store.categories()).toEqual([])

    await runner.write('stacks/berlin/main.tf', required(runner, 'berlin'))
    expect(await ran(review)).toMatchObject({
      code: 0,
      log: expect.stringContaining('told: unchanged, false.'),
    })
    expect(forge.remarks).toEqual([comment])
    expect(comment?.body).toContain('**Nothing to do.**')
  })

  /** The workflow of the guide that makes a plan with nothing of this project, and reviews it. */
  async function ofGuide(): Promise<string> {
    await appliance.close()
    appliance = await startAppliance({ token: tokenOfAppliance('prod') })
    await declareIn('infra/prod', 'gov.uk', 'a.example')
    return await blockOfGuide('plan: infra/prod/plan.tfplan')
  }

  /** The same where the plan is made. */
  async function planned(): Promise<string> {
    const workflow = await ofGuide()
    // As if a registry had the provider.
    const install =
      'npm ci --prefix ci --ignore-scripts --no-audit --no-fund\nci/node_modules/.bin/appliance install'
    expect(await runner.run('sh', install, {}, runner.repository)).toMatchObject({ code: 0 })
    return workflow
  }

  /** The same workflow where the review begins with a file that stands for the plan, for what is refused before anybody opens it. */
  async function withoutEngine(...further: readonly string[]): Promise<string> {
    await declareIn('infra/prod', 'gov.uk')
    const workflow = await blockOfGuide('plan: infra/prod/plan.tfplan')
    return workflow
      .replace(/^ {6}- run: terraform .* init .*\n/m, '')
      .replace(
        /^ {6}- env: .*\n +run: .* plan .*$/m,
        `      - run: touch ${['infra/prod/plan.tfplan', ...further].join(' ')}`,
      )
  }

  /** The same for a plan as JSON that is there, where it matters what becomes of its review. */
  async function withPlan(): Promise<string> {
    const plan = planText([categoryChange('ads', [], ['gov.uk', 'a.example'])])
    await runner.write('infra/prod/plan.json', plan)
    return (await withoutEngine()).replace('plan: infra/prod/plan.tfplan', 'plan: infra/prod/plan.json')
  }

  const line = /^ +- uses: .*actions\/review@.*\n +with: .*\n/m

  it('review: one line of the guide reviews a plan of any folder, and one job comments on it', async () => {
    const workflow = await planned()
    await runner.write('.appliance-review.json', '{}')
    const without = await ran(workflow.replace(line, '').replace(/^ {2}comment:[\s\S]*/m, ''))
    expect([without.code, without.log]).toEqual([0, expect.stringContaining('1 to add, 0 to change')])
    expect([without.log.includes('1 public suffix'), forge.remarks]).toEqual([false, []])
    const { code, log } = await ran(workflow)
    expect([code, log]).toEqual([0, expect.stringContaining('1 public suffix')])
    expect(log).toMatch(/^::warning file=infra\/prod\/main\.tf,line=\d+,title=public-suffix::.*gov\.uk/m)
    expect(await summary()).toContain('## `infra-prod`')
    expect(forge.remarks).toMatchObject([{ body: expect.stringContaining('## `infra-prod`') }])
    expect(forge.remarks[0]?.body).toContain('appliance_category.ads will be created')
    expect(await readdir(runner.artifacts)).toEqual(['review-infra-prod'])
    expect(await readdir(join(runner.artifacts, 'review-infra-prod', 'review-infra-prod'))).toEqual([
      'comment.md',
    ])

    expect(await ran(workflow, { isOfFork: true })).toEqual({ code: 0, log: '' })
    expect(runner.started).toEqual([])
  })

  it('review: until a release is published, one more step of the guide installs the provider', async () => {
    const workflow = await ofGuide()
    const step = (await blockOfGuide('bin/appliance install')).replaceAll(/^/gm, '      ').trimEnd()
    await runner.write('.appliance-review.json', '{}')
    expect((await ran(workflow)).code).toBe(1)
    const { code, log } = await ran(workflow.replace(/^ +- run: terraform .* init /m, `${step}\n$&`))
    expect([code, log]).toEqual([0, expect.stringContaining('1 public suffix')])
  })

  it('review: a repository without the folder of the command is told what makes it', async () => {
    const workflow = await withPlan()
    await rm(join(runner.repository, 'ci'), { recursive: true })
    const told = 'The guide Pipelines says how to make it.'
    expect(await ran(workflow)).toMatchObject({ code: 1, log: expect.stringContaining(told) })
    await runner.write('ci/package.json', '{}')
    expect(await ran(workflow)).toMatchObject({ code: 1, log: expect.stringContaining(told) })
  })

  it('review: a fatal finding in a plan that is there fails the job, and a plan that failed is in the comment', async () => {
    const workflow = await planned()
    const { code, log } = await ran(workflow)
    expect([code, log]).toEqual([3, expect.stringMatching(/^::error file=infra\/prod\/main\.tf,/m)])
    expect(forge.remarks).toMatchObject([{ body: expect.stringContaining('Refused: 1 fatal finding.') }])

    await runner.write(
      'infra/prod/main.tf',
      `${required(runner, 'prod')}\nresource "appliance_category" "ads" {}\n`,
    )
    expect((await ran(workflow)).code).toBe(1)
    expect(forge.remarks).toMatchObject([{ body: expect.stringContaining('There is no plan.') }])
  })

  it('review: a plan as JSON needs no engine', async () => {
    const workflow = (await planned())
      .replace(
        '-out=plan.tfplan',
        '-out=plan.tfplan && terraform-bin -chdir=infra/prod show -json plan.tfplan > plan.json',
      )
      .replace('plan: infra/prod/plan.tfplan }', 'plan: plan.json, folder: infra/prod, stack: -prod }')
      .replace('stacks: infra-prod', 'stacks: -prod')
    const { code } = await ran(workflow)
    expect(code).toBe(3)
    expect(forge.remarks).toMatchObject([{ body: expect.stringContaining('## `-prod`') }])
    expect(forge.remarks[0]?.body).not.toContain('<summary>Plan</summary>')
  })

  it.each<Trigger>(['pull_request', 'pull_request_target', 'workflow_run', 'issue_comment'])(
    'review: nothing runs for a fork, and the action refuses one in a workflow without the condition, started by %s',
    async (trigger) => {
      const workflow = await withoutEngine()
      expect(await ran(workflow, { trigger, isOfFork: true })).toEqual({ code: 0, log: '' })
      expect(runner.started).toEqual([])
      const withoutCondition = workflow.replace(/^ {4}if: github\.event\.pull_request.*\n/m, '')
      const { code, log } = await ran(withoutCondition, { trigger, isOfFork: true })
      expect([code, log]).toEqual([1, expect.stringContaining('::error::This action runs nothing for')])
      expect(log).not.toContain('public suffix')
    },
  )

  it('review: a workflow of the same repository that another one starts is no fork', async () => {
    const workflow = (await withPlan()).replace(/^ {4}if: github\.event\.pull_request.*\n/m, '')
    expect((await ran(workflow, { trigger: 'workflow_run' })).log).toContain('Refused: 1 fatal finding.')
  })

  it.each([
    ['a plan outside of the checkout', 'plan: ../plan.tfplan', 'is outside of the checkout'],
    ['a link out of the checkout', 'plan: out/plan.tfplan', 'is outside of the checkout'],
    ['a plan that is missing', 'plan: $(touch harm)', 'does not exist'],
    ['a plan that looks like an option', 'plan: -x.tfplan', 'does not exist'],
    [
      'a folder outside of the checkout',
      'plan: infra/prod/plan.tfplan, folder: ..',
      'is outside of the checkout',
    ],
    ['a folder whose name is no label', 'folder: in fra', 'contains only letters, digits, - and _'],
    [
      'a stack that is a path',
      'plan: infra/prod/plan.tfplan, stack: ../x',
      'contains only letters, digits, - and _',
    ],
    ['nothing', "plan: ''", 'Nothing says which configuration it is'],
  ])('review: refuses %s', async (_, given, told) => {
    const workflow = await withoutEngine('../plan.tfplan', '"$RUNNER_TEMP/plan.tfplan"')
    await symlink(runner.temporary, join(runner.repository, 'out'))
    await runner.makeFolder('in fra')
    await runner.write('in fra/main.tf', '')
    const { code, log } = await ran(workflow.replace('plan: infra/prod/plan.tfplan', given))
    expect([code, log]).toEqual([1, expect.stringContaining(told)])
  })

  it.each(['apply', 'drift', 'lint', 'lists'] as const)(
    '%s: refuses tools outside of the checkout',
    async (action) => {
      await runner.write('stacks/berlin/main.tf', '')
      await symlink(runner.temporary, join(runner.repository, 'out'))
      const given = {
        lint: {},
        lists: { token: 'x' },
        drift: ofStack,
        apply: { ...ofStack, 'plan-key': 'x' },
      }[action]
      for (const [tools, told] of [
        ['..', 'is outside of the checkout'],
        ['out', 'is outside of the checkout'],
        ['-x', 'does not exist'],
      ] as const) {
        const { jobs, ...workflow } = JSON.parse(workflowWith(action, { ...given, tools }))
        const [checkout, it] = jobs.it.steps
        const change = [
          {
            name: 'Change',
            run: 'mkdir -p "$RUNNER_TEMP/it/change-berlin" && echo stacks/berlin > "$_/folder"',
          },
          {
            uses: 'actions/upload-artifact@0000',
            with: { name: 'change-berlin', path: `${expression('runner.temp')}/it` },
          },
        ]
        const steps = action === 'apply' ? [checkout, ...change, it] : [checkout, it]
        const { code, log } = await ran(JSON.stringify({ ...workflow, jobs: { it: { ...jobs.it, steps } } }))
        expect([code, log]).toEqual([1, expect.stringContaining(told)])
      }
    },
  )

  it('review: refuses two reviews with one label, in a job and in two', async () => {
    const workflow = await withPlan()
    await runner.write('.appliance-review.json', '{}')
    const [again = ''] = line.exec(workflow) ?? []
    const inJob = await ran(workflow.replace(line, `${again}${again}`))
    expect([inJob.code, inJob.log]).toEqual([
      1,
      expect.stringContaining('two reviews with the label infra-prod'),
    ])
    const [job = ''] = /^ {2}plan:\n[\s\S]*?(?=^ {2}comment:)/m.exec(workflow) ?? []
    const inTwo = await ran(workflow.replace(job, `${job}${job.replace('plan:', 'other:')}`))
    expect([inTwo.code, inTwo.log]).toEqual([
      1,
      expect.stringContaining('Conflict: an artifact with the name review-infra-prod'),
    ])
  })

  it('review: the job of the guide uploads findings for code scanning, and the job that plans writes nothing', async () => {
    const job = await blockOfGuide('  scan:')
    const sarif = workflowWith('review', { ...ofStack, sarif: 'true' }).replace('"tell":', '"ignored":')
    const { jobs, ...workflow } = JSON.parse(sarif)
    const planned = { ...jobs.it, name: 'Plan' }
    const { scan } = parse(job).jobs
    expect(scan.permissions).toEqual({ actions: 'read', contents: 'read', 'security-events': 'write' })
    expect(planned.permissions).toEqual({ contents: 'read' })
    const text = JSON.stringify({
      ...workflow,
      jobs: { plan: planned, scan: { ...scan, strategy: jobs.it.strategy } },
    })
    await declare('gov.uk', 'a.example')
    expect((await ran(text)).code).toBe(3)
    expect([...forge.scans.keys()]).toEqual(['appliance-berlin'])
    expect(forge.scans.get('appliance-berlin')).toMatchObject([{ ruleId: 'public-suffix' }])

    await declare('a.example')
    expect((await ran(text)).code).toBe(0)
    expect(forge.scans.get('appliance-berlin')).toEqual([])
    expect(forge.remarks).toEqual([])

    // A plan that failed leaves no findings, and the job that uploads them does not fail.
    const { needs: _needs, if: _if, ...alone } = { ...scan, strategy: jobs.it.strategy }
    forge.scans.clear()
    expect((await ran(JSON.stringify({ ...workflow, jobs: { scan: alone } }))).code).toBe(0)
    expect([...forge.scans]).toEqual([])
  })

  it('review: after it, other commands print through the script that the guide names', async () => {
    const guide = await readFile(resolve(__dirname, '../../docs/guides/pipelines.md'), 'utf8')
    const [, script = 'no script'] = /`sh (\S+\/log\.sh) COMMAND`/.exec(guide) ?? []
    const { jobs, ...workflow } = JSON.parse(workflowWith('review', ofStack))
    const print = { name: 'Print', run: `sh ${script} printf '::error::of a stranger\\n'` }
    const it = { ...jobs.it, steps: [...jobs.it.steps, print] }
    await declare('a.example')
    const { code, log } = await ran(JSON.stringify({ ...workflow, jobs: { it } }))
    expect([code, log]).toEqual([
      0,
      expect.stringMatching(/^::stop-commands::(\w+)\n::error::of a stranger\n::\1::$/m),
    ])
  })

  it('review: a plan that failed is an error, and says why', async () => {
    const incomplete = `${required(runner, 'berlin')}\nresource "appliance_category" "ads" {}\n`
    await runner.write('stacks/berlin/main.tf', incomplete)
    const { code, log } = await ran(review)
    expect([code, log]).toEqual([1, expect.stringContaining('told: error, .')])
    expect(forge.remarks).toMatchObject([{ body: expect.stringContaining('Missing required argument') }])
  })

  it('review: a stack that the workflow does not name fails the comments, and its comment says so', async () => {
    await declare('a.example')
    await runner.write('stacks/oslo/main.tf', required(runner, 'oslo'))
    const { code, log } = await ran(review)
    expect([code, log]).toEqual([1, expect.stringContaining('::error::The stack oslo has no review')])
    expect(forge.remarks.map(({ body }) => body)).toEqual([
      expect.stringContaining('1 site added'),
      expect.stringContaining('There is no plan.'),
    ])
  })

  it('review: nothing runs for the pull request of a fork, even in a workflow without the condition', async () => {
    await runner.write('stacks/berlin/main.tf', 'data "external" "x" { program = ["touch", "harm"] }')
    const { code, log } = await ran(workflowWith('review', ofStack), { isOfFork: true })
    expect([code, log]).toEqual([1, expect.stringContaining('::error::This action runs nothing for')])
    expect(log).not.toContain('Initializing')
  })

  it('review: a stack is a name, and never a path or a command', async () => {
    await declare('a.example')
    const { code, log } = await ran(workflowWith('review', { ...ofStack, stack: '../$(touch harm)' }))
    expect([code, log]).toEqual([1, expect.stringContaining('contains only letters, digits, - and _')])
  })

  it('drift: each difference and each finding stands at its line', async () => {
    const category = 'resource "appliance_category" "ads" {\n  name = "ads"\n'
    const settings = `${required(runner, 'berlin')}\n`
    await runner.write(
      'stacks/berlin/main.tf',
      `${settings}${category}  sites = ["a.example", "b.example"]\n}\n`,
    )
    expect((await ran(drift, { isPullRequest: false })).log).toMatch(
      /^::warning file=.*,title=not-applied::category ads: created/m,
    )
    const stack = join(runner.repository, 'stacks/berlin')
    const settled = { ...appliance.environment, APPLIANCE_TOKEN: tokenOfAppliance('berlin') }
    expect(await runner.run('sh', 'terraform init', {}, stack)).toMatchObject({ code: 0 })
    expect(await runner.run('sh', 'terraform apply -auto-approve', settled, stack)).toMatchObject({ code: 0 })
    expect((await ran(drift, { isPullRequest: false })).log).not.toMatch(/^::(error|warning) /m)

    const line = `${settings}${category}`.split('\n').length
    const id = appliance.store.categoryNamed('ads')?.id ?? 0
    appliance.store.removeSites(id, ['b.example'])
    const found = await ran(drift, { isPullRequest: false })
    expect([found.code, found.log]).toEqual([0, expect.stringContaining('told: changed, true.')])
    expect(found.log).toMatch(
      new RegExp(`^::warning file=stacks/berlin/main\\.tf,line=${line},title=[a-z-]+::.*b\\.example`, 'm'),
    )
    expect(found.log.match(/^::warning /gm)).toHaveLength(1)
    expect(await readdir(join(runner.artifacts, 'drift-berlin', 'drift-berlin'))).toEqual([
      'code',
      'drift.md',
    ])

    appliance.faults.set([{ effect: 'status', status: 403 }])
    const failed = await ran(drift, { isPullRequest: false })
    expect([failed.code, failed.log]).toEqual([1, expect.stringContaining('told: error, .')])
    expect(failed.log).toMatch(/^::error .*title=[a-z-]+::/m)
  })

  it('drift: an issue is opened, kept while a check fails, and closed', async () => {
    await declare('a.example')
    const { code, log } = await ran(drift, { isPullRequest: false })
    expect([code, log]).toEqual([0, expect.stringContaining('told: changed, true.')])
    const [issue] = forge.issues
    expect(issue).toMatchObject({ isOpen: true, labels: ['appliance-drift'] })
    expect(issue?.body).toContain('`berlin`')
    expect(await summary()).toContain('`berlin`')

    appliance.faults.set([{ effect: 'status', status: 403 }])
    appliance.store.create({ name: 'ads' })
    await declare('a.example', 'b.example')
    await runner.write('stacks/berlin/data.tf', 'data "appliance_category" "ads" {\n  name = "ads"\n}\n')
    const failed = await ran(drift, { isPullRequest: false })
    expect([failed.code, failed.log]).toEqual([1, expect.stringContaining('told: error, .')])
    expect(forge.issues).toEqual([issue])
    appliance.faults.clear()

    await rm(join(runner.repository, 'stacks/berlin/data.tf'))
    await runner.write('stacks/berlin/main.tf', required(runner, 'berlin'))
    expect(await ran(drift, { isPullRequest: false })).toMatchObject({
      code: 0,
      log: expect.stringContaining('told: unchanged, false.'),
    })
    expect(forge.issues).toEqual([issue])
    expect(issue).toMatchObject({ isOpen: false, remarks: [{ body: expect.stringContaining('No drift') }] })
  })

  it('drift: checks any folder, passes on options, and opens an issue for its label', async () => {
    await declare('a.example')
    await runner.write('infra/prod/.terraform.lock.hcl', lockFile)
    await declareIn('infra/prod', 'a.example')
    appliance.store.create({ name: 'News' })
    const options = '--unmanaged\n--ignore=a b*.json\n'
    await runner.write('a b*.json', JSON.stringify({ ignore: [] }))
    const given = { ...ofStack, stack: '', folder: 'infra/prod', options }
    const workflow = workflowWith('drift', given, 'drift/issues')
    const issues = `"uses":"${actions}/drift/issues@v0.1.0"`
    const { log } = await ran(workflow.replace(issues, `${issues},"with":{"stacks":"infra-prod"}`), {
      isPullRequest: false,
    })
    expect(log).toMatch(/News(.|\n)*told: changed, true\./)
    expect(forge.issues).toMatchObject([{ title: expect.stringMatching(/infra-prod$/) }])
    expect((await ran(drift, { isPullRequest: false })).log).not.toContain('News')
  })

  it('drift: runs OpenTofu if a workflow names its version', async () => {
    await declare('a.example')
    const ofOpenTofu = workflowWith('drift', { ...ofStack, 'opentofu-version': '1.12.6' })
    expect((await ran(ofOpenTofu, { isPullRequest: false })).log).toContain('told: changed, true.')
  })

  it('review and apply: applies the folder that was planned, with OpenTofu if a workflow names its version', async () => {
    const key = runner.makeKeys(join(runner.repository, 'ci/plans.pem'))
    await runner.write('in fra/"prod"/.terraform.lock.hcl', lockFile)
    await declareIn('in fra/"prod"', 'a.example')
    const text = await readFile(resolve(__dirname, '../../examples/pipelines/github/apply.yml'), 'utf8')
    const named = text
      .replaceAll(/^( +)stack: .*matrix.stack.*$/gm, `$&\n$1opentofu-version: 1.12.6`)
      .replace(/^( +)certificate: .*$/m, `$&\n$1folder: in fra/"prod"`)
    const ofBerlin = withStacks(parseWorkflow(named), ['berlin'])
    runner.push('main')
    const network = () => appliance.environment
    const event = eventOn(runner, { url: server.url, isPullRequest: false, network, key })
    const { code, log } = await runWorkflow(ofBerlin, runner, event)
    expect([code, log]).toEqual([0, expect.stringContaining('Apply complete! Resources: 1 added')])
  })

  it('lint: a fatal finding fails the job and stands at its line, in files of any name', async () => {
    await runner.write('.appliance-review.json', '{"lint": {"public-suffix": "fatal"}}')
    await runner.write('lists/ads.txt', 'a.example\n##[error]x.example\ngov.uk\n')
    await runner.write('more/*  $(touch harm).txt', 'b.example\nww1.b.example\n')
    const lint = workflowWith('lint', { paths: 'lists\nmore/*  $(touch harm).txt\n' })
    const { code, log } = await ran(lint)
    expect([code, log]).toEqual([3, expect.stringContaining('told: fatal, .')])
    expect(log).toMatch(/^::error file=lists\/ads\.txt,line=3,title=public-suffix::/m)
    expect(log).toMatch(/^::warning file=more\/\* {2}\$\(touch harm\)\.txt,line=2,title=never-active/m)
    // An old form of commands, which GitHub reads anywhere in a line that is no annotation.
    const read = log.replaceAll(/^::stop-commands::(\w+)$[\s\S]*?^::\1::$/gm, '').replaceAll(/^::.*$/gm, '')
    expect(read).not.toContain('##[')
    expect(await summary()).toContain('gov.uk')

    await runner.write('lists/ads.txt', 'a.example\n')
    expect(await ran(workflowWith('lint', {}))).toMatchObject({
      code: 0,
      log: expect.stringContaining('told: passed, .'),
    })
  })
})
