import { join } from 'node:path'
import { RunningCommand } from '../commands/running-command'
import type { TestAppliance } from './appliance'
import { operationsTrial } from './operations-trial'
import type { Trial } from './trial'
import { words } from './words'
import { describeWithEngineThatHas, type Run, type Workspace } from './workspace'

describeWithEngineThatHas('actions')('an action under the real engine', () => {
  let trial: Trial
  let appliance: TestAppliance
  let workspace: Workspace

  beforeEach(() => open())

  afterEach(() => trial.close())

  async function open(...settings: Parameters<typeof operationsTrial>): Promise<void> {
    trial = await operationsTrial(settings[0], settings[1], 'attached')
    ;({ appliance, workspace } = trial)
  }

  /** Asks for the action of a configuration, as a person does. */
  async function invoke(configuration: string): Promise<Run> {
    await workspace.write(configuration)
    const [, address = ''] = /action "(\w+)" "this"/.exec(configuration) ?? []
    const { exitCode, output } = await workspace.apply(`-invoke=action.${address}.this`)
    return { exitCode, output: words(output) }
  }

  it('runs when a person asks for it, says what is sent, and leaves no state', async () => {
    const { exitCode, output } = await invoke(action('backup_categories'))
    expect(output).toContain('Sending GET /categories/backup, and waiting for the answer.')
    expect(output).toContain('The appliance accepted the request')
    expect(exitCode).toBe(0)
    expect(appliance.writes()).toEqual(['GET /categories/backup'])
    expect((await workspace.run('state', 'list')).output).toBe('')
  })

  it('backs up the user directory', async () => {
    expect((await invoke(action('backup_directory'))).exitCode).toBe(0)
    await appliance.directory.settled()
    expect(appliance.directory.backups.all()).toHaveLength(1)
  })

  it('restarts the directory, and ends when it is back', async () => {
    await trial.close()
    const slow = { restartDelay: 600, restart: 1200 }
    await open('older', slow)
    const { exitCode, output } = await invoke(action('restart_directory', 'timeout = "1m"'))
    expect(output).toContain('Sending GET /openldap/restart, and waiting up to 1m until the service is back.')
    expect(output).toContain('The directory service is stopped.')
    expect(output).toContain('The directory service runs again.')
    expect(exitCode).toBe(0)
    expect(appliance.directory.service.phase).toBe('running')
    expect(appliance.writes()).toEqual(['GET /openldap/restart'])
  })

  describe('that compiles a category', () => {
    it('runs after a change of the resource that triggers it', async () => {
      const configuration = (site: string) => triggered('appliance_category.ads.id', site)
      await workspace.applied(configuration('one.example'))
      expect([...appliance.store.compiledSites(250)].sort()).toEqual(['ads.example', 'one.example'])
      await workspace.nothingToDo()
      appliance.writes()
      await workspace.write(configuration('two.example'))
      expect(await reviewOfPlan()).toMatch(/invoked after appliance_category.ads is updated/)
      await workspace.applied()
      expect(appliance.writes().at(-1)).toBe('PUT /categories/quick/250')
    })

    async function reviewOfPlan(): Promise<string> {
      await workspace.plan('-out=plan')
      await workspace.writeFile('plan.json', (await workspace.run('show', '-json', 'plan')).output)
      const { stdout } = await new RunningCommand(['review', join(workspace.folder, 'plan.json')]).ended
      return words(stdout)
    }

    describeWithEngineThatHas('callers')('and refers to the resource that triggers it', () => {
      it('runs after its change and with -invoke, if it names it caller', async () => {
        await workspace.applied(triggered('caller.id', 'one.example'))
        expect(appliance.writes().at(-1)).toBe('PUT /categories/quick/250')
        expect((await invoke(triggered('caller.id', 'one.example'))).exitCode).toBe(0)
        expect(appliance.writes().at(-1)).toBe('PUT /categories/quick/250')
      })

      // As the page of each action says (src/actions/carry-out.ts).
      it('runs after its change, but not with -invoke, if it uses the address', async () => {
        const configuration = triggered('appliance_category.ads.id', 'one.example')
        await workspace.applied(configuration)
        appliance.writes()
        expect((await invoke(configuration)).output).toContain('Reference to uninitialized resource')
        expect(appliance.writes()).toEqual([])
      })
    })

    it('names it by its number or its name, and sends nothing for a site that it does not contain', async () => {
      appliance.store.create({ name: 'Ads', description: '' })
      appliance.store.addSites(250, ['ads.example'])
      const compiled = await invoke(action('compile_category', 'name = "ads"', 'site = "www.Ads.example"'))
      expect(compiled.output).toContain('compile category "Ads" (number 250)')
      expect(compiled.exitCode).toBe(0)
      expect([...appliance.store.compiledSites(250)]).toEqual(['ads.example'])

      appliance.writes()
      const refused = await invoke(action('compile_category', 'id = "250"', 'site = "other.example"'))
      expect(refused.output).toContain('[appliance:compile-needs-site]')
      expect(appliance.writes()).toEqual([])
      expect([...appliance.store.sites(250)]).toEqual(['ads.example'])
      expect((await invoke(action('compile_category', 'id = "251"', 'site = "a.example"'))).output).toContain(
        '[appliance:not-found]',
      )
    })

    it('is refused by the plan where the older routes would need a site', async () => {
      await workspace.write(action('compile_category', 'id = "250"'))
      const { exitCode, output } = await workspace.run(
        'plan',
        '-no-color',
        '-invoke=action.appliance_compile_category.this',
      )
      expect(words(output)).toContain('[appliance:compile-needs-site]')
      expect(exitCode).toBe(1)
      expect(appliance.writes()).toEqual([])
    })

    it('needs no site for the autonomous service, which does not compile an empty one', async () => {
      await trial.close()
      await open('autonomous')
      appliance.store.create({ name: 'Ads', description: '' })
      const empty = await invoke(action('compile_category', 'name = "Ads"'))
      expect(empty.output).toContain('[appliance:compile-needs-site]')
      appliance.store.addSites(250, ['ads.example'])
      expect((await invoke(action('compile_category', 'name = "Ads"'))).exitCode).toBe(0)
      expect(appliance.writes().at(-1)).toBe('GET /categories/250/compile')
      expect([...appliance.store.compiledSites(250)]).toEqual(['ads.example'])

      appliance.faults.set([{ operation: 'compile', effect: 'truncate' }])
      const doubtful = await invoke(action('compile_category', 'name = "Ads"'))
      expect(doubtful.output).toContain('[appliance:compile-unconfirmed]')
      expect(doubtful.output).not.toContain('accepted the request')
      expect(doubtful.exitCode).toBe(0)
    })

    it('is refused at validation if it names the category twice, or something else than a site', async () => {
      expect(await workspace.invalid(action('compile_category', 'id = "1"', 'name = "a"'))).toContain(
        '[appliance:one-required]',
      )
      expect(
        await workspace.invalid(
          action('compile_category', 'id = "1"', 'site = "localhost"', 'timeout = "soon"'),
        ),
      ).toMatch(/"?localhost"? has no dot inside.*Must be a duration/)
    })

    it('is refused when it runs if it does not name the category, as Terraform 1.14 would crash before', async () => {
      await workspace.write(action('compile_category'))
      expect((await workspace.validate()).exitCode).toBe(0)
      const { exitCode, output } = await invoke(action('compile_category'))
      expect(output).toContain('[appliance:one-required]')
      expect(exitCode).toBe(1)
    })
  })

  it('fails once, with the words of the appliance, if that refuses it', async () => {
    appliance.faults.set([{ operation: 'backup', effect: 'refuse', error: 'DISK_FULL' }])
    const { exitCode, output } = await invoke(action('backup_categories'))
    expect(output).toContain('DISK_FULL')
    expect(occurrences('Error:', output)).toBe(1)
    expect(exitCode).toBe(1)
  })

  it('fails once, and says what is not known, if the answer is lost', async () => {
    appliance.faults.set([{ operation: 'backup', effect: 'drop', afterWork: true }])
    const { exitCode, output } = await invoke(action('backup_categories'))
    expect(output).toContain('may or may not archive all category data')
    expect(output).toContain('-invoke=action.appliance_backup_categories.NAME')
    expect(occurrences('Error:', output)).toBe(1)
    expect(exitCode).toBe(1)
    expect(appliance.store.backups).toHaveLength(1)
  })

  it('fails with the usual words if the appliance cannot be reached, of which the plan warns', async () => {
    await appliance.close()
    const { exitCode, output } = await invoke(action('backup_categories', 'timeout = "1m"'))
    expect(output).toContain('Could not check whether the appliance can run appliance_backup_categories')
    expect(output).toContain('[appliance:not-checked]')
    expect(output).toContain('Could not run appliance_backup_categories')
    expect(output).toContain('Could not connect')
    expect(exitCode).toBe(1)

    // Terraform 1.16 crashes at a warning about the block that is not there.
    const withoutBlock = await invoke(action('backup_categories'))
    expect(withoutBlock.output).toContain('Could not run appliance_backup_categories')
    expect(withoutBlock.output).not.toMatch(/crash|Could not check/i)
    await workspace.close()
    await open()
  })

  it('fails when its timeout is over', async () => {
    appliance.faults.set([{ operation: 'backup', effect: 'latency', milliseconds: 60_000 }])
    const { exitCode, output } = await invoke(action('backup_categories', 'timeout = "500ms"'))
    expect(output).toContain(
      'The action exceeded its timeout of 500ms. GET /categories/backup may have reached',
    )
    expect(exitCode).toBe(1)
  })

  it('that is stopped half way by Ctrl-C ends with one error, which says what is not known', async () => {
    appliance.faults.set([{ operation: 'backup', effect: 'latency', milliseconds: 60_000 }])
    await workspace.write(action('backup_categories'))
    const run = workspace.start(
      'apply',
      '-no-color',
      '-input=false',
      '-auto-approve',
      '-invoke=action.appliance_backup_categories.this',
    )
    while (!appliance.journal.entries().some(({ path }) => path === '/categories/backup'))
      await new Promise((resolve) => setTimeout(resolve, 5))
    run.process.kill('SIGINT')
    const { exitCode, output } = await run.ended
    expect(words(output)).toContain(
      'The run was stopped. GET /categories/backup may have reached the appliance, which may or may not archive all category data.',
    )
    // Terraform 1.14 and 1.15 put a heading of their own before the summary.
    const error = /Error: (?:Error when invoking action )?The outcome of an action is unknown/g
    expect(words(output).match(error)).toHaveLength(1)
    expect(exitCode).toBe(1)
  })
})

function occurrences(text: string, output: string): number {
  return output.split(text).length - 1
}

/** A category that an action compiles after each change. @param id how the action refers to the number of the category */
function triggered(id: string, site: string): string {
  return `
resource "appliance_category" "ads" {
  name    = "Ads"
  sites   = ["ads.example", "${site}"]
  compile = false
  lifecycle {
    action_trigger {
      events  = [after_create, after_update]
      actions = [action.appliance_compile_category.this]
    }
  }
}
${action('compile_category', `id = ${id}`, 'site = "ads.example"')}`
}

function action(type: string, ...attributes: readonly string[]): string {
  const config = attributes.length === 0 ? '' : `  config {\n    ${attributes.join('\n    ')}\n  }\n`
  return `action "appliance_${type}" "this" {\n${config}}\n`
}
