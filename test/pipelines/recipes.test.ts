import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
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
  })
})
