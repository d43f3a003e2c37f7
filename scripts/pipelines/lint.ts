import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { blocksOfYaml, excessiveRights } from './rights'

// Checks the workflows of this project and of the examples, and its actions, with actionlint and zizmor, each in a fixed version:
//   tsx scripts/pipelines/lint.ts [--required]
// First, it looks in the workflows, the pipelines of GitLab and the pages for jobs that plan and may write.
// They are installed in node_modules/.cache, and nowhere else. Python's installer compares zizmor with the hashes of requirements.txt, and Go
// compares actionlint with its checksum database. If one of them cannot be installed, for example because Go or Python is missing, a notice
// says so. With --required, this is a failure.

const root = resolve(__dirname, '../..')
const cache = join(root, 'node_modules/.cache/pipelines')
const isRequired = process.argv.includes('--required')

interface Tool {
  readonly name: string
  readonly version: string
  /** Installs it into a folder. */
  readonly install: (folder: string) => Ended
  /** The executable in that folder. */
  readonly executable: string
  readonly arguments: readonly string[]
}

interface Ended {
  readonly isSuccess: boolean
  /** Why it failed, in one line. */
  readonly reason: string
}

const folders = ['.github/workflows', 'examples/pipelines/github', 'examples/cdktf/.github/workflows']
const workflows = folders
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)))
  .filter((path) => path.endsWith('.yml'))
/** actionlint reads no actions. */
const actions = readdirSync(join(root, 'actions'), { recursive: true, encoding: 'utf8' })
  .filter((path) => basename(path) === 'action.yml')
  .map((path) => join('actions', path))

const config = 'scripts/pipelines/zizmor.yml'

const tools: readonly Tool[] = [
  {
    name: 'actionlint',
    version: '1.7.12',
    install: (folder) =>
      run('go', ['install', 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12'], {
        GOBIN: folder,
        GOFLAGS: '',
      }),
    executable: 'actionlint',
    // Without the checkers of other languages, which only some machines have.
    arguments: ['-shellcheck=', '-pyflakes=', ...workflows],
  },
  {
    name: 'zizmor',
    version: '1.32.0',
    install: (folder) => {
      const words =
        '-m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: --require-hashes'
      const list = join(root, 'scripts/pipelines/requirements.txt')
      return run('python3', [...words.split(' '), '--target', folder, '--requirement', list], {})
    },
    executable: 'bin/zizmor',
    arguments: [
      ...['--offline', '--no-progress', '--strict-collection', '--persona=auditor'],
      ...['--config', config, ...workflows, ...actions, '.pre-commit-hooks.yaml'],
    ],
  },
]

if (!checkRights()) process.exitCode = 1
for (const tool of tools) if (!check(tool)) process.exitCode = 1

/** @returns whether no job that plans may write, in files and in the pages that print some */
function checkRights(): boolean {
  const pages = ['README.md', ...filesIn('docs', '.md'), ...filesIn('examples', '.md')]
  const pipelines = [
    ...workflows,
    ...filesIn('templates', '.yml'),
    ...filesIn('examples/pipelines/gitlab', '.yml'),
  ]
  const parts = [
    ...pipelines.map((path) => [path, [readFileSync(join(root, path), 'utf8')]] as const),
    ...pages.map((path) => [path, blocksOfYaml(readFileSync(join(root, path), 'utf8'))] as const),
  ]
  const problems = parts.flatMap(([path, texts]) =>
    texts.flatMap(excessiveRights).map((problem) => `${path}: ${problem}`),
  )
  for (const problem of problems) console.error(problem)
  const count = parts.reduce((sum, [, texts]) => sum + texts.length, 0)
  if (problems.length === 0) console.error(`rights: no job that plans may write, in ${count} pipelines.`)
  return problems.length === 0
}

function filesIn(folder: string, ending: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending) && !path.includes('node_modules'))
    .map((path) => join(folder, path))
}

/** @returns whether the workflows pass, or the check was skipped with a notice */
function check(tool: Tool): boolean {
  const folder = join(cache, `${tool.name}-${tool.version}`)
  const executable = join(folder, tool.executable)
  if (!existsSync(executable)) {
    const { isSuccess, reason } = installed(tool, folder)
    if (!isSuccess) {
      console.error(`${tool.name} ${tool.version} cannot be installed: ${reason}.`)
      if (!isRequired) console.error(`The workflows are not checked with ${tool.name}.`)
      return !isRequired
    }
  }
  const { status } = spawnSync(executable, tool.arguments, { cwd: root, stdio: 'inherit' })
  const checked = tool.arguments.filter((each) => each.endsWith('.yml') && each !== config).length
  if (status === 0) console.error(`${tool.name}: no findings in ${checked} files.`)
  return status === 0
}

/** Installs a tool beside its place first, so that an interrupted installation leaves nothing that looks complete. */
function installed(tool: Tool, folder: string): Ended {
  const beside = `${folder}.${process.pid}`
  mkdirSync(beside, { recursive: true })
  try {
    const ended = tool.install(beside)
    if (ended.isSuccess) renameSync(beside, folder)
    return ended
  } finally {
    rmSync(beside, { recursive: true, force: true })
  }
}

function run(command: string, words: readonly string[], variables: Readonly<Record<string, string>>): Ended {
  const environment = { ...process.env, ...variables }
  const { error, status, stderr } = spawnSync(command, words, { env: environment, encoding: 'utf8' })
  if (error) return { isSuccess: false, reason: `${command} is not on PATH or cannot be started` }
  const lines = stderr.trim().split('\n')
  return { isSuccess: status === 0, reason: `${command} failed: ${lines.at(-1)}` }
}
