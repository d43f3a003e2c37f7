import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { categoryChange, planText } from '../tools/review/plans'

const builtCommand = resolve(__dirname, '../../dist/cli/appliance.cjs')

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

  /** A program in the only folder of PATH. */
  async function install(name: string, script: string): Promise<void> {
    await mkdir(join(folder, 'bin'), { recursive: true })
    await writeFile(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`)
    await chmod(join(folder, 'bin', name), 0o755)
  }

  function command(words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
    const env = { PATH: `${join(folder, 'bin')}:/bin:/usr/bin`, ...environment }
    const options = { cwd: folder, encoding: 'utf8' as const, env }
    const { status, stdout, stderr } = spawnSync(process.execPath, [builtCommand, ...words], options)
    return { status, stdout, stderr }
  }
})
