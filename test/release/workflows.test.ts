import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

const root = resolve(__dirname, '../..')
const folders = ['.github/workflows', 'examples/pipelines/github', 'examples/cdktf/.github/workflows']
const files = folders
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
  .filter((path) => path.endsWith('.yml'))

const ownActions = readdirSync(join(root, 'actions'), { recursive: true, encoding: 'utf8' })
  .filter((path) => basename(path) === 'action.yml')
  .map((path) => `actions/${path}`)

const actionsOf = (path: string) =>
  [...readFileSync(join(root, path), 'utf8').matchAll(/^\s*(?:- )?uses: (.*)$/gm)].map(
    ([, action = '']) => action,
  )

describe('actions', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const isOfProject = (action: string) => action.startsWith('webfilter/terraform-provider-appliance/')

  it.each([...files, ...ownActions])('are pinned to the commit of a release in %s', (path) => {
    expect(actionsOf(path)).not.toEqual([])
    for (const action of actionsOf(path)) {
      // The commit of the release that contains this file does not exist yet.
      if (isOfProject(action)) expect(action.split('@')[1]).toBe(`v${version}`)
      else expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
    }
  })

  it('of this project exist where the examples look for them, in actions/', () => {
    const named = files.flatMap(actionsOf).filter(isOfProject)
    const paths = named.map((action) => action.replace(/^.*?\/.*?\/(.*)@.*$/, '$1/action.yml'))
    expect([...new Set(paths)].sort()).toEqual([...ownActions].sort())
  })

  it('are pinned to the same commits everywhere', () => {
    const named = new Set([...files, ...ownActions].flatMap(actionsOf))
    const names = new Set([...named].map((action) => action.split('@')[0]))
    expect(named.size).toBe(names.size)
  })
})

describe('jobs', () => {
  const variables = z.record(z.string(), z.unknown()).optional()
  const workflow = z.object({
    permissions: z.record(z.string(), z.literal('read')),
    env: variables,
    jobs: z.record(
      z.string(),
      z.looseObject({
        'timeout-minutes': z.number(),
        env: variables,
        steps: z.array(z.looseObject({ uses: z.string().optional(), with: variables })),
      }),
    ),
  })

  it.each(files)('end in time, and give secrets only to the steps that need them: %s', (path) => {
    const { jobs, env } = workflow.parse(parse(readFileSync(join(root, path), 'utf8')))
    for (const job of Object.values(jobs)) {
      expect(JSON.stringify([env, job.env])).not.toMatch(/secrets\.|github\.token/)
      const checkouts = job.steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'))
      for (const { with: inputs } of checkouts) expect(inputs).toMatchObject({ 'persist-credentials': false })
    }
  })
})

describe('the actions of this project', () => {
  const step = z.object({ run: z.string().optional(), env: z.record(z.string(), z.string()).optional() })
  const action = z.object({
    description: z.string(),
    runs: z.object({ steps: z.array(step.loose()) }),
  })
  const read = (path: string) => action.parse(parse(readFileSync(join(root, path), 'utf8')))

  it.each(ownActions)(
    'name the permissions that they require, and put no input into a script: %s',
    (path) => {
      const { description, runs } = read(path)
      expect(description).toMatch(/Required permissions: [a-z]/)
      for (const { run = '' } of runs.steps) expect(run).not.toContain('${{')
    },
  )

  it('give no token of GitHub to a step that plans, and none of an appliance to one that writes or installs', () => {
    const tokens = ownActions.flatMap((path) =>
      read(path).runs.steps.flatMap(({ env = {}, run = '' }) => {
        const scripts = [...run.matchAll(/[\w-]+\.(?:sh|mjs)/g)].map(([script]) => script)
        const given = Object.keys(env).filter((name) => /TOKEN|KEY/.test(name))
        return given.length === 0 ? [] : [[path, [...new Set(scripts)].join(' '), given.join(' ')]]
      }),
    )
    expect(tokens.sort()).toEqual([
      ['actions/apply/action.yml', 'log.sh apply.sh', 'APPLIANCE_TOKEN PLAN_KEY'],
      ['actions/drift/action.yml', 'log.sh drift.sh', 'APPLIANCE_TOKEN'],
      ['actions/drift/issues/action.yml', 'stacks.sh publish.mjs', 'GITHUB_TOKEN'],
      ['actions/lists/action.yml', 'log.sh push-lists.sh publish.mjs', 'GITHUB_TOKEN PUSH_TOKEN'],
      ['actions/review/action.yml', 'log.sh plan.sh review.sh', 'APPLIANCE_TOKEN'],
      ['actions/review/comment/action.yml', 'stacks.sh publish.mjs', 'GITHUB_TOKEN'],
    ])
  })
})

