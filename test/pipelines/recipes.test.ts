import { execFile, spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { categoryChange, planText, type WrittenChange } from '../../packages/command/test/review/plans'

const root = resolve(__dirname, '../..')
const pipelines = join(root, 'examples/pipelines')

/** A category whose name contains what Atlantis takes for a failure. */
const harmless = planText([categoryChange('failblog 1 failure', ['fail.example'], ['1 failure.example'])])
const refused = planText([categoryChange('ads', [], ['gov.uk'])])

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'appliance-test-recipes-'))
  await mkdir(join(folder, 'bin'))
  await symlink(join(root, 'dist/cli/appliance.cjs'), join(folder, 'bin/appliance'))
  path = `${join(folder, 'bin')}:${process.env.PATH}`
  await writeFile(
    join(folder, '.appliance-review.json'),
    JSON.stringify({ findings: { 'public-suffix': 'fatal' } }),
  )
})

afterEach(() => rm(folder, { recursive: true, force: true }))

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program in the folder. */
function run(words: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const [program = '', ...further] = words
  return new Promise((settle) => {
    execFile(
      program,
      further,
      { cwd: folder, env: { PATH: path, ...environment } },
      (error, stdout, stderr) =>
        settle({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, stdout, stderr }),
    )
  })
}

describe('the recipe for Atlantis', () => {
  const script = join(pipelines, 'atlantis/review.sh')
  // As its releases decide about the output of a custom policy check: until the end of 2025 by the word, then by these expressions.
  const isTakenForFailure = (output: string) => [
    /fail/i.test(output),
    output === '' || /[1-9]\d* failure|failures": \[/.test(output) || output.trim().startsWith('FAIL'),
  ]

  it.each([
    ['passes, whatever its categories are called', harmless, [false, false]],
    ['has a fatal finding', refused, [true, true]],
    ['cannot be read', '{}', [true, true]],
  ])('checks a plan that %s', async (_, plan, failures) => {
    await writeFile(join(folder, 'plan.json'), plan)
    const { code, stdout } = await run(['sh', script, 'check'], { PLANFILE: 'plan.json' })
    expect({ code, failures: isTakenForFailure(stdout) }).toEqual({ code: 0, failures })
  })

  it('shows the review in the comment of the plan, also of one that is refused, and stops at an error', async () => {
    await writeFile(join(folder, 'plan.json'), harmless)
    const shown = await run(['sh', script, 'show'], { PLANFILE: 'plan.json' })
    expect(shown.code).toBe(0)
    expect(shown.stdout).toContain('failblog')
    await writeFile(join(folder, 'plan.json'), refused)
    expect((await run(['sh', script, 'show'], { PLANFILE: 'plan.json' })).code).toBe(0)
    expect((await run(['sh', script, 'show'], { PLANFILE: 'missing.json' })).code).toBe(1)
    expect((await run(['sh', script])).code).toBe(1)
  })

  it('has a workflow that runs the script for both steps', async () => {
    const { workflows } = parse(await readFile(join(pipelines, 'atlantis/repos.yaml'), 'utf8'))
    const { plan, policy_check } = workflows.appliance
    expect([plan.steps.at(-1).run, policy_check.steps.at(-1).run]).toEqual([
      'sh /opt/appliance/review.sh show',
      'sh /opt/appliance/review.sh check',
    ])
  })
})

describe('the recipe for Spacelift', () => {
  const opa = process.env.APPLIANCE_TEST_OPA ?? 'opa'
  const itWithOpa = spawnSync(opa, ['version']).status === 0 ? it : it.skip

  it('writes the review where the policy finds it, and goes on', async () => {
    const { stack_defaults } = parse(await readFile(join(pipelines, 'spacelift/config.yml'), 'utf8'))
    await writeFile(join(folder, 'spacelift.plan'), refused)
    for (const command of stack_defaults.after_plan) expect((await run(['sh', '-c', command])).code).toBe(0)
    expect(await readdir(folder)).toContain('appliance.custom.spacelift.json')
  })

  itWithOpa('has a policy that denies what the review refuses, and a run without a review', async () => {
    const policy = join(pipelines, 'spacelift/plan-policy.rego')
    const decided = async (review: unknown) => {
      const input = { third_party_metadata: { custom: review === undefined ? {} : { appliance: review } } }
      await writeFile(join(folder, 'input.json'), JSON.stringify(input))
      const words = [opa, 'eval', '--data', policy, '--input', 'input.json', 'data.spacelift']
      const { result } = JSON.parse((await run(words)).stdout)
      const { deny, warn } = result[0].expressions[0].value
      return { deny, warn }
    }
    const reviewOf = async (plan: string) => {
      await writeFile(join(folder, 'plan.json'), plan)
      return JSON.parse((await run(['appliance', 'review', 'plan.json', '--format', 'json'])).stdout)
    }
    expect(await decided(await reviewOf(refused))).toMatchObject({
      deny: [expect.stringContaining('public suffix')],
    })
    expect(await decided(await reviewOf(harmless))).toMatchObject({ deny: [] })
    expect((await decided(undefined)).deny).toEqual([
      'There is no review of the plan. The log of the run says why.',
    ])
    expect((await run([opa, 'check', '--strict', policy])).code).toBe(0)
  })
})

