import { execFileSync, spawnSync } from 'node:child_process'
import {
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { categoryChange, planText } from '../../packages/command/test/review/plans'
import { builtCommand, RunningCommand } from './running-command'

/** Milliseconds: of the runs of one test. */
jest.setTimeout(240_000)

const plan = planText([categoryChange('ads', ['a.example'], ['a.example'])])

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'appliance-pipes-'))
  write('list.txt', 'ads.example\n')
  write('plan.json', plan)
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** What stands where a file is sought, and nobody has named it. */
const others: readonly (readonly [string, (path: string) => void])[] = [
  ['a named pipe', pipeAt],
  ['a link to a device', (path) => symlinkSync('/dev/zero', path)],
]

describe.each(others)('where a command finds %s in place of a file', (_, place) => {
  it.each(['review plan.json', 'lint list.txt'])('%s refuses it as its settings', (words) => {
    place(at('.appliance-review.json'))
    const { status, stdout, stderr } = run(words)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(
      /^The settings ".*" cannot be read because they are (?:a named pipe|a device)\. Specify an existing file\.\n$/,
    )
  })

  it('install reads no CLI configuration from it', () => {
    place(at('.terraformrc'))
    mkdirSync(at('.terraform.d'))
    place(at('.terraform.d/other.tfrc'))
    const { status, stderr } = run('install')
    expect([status, stderr]).toEqual([0, expect.stringContaining('is installed')])
  })

  it('mirror refuses it as an index', () => {
    expect(run('mirror ./mirror').status).toBe(0)
    const index = at('mirror/registry.terraform.io/webfilter/appliance/index.json')
    rmSync(index)
    place(index)
    const { status, stderr } = run('mirror ./mirror')
    expect([status, stderr]).toEqual([1, expect.stringContaining('is not a file of a network mirror')])
  })

  it('explain and review take neither configuration nor lock file from it', () => {
    mkdirSync(at('.terraform'))
    for (const name of ['main.tf', 'more.tf.json', '.terraform.lock.hcl']) place(at(name))
    expect(run('explain ads.example --engine true').status).toBe(1)
    expect(run('review plan.json').status).toBe(0)
  })
})

describe('a file that the user names', () => {
  it('may be a pipe', () => {
    const named = (words: string) => {
      const script = `exec "$0" "$1" ${words}`
      return ended(spawnSync('bash', ['-c', script, process.execPath, builtCommand], options()))
    }
    const whole = run('review plan.json')
    expect(whole.status).toBe(0)
    for (const words of [
      'review <(cat plan.json)',
      'review - < plan.json',
      'review < <(cat plan.json)',
      'review /dev/stdin < plan.json',
      'review /dev/stdin < <(cat plan.json)',
      'review plan.json --config <(echo "{}")',
    ])
      expect([words, named(words)]).toEqual([words, whole])
  })

  it('may not be a pipe if it is a saved plan, which the engine opens itself', () => {
    write('saved.plan', 'PK\u0003\u0004')
    for (const [words, source] of [
      ['review <(cat saved.plan)', 'a pipe'],
      ['review /dev/stdin < saved.plan', 'standard input'],
      ['review - < saved.plan', 'standard input'],
    ] as const) {
      const script = `exec "$0" "$1" ${words}`
      const { status, stderr } = ended(
        spawnSync('bash', ['-c', script, process.execPath, builtCommand], options()),
      )
      expect([words, status, stderr]).toEqual([
        words,
        1,
        `A saved plan cannot be read from ${source}. Name its file, or pipe in the output of \`show -json\`.\n`,
      ])
    }
  })

  it('may be a socket that is the standard input', async () => {
    const { stdout } = spawnSync(process.execPath, [builtCommand, 'review', '/dev/stdin'], {
      ...options(),
      input: plan,
    })
    expect(stdout).toEqual(run('review plan.json').stdout)
  })

  it.each([
    ['review /dev/zero', 'because it is larger than 500 MiB'],
    ['review plan.json --messages /dev/zero', 'because it is larger than 500 MiB'],
    ['review plan.json --config /dev/zero', 'because they are larger than 16 MiB'],
    ['doctor --config /dev/zero', 'larger than 16 MiB'],
    ['export out --members /dev/zero', 'because it is larger than 16 MiB'],
    ['export out --state /dev/zero', 'because it is larger than 500 MiB'],
  ])('is read up to a limit: %s', (words, reason) => {
    const { status, stdout, stderr } = run(words)
    expect(status).toBe(1)
    expect(stdout + stderr).toContain(reason)
  })

  it.each([
    'review pipe',
    'review plan.json --messages pipe',
    'review plan.json --config pipe',
    'export out --members pipe',
    'export out --state pipe',
  ])('is not waited for any longer after Ctrl-C: %s', async (words) => {
    pipeAt(at('pipe'))
    const command = new RunningCommand(words.split(' '), environment(), builtCommand, home)
    const writer = await openedForWriting(at('pipe'))
    const { code, signal, stdout } = await command.stop('SIGINT')
    closeSync(writer)
    expect({ isDone: code === 0, stdout }).toEqual({ isDone: false, stdout: '' })
    expect(code === 1 || signal === 'SIGINT').toBe(true)
  })
})

/** Opens a pipe as soon as somebody reads it. */
async function openedForWriting(path: string): Promise<number> {
  for (;;) {
    try {
      return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
    } catch (error) {
      if (Object(error).code !== 'ENXIO') throw error
      await new Promise((settle) => setTimeout(settle, 20))
    }
  }
}

function run(words: string) {
  return ended(spawnSync(process.execPath, [builtCommand, ...words.split(' ')], options()))
}

function ended({ status, stdout, stderr }: ReturnType<typeof spawnSync>) {
  return { status, stdout: String(stdout), stderr: String(stderr) }
}

function options() {
  // Less than that of the test, so that a command that hangs is told as one that did not end well.
  return {
    cwd: home,
    env: { ...environment(), PATH: process.env.PATH },
    encoding: 'utf8',
    timeout: 60_000,
    killSignal: 'SIGKILL',
  } as const
}

function environment() {
  return { HOME: home, APPLIANCE_BASE_URL: 'http://127.0.0.1:1', APPLIANCE_TOKEN: 'token' }
}

function at(name: string): string {
  return join(home, name)
}

function write(name: string, text: string): void {
  writeFileSync(at(name), text)
}

function pipeAt(path: string): void {
  execFileSync('mkfifo', [path])
}
