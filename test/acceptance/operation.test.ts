import type { TestAppliance } from './appliance'
import { operationsTrial } from './operations-trial'
import type { Trial } from './trial'
import { describeWithEngine, type Workspace } from './workspace'

describeWithEngine('an operation', () => {
  let trial: Trial
  let appliance: TestAppliance
  let workspace: Workspace

  beforeEach(() => open())

  afterEach(() => trial.close())

  async function open(...settings: Parameters<typeof operationsTrial>): Promise<void> {
    trial = await operationsTrial(...settings)
    ;({ appliance, workspace } = trial)
  }

  it('is done once, again when its triggers change, and never by a destroy', async () => {
    await workspace.applied(operation('category_backup', {}, { week: '1' }))
    expect(appliance.writes()).toEqual(['GET /categories/backup'])
    await workspace.nothingToDo()

    expect(await workspace.applied(operation('category_backup', {}, { week: '2' }))).toContain(
      '1 added, 0 changed',
    )
    expect(appliance.store.backups).toHaveLength(2)

    appliance.writes()
    await workspace.destroyed()
    expect(appliance.writes()).toEqual([])
  })

  it('is done when its kind changes', async () => {
    await workspace.applied(operation('category_backup'))
    appliance.writes()
    await workspace.applied(operation('records_compile'))
    expect(appliance.writes()).toEqual(['GET /database/compile'])
  })

  it('compiles a category by way of one of its sites', async () => {
    appliance.store.create({ name: 'Ads', description: '' })
    appliance.store.addSites(250, ['ads.example'])
    await workspace.applied(operation('category_compile', { category_id: '250', site: 'www.Ads.example' }))
    // A placeholder name comes and goes, so that the appliance cannot skip the compile.
    expect(appliance.writes()).toEqual([
      'PUT /categories/quick/250',
      expect.stringMatching(/^GET \/categories\/delete\/250\/[a-z]{16}\.invalid$/),
      'PUT /categories/quick/250',
    ])
    expect([...appliance.store.compiledSites(250)]).toEqual(['ads.example'])

    expect(await workspace.failed(operation('category_compile', { category_id: '250' }))).toContain(
      'compile only together with a site',
    )
  })

  it('compiles a category with a site that it does not contain: what is added by that is active, and nothing else', async () => {
    appliance.store.create({ name: 'Ads', description: '' })
    appliance.store.addSites(250, ['ads.example', 'spots.example'])
    appliance.store.compile(250)
    await workspace.applied(operation('category_compile', { category_id: '250', site: 'banners.example' }))
    const all = ['ads.example', 'banners.example', 'spots.example']
    expect([...appliance.store.sites(250)].sort()).toEqual(all)
    expect([...appliance.store.compiledSites(250)].sort()).toEqual(all)
  })

  it('compiles with a site that the category gives up in the same apply', async () => {
    await workspace.applied(category(['v-3.example', 'v-4.example']))
    await workspace.applied(`
${category(['v-3.example', 'v-5.example'])}
resource "appliance_operation" "this" {
  name      = "category_compile"
  arguments = { category_id = appliance_category.this.id, site = "v-4.example" }
  triggers  = { sites = join(" ", appliance_category.this.sites) }
}
`)
    const all = ['v-3.example', 'v-4.example', 'v-5.example']
    expect([...appliance.store.sites(250)].sort()).toEqual(all)
    expect([...appliance.store.compiledSites(250)].sort()).toEqual(all)
  })

  it('compiles a category of the autonomous service by its number', async () => {
    await trial.close()
    await open('autonomous')
    appliance.store.create({ name: 'Ads', description: '' })
    appliance.store.addSites(250, ['ads.example'])
    await workspace.applied(operation('category_compile', { category_id: '250' }))
    expect(appliance.writes()).toEqual([
      'PUT /categories/quick/250',
      expect.stringMatching(/^GET \/categories\/delete\/250\/[a-z]{16}\.invalid$/),
      'GET /categories/250/compile',
    ])
    expect([...appliance.store.compiledSites(250)]).toEqual(['ads.example'])

    appliance.faults.set([{ operation: 'compile', effect: 'truncate' }])
    const said = await workspace.applied(
      operation('category_compile', { category_id: '250', site: 'ads.example' }),
    )
    expect(said).toContain('[appliance:compile-unconfirmed]')
  })

  it('backs up the user directory, imports the backup, restarts the service, and applies the schedule', async () => {
    await workspace.applied(operation('directory_backup'))
    await appliance.directory.settled()
    const [backup] = appliance.directory.backups.all()
    expect(backup).toBeDefined()

    await workspace.applied(operation('directory_import', { filename: backup?.filename ?? '' }))
    await appliance.directory.settled()
    await workspace.applied(operation('directory_restart'))
    expect(appliance.directory.service.running).toBe(true)
    await workspace.applied(operation('directory_schedule'))
    expect(appliance.writes()).toEqual([
      'GET /openldap/backup/now',
      `GET /openldap/backup/import/${backup?.filename}`,
      'GET /openldap/restart',
      'GET /openldap/set/schedule',
    ])
  })

  it('that restarts the directory ends when the service has gone and come back', async () => {
    await trial.close()
    const slow = { restartDelay: 600, restart: 600 }
    await open('older', slow)
    let ended = false
    const restarted = workspace.applied(operation('directory_restart')).then(() => {
      ended = true
    })
    while (appliance.directory.service.phase !== 'restarting' && !ended)
      await new Promise((resolve) => setTimeout(resolve, 5))
    expect(ended).toBe(false)
    await restarted
    expect(appliance.directory.service.phase).toBe('running')
    await appliance.directory.settled()
    expect(appliance.writes()).toEqual(['GET /openldap/restart'])
  })

  it('that the appliance refuses leaves no state, and is done by the next apply', async () => {
    appliance.faults.set([{ operation: 'backup', effect: 'refuse', error: 'DISK_FULL' }])
    expect(await workspace.failed(operation('category_backup'))).toContain('DISK_FULL')
    expect(await workspace.state('appliance_operation.this')).toBeUndefined()
    appliance.faults.clear()
    await workspace.applied(operation('category_backup'))
    expect(appliance.store.backups).toHaveLength(1)
  })

  it('whose answer was lost is not repeated, and the error says what the next apply does', async () => {
    appliance.faults.set([{ operation: 'backup', effect: 'drop', afterWork: true }])
    const said = await workspace.failed(operation('category_backup'))
    expect(said).toContain('The operation category_backup may or may not have run')
    expect(said).toContain('[appliance:outcome-unknown]')
    expect(said).toContain('The next apply runs it again')
    expect(appliance.store.backups).toHaveLength(1)
  })

  it('is refused at validation with arguments that it cannot have', async () => {
    const cases: readonly (readonly [string, string, string])[] = [
      ['an unknown name', operation('format_disk'), 'Must be one of "category_backup"'],
      [
        'an argument of no operation',
        operation('records_compile', { id: '1' }),
        '[appliance:operation-argument-invalid]',
      ],
      [
        'an argument too many',
        operation('records_compile', { id: '1' }),
        'does not support the argument id. It takes no arguments',
      ],
      ['a wrong argument', operation('category_compile', { id: '1' }), 'It takes only category_id and site'],
      ['an argument missing', operation('category_compile'), '[appliance:operation-argument-invalid]'],
      [
        'a name for a number',
        operation('category_compile', { category_id: 'ads' }),
        'must be the number of a category',
      ],
      [
        'no site',
        operation('category_compile', { category_id: '250', site: 'localhost' }),
        '"localhost" has no dot inside',
      ],
      [
        'a path',
        operation('directory_import', { filename: '../x.gz' }),
        '[appliance:operation-argument-invalid]',
      ],
    ]
    const said = await workspace.invalidEach(cases.map(([, configuration]) => configuration))
    expect(said).toEqual(cases.map(([, , says]) => expect.stringContaining(says)))
  })

  it('is refused at apply if an argument turns out to be wrong then', async () => {
    const said = await workspace.failed(`
resource "terraform_data" "id" {
  input = "ads"
}
resource "appliance_operation" "this" {
  name      = "category_compile"
  arguments = { category_id = terraform_data.id.output }
}
`)
    expect(said).toContain('must be the number of a category')
    expect(appliance.writes()).toEqual([])
  })
})

function category(sites: readonly string[]): string {
  return `
resource "appliance_category" "this" {
  name  = "Ads"
  sites = ${JSON.stringify(sites)}
}
`
}

function operation(
  name: string,
  given: Readonly<Record<string, string>> = {},
  triggers: Readonly<Record<string, string>> = {},
): string {
  return `
resource "appliance_operation" "this" {
  name      = "${name}"
  arguments = ${JSON.stringify(given)}
  triggers  = ${JSON.stringify(triggers)}
}
`
}