/** A comment in a pull request. */
interface Comment {
  readonly id: number
  readonly author: string
  content: string
}

/** What the publisher of a recipe finds in its environment, with the forge at an address. */
const environments: Readonly<Record<string, (url: string) => Readonly<Record<string, string>>>> = {
  azure: (url) => ({
    BUILD_REPOSITORY_ID: 'repo',
    SYSTEM_ACCESSTOKEN: 'secret',
    SYSTEM_COLLECTIONURI: `${url}/acme/`,
    SYSTEM_PULLREQUEST_PULLREQUESTID: '7',
    SYSTEM_TEAMPROJECT: 'web filter',
  }),
  bitbucket: (url) => ({
    BITBUCKET_API_URL: `${url}/2.0`,
    BITBUCKET_PR_ID: '7',
    BITBUCKET_REPO_FULL_NAME: 'acme/appliance',
    BITBUCKET_TOKEN: 'secret',
  }),
}

/** The body of a request: a comment, or a thread with its first one. */
interface Body {
  readonly content?: string | { readonly raw: string }
  readonly comments?: readonly { readonly content: string }[]
}

function contentOf({ content, comments: [first] = [] }: Body): string {
  return typeof content === 'string' ? content : (content?.raw ?? first?.content ?? '')
}

/** As much of both interfaces as the recipes use. */
function answer(comments: Comment[], method: string, url: URL, body: Body): [number, unknown] {
  const content = contentOf(body)
  const threads = '/acme/web%20filter/_apis/git/repositories/repo/pullRequests/7/threads'
  const remarks = '/2.0/repositories/acme/appliance/pullrequests/7/comments'
  const changed = /\/(\d+)$/.exec(url.pathname)?.[1]
  switch (`${method} ${url.pathname.replace(/\/\d+$/, '/N')}`) {
    case 'GET /acme/_apis/connectionData':
      return [200, { authenticatedUser: { id: 'ours' } }]
    case `GET ${threads}`:
      return [
        200,
        {
          value: comments.map(({ id, author, content: text }) => ({
            id,
            isDeleted: false,
            comments: [{ id: 1, author: { id: author }, content: text }],
          })),
        },
      ]
    case `GET ${remarks}`: {
      // A page has one comment here, so that there are several.
      const page = Number(url.searchParams.get('page') ?? 0)
      const next = page + 1 < comments.length ? { next: `${url.origin}${remarks}?page=${page + 1}` } : {}
      const values = comments.slice(page, page + 1).map(({ id, author, content: raw }) => ({
        id,
        deleted: false,
        content: { raw },
        user: { uuid: author },
      }))
      return [200, { values, ...next }]
    }
    case `POST ${threads}`:
    case `POST ${remarks}`:
      comments.push({ id: comments.length + 1, author: 'ours', content })
      return [201, {}]
    case `PATCH ${threads}/${url.pathname.split('/').at(-3)}/comments/N`:
    case `PUT ${remarks}/N`: {
      const id = method === 'PATCH' ? url.pathname.split('/').at(-3) : changed
      const found = comments.find((each) => String(each.id) === id)
      if (found?.author !== 'ours') return [403, {}]
      found.content = content
      return [200, {}]
    }
    default:
      return [404, {}]
  }
}