describe('engines', () => {
  const workflow = z.object({
    on: z.union([z.string().transform((event) => ({ [event]: null })), z.record(z.string(), z.unknown())]),
    jobs: z.record(
      z.string(),
      z.looseObject({
        strategy: z.looseObject({ matrix: z.unknown() }).optional(),
        steps: z.array(z.looseObject({ with: z.record(z.string(), z.unknown()).optional() })),
      }),
    ),
  })

  /** The versions that a workflow asks for; those of a matrix where it names one. */
  function versionsIn({ jobs }: z.infer<typeof workflow>): readonly unknown[] {
    return Object.values(jobs).flatMap(({ strategy, steps }) =>
      steps
        .flatMap(({ with: inputs = {} }) =>
          [inputs.terraform_version ?? [], inputs.tofu_version ?? []].flat(),
        )
        .flatMap((version) => {
          const [, name] = /^\$\{\{ matrix\.(\w+) \}\}$/.exec(String(version)) ?? []
          return name === undefined
            ? version
            : (z.looseObject({ [name]: z.array(z.unknown()) }).parse(strategy?.matrix)[name] ?? [])
        }),
    )
  }

  const isNightly = ({ on }: z.infer<typeof workflow>) =>
    Object.keys(on).every((event) => event === 'schedule' || event === 'workflow_dispatch')

  it.each(files)('have exact versions, except in a workflow of the night: %s', (path) => {
    const read = workflow.parse(parse(readFileSync(join(root, path), 'utf8')))
    for (const version of versionsIn(read)) {
      expect(version).toMatch(isNightly(read) ? /^(\d+\.\d+\.\d+|latest)$/ : /^\d+\.\d+\.\d+$/)
    }
  })

  it('are tried in their newest releases each night', () => {
    const latest = workflow.parse(parse(readFileSync(join(root, '.github/workflows/latest.yml'), 'utf8')))
    expect([isNightly(latest), versionsIn(latest)]).toEqual([true, ['latest', 'latest']])
  })
})

describe('the release', () => {
  const job = z.looseObject({
    needs: z.string().optional(),
    steps: z.array(z.looseObject({ uses: z.string().optional(), run: z.string().optional() })),
  })
  const { jobs } = z
    .object({ jobs: z.record(z.string(), job) })
    .parse(parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')))

  it('hands its key to one job, which runs nothing but the signing', () => {
    const withKey = Object.entries(jobs).filter(([, each]) => JSON.stringify(each).includes('secrets.'))
    expect(withKey.map(([name]) => name)).toEqual(['sign'])
    const { steps = [] } = jobs.sign ?? {}
    expect(steps.flatMap(({ run }) => run ?? [])).toEqual(['scripts/release/sign.sh release'])
    const used = steps.flatMap(({ uses }) => uses?.split('@')[0] ?? [])
    expect(used).toEqual(['actions/checkout', 'actions/download-artifact', 'actions/upload-artifact'])
  })

  it('is published only after it was started on each system, signed and attested', () => {
    const needs = Object.fromEntries(Object.entries(jobs).map(([name, each]) => [name, each.needs]))
    expect(needs).toEqual({ build: undefined, start: 'build', sign: 'start', publish: 'sign' })
    const { steps = [] } = jobs.publish ?? {}
    const attested = steps.findIndex(({ uses }) => uses?.startsWith('actions/attest-build-provenance@'))
    const published = steps.findIndex(({ run }) => run?.startsWith('gh release create'))
    expect(attested).toBeGreaterThanOrEqual(0)
    expect(published).toBeGreaterThan(attested)
  })
})
