import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { driftSchemaErrors, schemaErrors } from '../../packages/command/test/review/json-schema'
import { describeWithEngine } from '../acceptance/workspace'
import { Fleet } from './fleet'

/** Milliseconds: each case starts the engine some ten times. */
jest.setTimeout(240_000)

type Name = 'berlin' | 'oslo' | 'rome'

describeWithEngine('a fleet of three stacks', () => {
  let fleet: Fleet<Name>

  beforeEach(async () => {
    fleet = await Fleet.open(['berlin', 'oslo', 'rome'])
    await fleet.declare({ berlin: ['a.example'], oslo: ['a.example'], rome: ['a.example', 'r.example'] })
  })

  afterEach(async () => {
    expect(await readdir(fleet.temporary)).toEqual([])
    await fleet.close()
  })

  describe('has one review', () => {
    const plan = async (name: Name, path = join(fleet.folderOf(name), 'plan.tfplan')) => {
      await fleet.engine(name, 'plan', `-out=${path}`)
      return path
    }

    it('of the plans in their folders, which names each stack', async () => {
      for (const name of ['berlin', 'oslo', 'rome'] as const) await plan(name)
      const { code, stdout, stderr } = await fleet.run('review', fleet.out)
      expect({ code, stderr }).toEqual({ code: 2, stderr: '' })
      expect(stdout).toBe(`4 sites added, 3 created in 3 stacks.

berlin: 1 site added, 1 created.

  Added
    + category ads: created, or adopted if it already exists; 1 site: a.example

oslo: 1 site added, 1 created.

  Added
    + category ads: created, or adopted if it already exists; 1 site: a.example

rome: 2 sites added, 1 created.

  Added
    + category ads: created, or adopted if it already exists; 2 sites: a.example, r.example
`)
    })

    it('of plans and messages elsewhere, by one pattern each', async () => {
      fleet.appliances.rome.store.create({ name: 'ads' })
      const plans = join(fleet.out, '..')
      for (const name of ['berlin', 'oslo', 'rome'] as const) {
        const log = await fleet.engine(name, 'plan', '-json', `-out=${join(plans, `${name}.tfplan`)}`)
        await writeFile(join(plans, `${name}.messages`), log)
      }
      const messages = ['--messages', `${plans}/{stack}.messages`]
      const folders = await fleet.run('review', fleet.out, '--plan', `${plans}/{stack}.tfplan`, ...messages)
      expect(folders).toMatchObject({ code: 2, stderr: '' })
      expect(folders.stdout).toMatch(
        /^rome: .*\n\n(?:.*\n)*.*! category-adopted: category ads already exists/m,
      )
      const files = (['berlin', 'oslo', 'rome'] as const).map((name) => join(plans, `${name}.tfplan`))
      const chdir = ['--chdir', `${fleet.out}/stacks/{stack}`]
      expect(await fleet.run('review', ...files, ...chdir, ...messages)).toEqual(folders)
    })

    it('in the other formats', async () => {
      for (const name of ['berlin', 'oslo', 'rome'] as const) await plan(name)
      const markdown = join(fleet.out, 'review.md')
      const { code, stdout } = await fleet.run(
        'review',
        fleet.out,
        '--format',
        'markdown',
        '--output',
        markdown,
      )
      expect({ code, stdout }).toEqual({ code: 2, stdout: '4 sites added, 3 created in 3 stacks.\n' })
      expect((await readFile(markdown, 'utf8')).match(/^## .*$/gm)).toEqual([
        '## `berlin`',
        '## `oslo`',
        '## `rome`',
      ])
      const json = JSON.parse((await fleet.run('review', fleet.out, '--format', 'json')).stdout)
      expect(schemaErrors(json)).toEqual([])
      expect(json).toMatchObject({ stacks: [{ name: 'berlin' }, { name: 'oslo' }, { name: 'rome' }] })
    })

    it('without the stack whose plan is missing, which it names, and ends with 1', async () => {
      await plan('berlin')
      await plan('rome')
      const { code, stdout, stderr } = await fleet.run('review', fleet.out)
      expect(code).toBe(1)
      expect(stderr).toMatch(
        /^oslo: The folder ".*oslo" contains neither plan\.tfplan nor plan\.json\. .*\n$/,
      )
      expect(stdout).toMatch(
        /^1 of 3 stacks could not be reviewed: oslo\. 3 sites added, 2 created in 2 of 3 stacks\.\n/,
      )
      expect(stdout).toMatch(/^berlin: /m)
      expect(stdout).toMatch(/^oslo: The folder /m)
    })

    it('that keeps its form if there is one stack', async () => {
      const path = await plan('rome')
      const words = ['review', path, '--chdir', fleet.folderOf('rome'), '--format', 'json']
      const { stdout } = await fleet.run('review', fleet.folderOf('rome'), '--format', 'json')
      expect(JSON.parse(stdout)).toMatchObject({ format_version: '1.0', outcome: 'changes' })
      expect(await fleet.run(...words)).toMatchObject({ code: 2, stdout })
    })

    it.each([
      [
        'one file of messages',
        ['--messages', 'messages.json'],
        '--messages "messages.json" is one path for 3 stacks',
      ],
      ['one plan', ['--plan', 'change.tfplan'], '--plan "change.tfplan" is one path for 3 stacks'],
      ['standard input', ['-'], 'Standard input (-) contains one plan'],
    ])('not with %s for several stacks', async (_, words, said) => {
      const { code, stdout, stderr } = await fleet.run('review', fleet.out, ...words)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toContain(said)
    })
  })

  describe('has one report on drift', () => {
    beforeEach(async () => {
      await fleet.apply()
    })

    const numberOf = (name: Name) => fleet.appliances[name].store.categoryNamed('ads')?.id ?? 0

    it('without drift, and then with drift in one', async () => {
      expect(await fleet.run('drift', fleet.out)).toEqual({
        code: 0,
        signal: null,
        stderr: '',
        stdout: `No drift in 3 stacks.

berlin: No drift: 1 resource as declared.

oslo: No drift: 1 resource as declared.

rome: No drift: 1 resource as declared.
`,
      })
      fleet.appliances.rome.store.removeSites(numberOf('rome'), ['r.example'])
      const { code, stdout, stderr } = await fleet.run('drift', ...folders())
      expect({ code, stderr }).toEqual({ code: 2, stderr: '' })
      expect(stdout).toBe(`Drift in 1 of 3 stacks: 1 site missing.

rome: Drift: 1 site missing.

  Missing
    - category ads: 1 site missing: r.example

berlin: No drift: 1 resource as declared.

oslo: No drift: 1 resource as declared.
`)
      const json = JSON.parse((await fleet.run('drift', fleet.out, '--format', 'json')).stdout)
      expect(driftSchemaErrors(json)).toEqual([])
      expect(json).toMatchObject({ outcome: 'drift', totals: { sites_missing: 1 } })
    })

    it('with variables, and files of variables, for each stack', async () => {
      for (const name of ['berlin', 'oslo', 'rome'] as const) {
        await writeFile(join(fleet.folderOf(name), 'variables.tf'), 'variable "a" {}\nvariable "b" {}\n')
        const block = `resource "appliance_category" "${name}_ads" {\n  name = "ads"\n  sites = [var.a, var.b]\n}\n`
        await writeFile(join(fleet.folderOf(name), 'ads.tf'), block)
        await writeFile(join(fleet.out, `${name}.tfvars`), `b = "file.${name}.example"\n`)
        await fleet.engine(
          name,
          'apply',
          '-auto-approve',
          `-var=a=${name}.example`,
          `-var=b=file.${name}.example`,
        )
      }
      const files = `${fleet.out}/{stack}.tfvars`
      expect(
        await fleet.run('drift', fleet.out, '--var', 'a={stack}.example', '--var-file', files),
      ).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^No drift in 3 stacks\./) })
    })

    it('also if a plan fails: it is named, and the code is 1 whatever the others contain', async () => {
      fleet.appliances.rome.store.removeSites(numberOf('rome'), ['r.example'])
      await fleet.appliances.oslo.close()
      const { code, stdout, stderr } = await fleet.run('drift', fleet.out, '--parallelism', '1')
      expect(code).toBe(1)
      expect(stdout).toMatch(
        /^Drift cannot be determined in 1 of 3 stacks: oslo\. Drift in 1 of 3 stacks: 1 site missing\.\n/,
      )
      expect(stdout).toMatch(/^oslo: The plan failed, so drift cannot be determined\. .*\n/m)
      expect(stdout).toContain('r.example')
      expect(stderr).toMatch(/^oslo: The plan failed, so drift cannot be determined\. .* reported:\n/)
    })

    it('with advice on the folder that is not initialized', async () => {
      await rm(join(fleet.folderOf('oslo'), '.terraform'), { recursive: true })
      const { code, stdout, stderr } = await fleet.runLaunching('drift', fleet.out)
      expect(code).toBe(1)
      for (const text of [stderr, stdout]) expect(text).toMatch(/Run `\S+ init` in ".*\/stacks\/oslo" first/)
    })

    it('that ends in order at Ctrl-C: every engine has ended first, and no other is started', async () => {
      const hang = [{ operation: 'list' as const, effect: 'latency' as const, milliseconds: 60_000 }]
      const asked = (name: Name) => fleet.appliances[name].faults.report()[0]?.fitted ?? 0
      for (const { faults } of Object.values(fleet.appliances)) faults.set(hang)
      const running = fleet.start('drift', fleet.out, '--parallelism', '2')
      while (asked('berlin') === 0 || asked('oslo') === 0) await delay(20)
      expect(await fleet.locked()).toEqual(['berlin', 'oslo'])
      expect(asked('rome')).toBe(0)
      expect(await running.stop('SIGINT')).toMatchObject({
        code: 1,
        stdout: '',
        stderr: 'The run was interrupted, so drift cannot be determined. Run it again.\n',
      })
      expect(await fleet.locked()).toEqual([])
      expect(asked('rome')).toBe(0)
    })

    const folders = () => (['berlin', 'oslo', 'rome'] as const).map((name) => fleet.folderOf(name))
  })
})