describe.each(Object.keys(environments))('the recipe for %s', (name) => {
  const publish = join(pipelines, name, 'publish.mjs')
  let server: Server
  let comments: Comment[]
  let environment: Readonly<Record<string, string>>
  let status: number | undefined

  beforeEach(async () => {
    comments = []
    status = undefined
    server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const url = new URL(
          request.url ?? '',
          environment.BITBUCKET_API_URL ?? environment.SYSTEM_COLLECTIONURI,
        )
        const text = Buffer.concat(chunks).toString('utf8')
        const isAllowed = request.headers.authorization === 'Bearer secret'
        const [code, content] =
          status !== undefined || !isAllowed
            ? [status ?? 401, {}]
            : answer(comments, request.method ?? '', url, text === '' ? {} : JSON.parse(text))
        response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(content))
      })
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    environment = { ...environments[name]?.(url), RUN_URL: 'https://forge.example.org/run/1' }
  })

  afterEach(() => new Promise((closed) => server.close(closed)))

  const published = (report: string, stack = 'berlin') =>
    run([process.execPath, publish, report, stack], environment)

  it('keeps one comment for each stack, and touches none of others', async () => {
    comments.push({ id: 1, author: 'mallory', content: '# Appliance: `berlin`\n\nAll is well.' })
    await writeFile(join(folder, 'report.md'), 'first')
    expect(await published('report.md')).toMatchObject({ code: 0, stderr: '' })
    expect(await published('report.md', 'oslo')).toMatchObject({ code: 0, stderr: '' })
    await writeFile(join(folder, 'report.md'), 'second')
    expect(await published('report.md')).toMatchObject({ code: 0, stderr: '' })
    expect(comments.map(({ content }) => content)).toEqual([
      '# Appliance: `berlin`\n\nAll is well.',
      '# Appliance: `berlin`\n\nsecond',
      '# Appliance: `oslo`\n\nfirst',
    ])
  })

  it('says that there is no plan where its job failed before it', async () => {
    expect((await published('missing.md')).code).toBe(0)
    expect(comments[0]?.content).toContain('[Run](https://forge.example.org/run/1)')
  })

  it('fails with the status of a refusal, and without the token', async () => {
    status = 500
    const { code, stderr } = await published('missing.md')
    expect(code).not.toBe(0)
    expect(stderr).toContain('HTTP status 500')
    expect(stderr).not.toContain('secret')
  })

  it('runs scripts that exist, and reads plans and writes comments in separate jobs', async () => {
    const [file = ''] = (await readdir(join(pipelines, name))).filter((each) => each.endsWith('.yml'))
    const text = await readFile(join(pipelines, name, file), 'utf8')
    expect(() => parse(text)).not.toThrow()
    const scripts = new Set([...text.matchAll(/\bci\/([\w.-]+)/g)].map(([, script]) => script))
    for (const script of scripts) {
      const own = script === 'publish.mjs' ? name : 'ci'
      expect(await readdir(join(pipelines, own))).toContain(script)
    }
    expect(scripts.size).toBe(4)
    expect(text).toContain('REVIEW_FORMAT')
  })
})

describe('a report in plain Markdown', () => {
  it('has no HTML, and folds nothing', async () => {
    const many: readonly WrittenChange[] = Array.from({ length: 40 }, (_, index) =>
      categoryChange(`c${index}`, [], [`site-${index}.example`]),
    )
    await writeFile(join(folder, 'plan.json'), planText(many))
    const reviewed = (format: string) => run(['appliance', 'review', 'plan.json', '--format', format])
    expect((await reviewed('markdown')).stdout).toContain('<details>')
    const { stdout } = await reviewed('plain-markdown')
    expect(stdout).not.toMatch(/<\/?\w/)
    expect(stdout.match(/^- category/gm)?.length).toBeGreaterThanOrEqual(40)
    await writeFile(join(folder, 'review.md'), stdout)
    const report = await run([process.execPath, join(pipelines, 'ci/report.mjs'), 'berlin', 'review.md'])
    expect(report.stdout).not.toMatch(/<\/?\w/)
  })
})

describe('the recipe for Terramate', () => {
  /** What stands in for Terramate: it lists two stacks, and its script leaves a plan in one, and in the other the error of one. */
  const standIn = `#!/bin/sh
case "$*" in
  'list --changed') printf 'stacks/berlin\\nstacks/oslo\\n' ;;
  'script run --changed --continue-on-error -- appliance plan') cp plan.json stacks/berlin/plan.tfplan; exit 1 ;;
  *) exit 64 ;;
esac
`
  it('reviews all stacks that have changed, and names the one that failed', async () => {
    await cp(join(pipelines, 'terramate/review.sh'), join(folder, 'review.sh'))
    for (const stack of ['berlin', 'oslo']) await mkdir(join(folder, 'stacks', stack), { recursive: true })
    await writeFile(join(folder, 'bin/terramate'), standIn)
    await chmod(join(folder, 'bin/terramate'), 0o755)
    await writeFile(join(folder, 'plan.json'), harmless)
    const line = (rest: object) => `${JSON.stringify({ '@level': 'info', ...rest })}\n`
    const planned = line({
      type: 'planned_change',
      change: { resource: { addr: 'appliance_category.failblog 1 failure' } },
    })
    await writeFile(
      join(folder, 'stacks/berlin/plan.messages.json'),
      `${planned}${line({ type: 'change_summary' })}`,
    )
    const diagnostic = { severity: 'error', summary: 'No token', detail: 'Set APPLIANCE_TOKEN.' }
    await writeFile(join(folder, 'stacks/oslo/plan.messages.json'), line({ type: 'diagnostic', diagnostic }))
    const { code } = await run(['sh', 'review.sh', 'review.md'])
    const review = await readFile(join(folder, 'review.md'), 'utf8')
    expect(code).toBe(1)
    expect(review).toContain('## `berlin`')
    expect(review).toMatch(/## `oslo`\n\n\*\*The plan failed: 1 error\./)
    expect(await readdir(join(folder, 'stacks/berlin'))).toEqual([])
  })
})
