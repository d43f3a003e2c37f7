import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { build } from 'esbuild'
import { withoutWriteOnly } from './words'
import { describeWithEngine, engineHas, noticeIfLacking, Workspace } from './workspace'

noticeIfLacking('writeOnlyValues')
const itWithWriteOnlyValues = engineHas('writeOnlyValues') ? it : it.skip

describeWithEngine('the framework under the real engine', () => {
  let plugin: string
  let workspace: Workspace

  beforeAll(async () => {
    plugin = await mkdtemp(join(tmpdir(), 'everything-provider-'))
    const outfile = join(plugin, 'terraform-provider-everything')
    await build({
      entryPoints: [join(__dirname, 'everything-provider/main.ts')],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      banner: { js: '#!/usr/bin/env node' },
    })
    await chmod(outfile, 0o755)
  })

  afterAll(() => rm(plugin, { recursive: true, force: true }))

  beforeEach(() => open())
  afterEach(() => workspace.close())

  async function open(variables: Readonly<Record<string, string>> = {}): Promise<void> {
    workspace = await Workspace.empty(
      variables,
      `dev_overrides {\n    "test/everything" = ${JSON.stringify(plugin)}\n  }\n  direct {}`,
    )
  }

  const write = (configuration: string): Promise<void> =>
    workspace.writeFile(
      'main.tf',
      `terraform {\n  required_providers {\n    try = { source = "test/everything" }\n  }\n}\n${configuration}`,
    )

  it('carries every kind of value through plan, apply and state, unknown ones included', async () => {
    await write(`
resource "terraform_data" "late" {
  input = "late"
}
resource "try_everything" "all" {
  text   = "pre-\${terraform_data.late.id}"
  digits = 3.14159265358979323846264338327950288
  flag   = false
  words  = ["a", terraform_data.late.output, "a"]
  marks  = ["b", terraform_data.late.output]
  sizes  = { big = 9007199254740993, unsigned = 18446744073709551615, huge = 18446744073709551616, tenth = 0.1 }
  one    = { label = "x", size = 0.5 }
  some   = [{ label = "y" }, { label = terraform_data.late.output, mark = "own" }]
  any    = [{ label = "z" }, { label = "ä" }]
  named  = { key = { label = "v" } }
}
resource "try_everything" "nothing" {}
output "exact" {
  value = [
    try_everything.all.sizes.big - 9007199254740992,
    try_everything.all.sizes.huge - 18446744073709551615,
    try_everything.all.sizes.tenth == 0.1,
    try_everything.all.digits == 3.14159265358979323846264338327950288,
  ]
}
`)
    const applied = await workspace.applied()
    expect(applied).toContain('3 added')
    const { output } = await workspace.run('output', '-json', 'exact')
    expect(JSON.parse(output)).toEqual([1, 1, true, true])
    expect(await workspace.state('try_everything.all')).toMatchObject({
      words: ['a', 'late', 'a'],
      some: [
        { label: 'y', size: null, mark: 'none', serial: 'serial of y' },
        { label: 'late', size: null, mark: 'own', serial: 'serial of late' },
      ],
      named: { key: { label: 'v', mark: 'none', serial: 'serial of v' } },
      kind: 'plain',
    })
    expect(await workspace.state('try_everything.nothing')).toMatchObject({
      flag: true,
      one: null,
      some: null,
    })
    await workspace.nothingToDo()
  })

  it('points at the first line of a list, and not at all of them', async () => {
    const words = Array.from({ length: 2_000 }, (_, index) => `    "word ${index}",\n`)
    await write(`resource "try_everything" "it" {\n  words = [\n${words.join('')}  ]\n}`)
    const { output } = await workspace.validate()
    expect(output).toContain('Must have ten words at most.')
    expect(output).toContain('"word 0",')
    expect(output).not.toContain('"word 1",')
  })

  it('changes in place, replaces if the schema says so, and keeps what is stable', async () => {
    await write('resource "try_everything" "it" {\n  some = [{ label = "a" }]\n}')
    await workspace.applied()
    await write('resource "try_everything" "it" {\n  some = [{ label = "a" }, { label = "b" }]\n}')
    const changed = await workspace.planned()
    expect(changed).toContain('0 to add, 1 to change, 0 to destroy')
    expect(withoutWriteOnly(changed)).toContain('{ id = "1" ~ some')
    await workspace.applied()
    await write('resource "try_everything" "it" {\n  some = [{ label = "a" }]\n  kind = "other"\n}')
    expect(await workspace.planned()).toContain('forces replacement')
    expect(await workspace.applied()).toContain('1 added, 0 changed, 1 destroyed')
    await workspace.nothingToDo()
  })

  it('keeps what was set once in objects that stay, wherever they stand, and in no other ones', async () => {
    type Part = { readonly label: string; readonly key: string }
    type Parts = Record<'some' | 'any', readonly Part[]> & { one: Part; named: Record<string, Part> }
    const keys = async () => {
      const { one, some, any, named } = (await workspace.state('try_everything.it')) as Parts
      const ofParts = (parts: readonly Part[]) =>
        Object.fromEntries(parts.map(({ label, key }) => [label, key]))
      return {
        one: ofParts([one]),
        some: ofParts(some),
        any: ofParts(any),
        named: ofParts(Object.values(named)),
      }
    }
    const parts = (...labels: string[]) => `[${labels.map((label) => `{ label = "${label}" }`).join(', ')}]`
    const resource = (text: string, ...labels: string[]) => `resource "try_everything" "it" {
  text  = "${text}"
  one   = { label = "${text}" }
  some  = ${parts(...labels)}
  any   = ${parts(...labels)}
  named = { for part in ${parts(...labels)} : part.label => part }
}`
    await write(resource('before', 'a', 'b', 'c'))
    await workspace.applied()
    const before = await keys()
    await write(resource('after', 'c', 'new', 'a'))
    await workspace.applied()
    const after = await keys()
    expect(after.one.after).toBe(before.one.before)
    for (const place of ['some', 'any', 'named'] as const) {
      const { new: added, ...kept } = after[place]
      const { b: removed, ...stayed } = before[place]
      expect(kept).toEqual(stayed)
      expect([removed, ...Object.values(kept)]).not.toContain(added)
    }
    await workspace.nothingToDo()
  })

  itWithWriteOnlyValues(
    'uses a write-only value and stores it nowhere, hides sensitive ones, and warns about deprecated ones',
    async () => {
      await write(`
resource "try_everything" "it" {
  secret    = "hidden in output"
  secret_wo = "kept nowhere"
  old       = "x"
}
`)
      expect((await workspace.validate()).output).toContain('Use text.')
      const applied = await workspace.applied()
      expect(applied).toContain('(sensitive value)')
      expect(applied).not.toContain('hidden in output')
      const shown = await workspace.run('show', '-json')
      expect(applied + shown.output).not.toContain('kept nowhere')
      expect(await workspace.state('try_everything.it')).toMatchObject({
        wrote: '12 letters',
        secret_wo: null,
      })
      await workspace.nothingToDo()
    },
  )

  it('ends cleanly on Ctrl-C, with the reason as an error and no process left behind', async () => {
    const started = join(workspace.folder, 'started')
    await write(`resource "try_slow" "it" {\n  started_file = ${JSON.stringify(started)}\n}`)
    const { process: running, ended } = workspace.start('apply', '-no-color', '-auto-approve')
    while (!existsSync(started)) await setTimeout(50)
    if (running.pid) process.kill(-running.pid, 'SIGINT')
    const { exitCode, output } = await ended
    expect(exitCode).toBe(1)
    expect(output).toContain('Terraform was asked to stop.')
    expect(await workspace.state('try_slow.it')).toBeUndefined()
    if (running.pid) expect(() => process.kill(-(running.pid ?? 0), 0)).toThrow('ESRCH')
  })

  it('writes a log that the engine reads as its own', async () => {
    await workspace.close()
    await open({ TF_LOG_PROVIDER: 'TRACE' })
    const started = join(workspace.folder, 'started')
    await write(`resource "try_slow" "it" {\n  started_file = ${JSON.stringify(started)}\n}`)
    const { process: running, ended } = workspace.start('apply', '-no-color', '-auto-approve')
    while (!existsSync(started)) await setTimeout(50)
    running.kill('SIGINT')
    const { output } = await ended
    expect(output).toMatch(
      /\[INFO\] +provider\.everything: waiting: .*for=ever|\[INFO\] +provider\S*: waiting:? .*for=ever/,
    )
  })

  it('works with TLS switched off by the host', async () => {
    await workspace.close()
    await open({ TF_DISABLE_PLUGIN_TLS: '1' })
    await write('resource "try_everything" "it" {}')
    await workspace.applied()
  })
})
