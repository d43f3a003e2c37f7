import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { handingOnInterrupts, runEngine } from '@webfilter/appliance-command/engine'
import { engineEnvironment } from '../../engine/environment'
import { findEngine } from '../../engine/find-engine'
import { categoryChange, planText } from '../../packages/command/test/review/plans'
import { builtCommand } from './running-command'

const engine = findEngine()?.command ?? ''
const itWithEngine = engine === '' ? it.skip : it

describe('the engine that the command starts', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'appliance-engine-'))
    await writeFile(join(folder, 'plan.json'), planText([categoryChange('ads', [], ['a.example'])]))
    await writeFile(join(folder, 'plan.tfplan'), 'PK\u0003\u0004')
  })

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true })
  })

  it('is the other one if the first on PATH cannot read the plan', async () => {
    await install('terraform', 'echo "cannot parse invalid wire-format data" >&2; exit 1')
    await install('tofu', 'cat plan.json')
    expect(command(['review', 'plan.tfplan'])).toMatchObject({ status: 2, stderr: '' })
  })

  it('is the only one that is on PATH', async () => {
    await install('tofu', 'cat plan.json')
    expect(command(['review', 'plan.tfplan'])).toMatchObject({ status: 2, stderr: '' })
  })

  it('is the one of TERRAFORM_BINARY_NAME, and no other', async () => {
    await install('terraform', 'cat plan.json')
    await install('mine', 'echo "no plan of mine" >&2; exit 1')
    const { status, stderr } = command(['review', 'plan.tfplan'], { TERRAFORM_BINARY_NAME: 'mine' })
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^mine cannot show .*no plan of mine\n$/s),
    })
    expect(command(['review', 'plan.tfplan'], { TERRAFORM_BINARY_NAME: '' })).toMatchObject({ status: 2 })
  })

  it('is the one of the option before that of the variable', async () => {
    await install('theirs', 'cat plan.json')
    const words = ['review', 'plan.tfplan', '--engine', 'theirs']
    expect(command(words, { TERRAFORM_BINARY_NAME: 'mine' })).toMatchObject({ status: 2, stderr: '' })
  })

  it('has reported why if neither can read the plan', async () => {
    await install('terraform', 'echo "not mine" >&2; exit 1')
    await install('tofu', 'echo "nor mine" >&2; exit 1')
    const { status, stderr } = command(['review', 'plan.tfplan'])
    expect(status).toBe(1)
    expect(stderr).toMatch(
      /^terraform and tofu cannot show "plan.tfplan"\. .*terraform reported:\nnot mine\ntofu reported:\nnor mine\n$/s,
    )
  })

  describe('for the bookmark of a plan that HCP Terraform keeps', () => {
    const bookmark = (hostname: string) =>
      JSON.stringify({ remote_plan_format: 1, run_id: 'run-CZcmD7eagjhyX0vN', hostname })

    beforeEach(async () => {
      await writeFile(join(folder, 'plan.tfplan'), bookmark('app.terraform.io'))
      await mkdir(join(folder, 'stack'))
    })

    it('shows the plan in the folder of the configuration', async () => {
      await install('terraform', '[ "$1 $2 $(basename "$PWD")" = "show -json stack" ] && cat ../plan.json')
      const { status, stdout, stderr } = command(['review', 'plan.tfplan', '--chdir', 'stack'])
      expect({ status, stderr }).toEqual({ status: 2, stderr: '' })
      expect(stdout).toMatch(/^1 site added\./)
    })

    it.each([
      ['app.terraform.io', ' or a token in TF_TOKEN_app_terraform_io'],
      ['tfe.eu-north.example.org', ' or a token in TF_TOKEN_tfe_eu__north_example_org'],
      // No variable has a token for a port.
      ['tfe.example.org:8443', ''],
    ])('needs a token, which is said if it shows nothing: %s', async (host, further) => {
      await writeFile(join(folder, 'plan.tfplan'), bookmark(host))
      await install('terraform', 'echo "Error: Required token could not be found" >&2; exit 1')
      expect(command(['review', 'plan.tfplan'])).toEqual({
        status: 1,
        stdout: '',
        stderr: [
          `terraform cannot show "plan.tfplan", a bookmark of a plan that HCP Terraform keeps (run-CZcmD7eagjhyX0vN on ${host}). `,
          `Pass --chdir with the initialized folder of its configuration, and log in with \`terraform login ${host}\`${further}. `,
          'terraform reported:\nError: Required token could not be found\n',
        ].join(''),
      })
    })

    it('crashes in releases that expect a cloud block, which is all that is shown of it', async () => {
      const banner = '!!!!! TERRAFORM CRASH !!!!!'
      await install(
        'terraform',
        `echo "${banner}\\n\\npanic: runtime error\\ngoroutine 1 [running]:" >&2; exit 11`,
      )
      const { status, stderr } = command(['review', 'plan.tfplan'])
      expect(status).toBe(1)
      expect(stderr).toMatch(
        /terraform crashed\. Some releases do so in a folder whose configuration has no `cloud` block\.\n$/,
      )
      expect(stderr).not.toContain('goroutine')
    })

    itWithEngine.each([
      ['without a configuration', ''],
      [
        'that is not initialized',
        'terraform {\n  cloud {\n    organization = "acme"\n    workspaces {\n      name = "filter"\n    }\n  }\n}\n',
      ],
    ])('is the real one, which shows nothing in a folder %s', async (_, configuration) => {
      await writeFile(join(folder, 'stack', 'main.tf'), configuration)
      const words = ['review', 'plan.tfplan', '--chdir', 'stack', '--engine', engine]
      const { status, stderr } = command(words, await engineEnvironment(folder))
      expect(status).toBe(1)
      expect(stderr).toContain(
        ' cannot show "plan.tfplan", a bookmark of a plan that HCP Terraform keeps (run-',
      )
      expect(stderr).not.toContain('goroutine')
    })

    it('is not started for standard input', async () => {
      await install('terraform', 'cat plan.json')
      expect(command(['review', '-'], {}, bookmark('app.terraform.io'))).toEqual({
        status: 1,
        stdout: '',
        stderr:
          'A bookmark of a plan that HCP Terraform keeps (run-CZcmD7eagjhyX0vN on app.terraform.io) cannot be read from standard ' +
          'input. Name its file, or pipe in the output of `show -json`.\n',
      })
    })

    it('is not started for what only looks similar', async () => {
      await writeFile(join(folder, 'plan.tfplan'), '{"run_id": "run-1", "hostname": "app.terraform.io"}')
      expect(command(['review', 'plan.tfplan']).stderr).toContain(
        'This is not a plan: it has no format_version.',
      )
    })
  })

  it.each([
    ['tofu', 'registry.opentofu.org', 'tofu'],
    ['terraform', 'registry.terraform.io', 'terraform'],
    ['the first, if the file says nothing of it', 'registry.example.org', 'terraform'],
  ])('is that of the lock file in a folder: %s', async (_, host, expected) => {
    for (const engine of ['terraform', 'tofu']) await install(engine, `echo "this is ${engine}" >&2; exit 1`)
    await mkdir(join(folder, 'stack'))
    await writeFile(
      join(folder, 'stack', '.terraform.lock.hcl'),
      `provider "${host}/acme/appliance" {\n  version = "0.1.0"\n}\n`,
    )
    expect(command(['drift', 'stack']).stderr).toContain(`this is ${expected}`)
  })

  it('is one that is on PATH, whatever the lock file says', async () => {
    await install('terraform', 'echo "this is terraform" >&2; exit 1')
    await writeFile(
      join(folder, '.terraform.lock.hcl'),
      'provider "registry.opentofu.org/acme/appliance" {\n}\n',
    )
    expect(command(['drift']).stderr).toContain('this is terraform')
  })

  it.each([
    ['drift', ['drift']],
    ['review', ['review', 'plan.tfplan']],
    ['explain', ['explain', 'a.example', '--chdir', '.', '--root', '.']],
  ])('is interrupted if it does not end in time: %s', async (_, words) => {
    await install('terraform', 'sleep 600 & echo $! $$ > pids; wait')
    const { status, stdout, stderr } = command([...words, '--engine-timeout', '1s'])
    expect(status).toBe(1)
    expect(`${stdout}${stderr}`).toMatch(
      /"terraform" did not end within 1 second in "\.", and was interrupted\. Find out .* with --engine-timeout\./,
    )
    await allEnded()
  })

  it('is killed with all that it has started if it does not end then either', async () => {
    await install(
      'terraform',
      'trap "" INT; sleep 600 & echo $! $$ > pids; while :; do wait; sleep 600; done',
    )
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] })
    const running = handingOnInterrupts('', async (interrupts) => {
      return await runEngine(join(folder, 'bin/terraform'), [], folder, { timeout: 1_800_000, interrupts })
    })
    const outcome = running.catch((error: unknown) => error)
    while (!(await pids().catch(() => ''))) await new Promise((settle) => setImmediate(settle))
    jest.advanceTimersByTime(1_800_000)
    expect((await pids()).map((pid) => process.kill(pid, 0))).toEqual([true, true])
    jest.advanceTimersByTime(30_000)
    expect(await outcome).toMatchObject({ message: expect.stringContaining('within 30 minutes') })
    jest.useRealTimers()
    await allEnded()
  })

  it('has a time limit with a unit', () => {
    expect(command(['drift', '--engine-timeout', '30']).stderr).toContain(
      'The time must be from 1s to 24h, with its unit, such as 45m or 1h30m.',
    )
  })

  async function pids(): Promise<number[]> {
    return (await readFile(join(folder, 'pids'), 'utf8')).trim().split(' ').map(Number)
  }

  /** Waits until none of the processes exists that the engine has named. */
  async function allEnded(): Promise<void> {
    for (const pid of await pids()) {
      const isThere = () => {
        try {
          return process.kill(pid, 0)
        } catch {
          return false
        }
      }
      while (isThere()) await new Promise((settle) => setImmediate(settle))
    }
  }

  /** A program in the only folder of PATH. */
  async function install(name: string, script: string): Promise<void> {
    await mkdir(join(folder, 'bin'), { recursive: true })
    await writeFile(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`)
    await chmod(join(folder, 'bin', name), 0o755)
  }

  function command(
    words: readonly string[],
    environment: Readonly<Record<string, string>> = {},
    input: string = '',
  ) {
    const env = { PATH: `${join(folder, 'bin')}:/bin:/usr/bin`, ...environment }
    const options = { cwd: folder, encoding: 'utf8' as const, env, input }
    const { status, stdout, stderr } = spawnSync(process.execPath, [builtCommand, ...words], options)
    return { status, stdout, stderr }
  }
})
