import { startAppliance, type TestAppliance } from './appliance'
import { words } from './words'
import { describeWithEngine, Workspace } from './workspace'

const durations = { restart: 50, import: 50, backup: 20 }

describeWithEngine('an operation under the real engine', () => {
  let appliance: TestAppliance
  let workspace: Workspace

  beforeEach(async () => {
    await open('older')
  })

  afterEach(close)

  async function open(list: 'older' | 'autonomous'): Promise<void> {
    appliance = await startAppliance({ list, directory: { service: 'running', durations } })
    workspace = await Workspace.open({ ...appliance.environment, APPLIANCE_RETRIES: '1' })
    await workspace.write('')
    await workspace.init()
  }

  async function close(): Promise<void> {
    await workspace.close()
    await appliance.close()
  }

  async function applied(configuration: string): Promise<string> {
    await workspace.write(configuration)
    const { exitCode, output } = await workspace.apply()
    if (exitCode !== 0) throw new Error(output)
    return words(output)
  }

  it('is done once, again when its triggers change, and never by a destroy', async () => {
    await applied(operation('category_backup', {}, { week: '1' }))
    expect(appliance.writes()).toEqual(['GET /categories/backup'])
    expect((await workspace.plan()).exitCode).toBe(0)

    expect(await applied(operation('category_backup', {}, { week: '2' }))).toContain('1 added, 0 changed')
    expect(appliance.store.backups).toHaveLength(2)

    appliance.writes()
    expect((await workspace.destroy()).exitCode).toBe(0)
    expect(appliance.writes()).toEqual([])
  })

  it('is done when it is another one', async () => {
    await applied(operation('category_backup'))
    appliance.writes()
    await applied(operation('records_compile'))
    expect(appliance.writes()).toEqual(['GET /database/compile'])
  })

  it('compiles a category by way of one of its sites', async () => {
    appliance.store.create({ name: 'Ads', description: '' })
    appliance.store.addSites(250, ['ads.example'])
    await applied(operation('category_compile', { category_id: '250', site: 'www.Ads.example' }))
    expect(appliance.writes()).toEqual(['PUT /categories/quick/250'])
    expect([...appliance.store.compiledSites(250)]).toEqual(['ads.example'])

    await workspace.write(operation('category_compile', { category_id: '250' }))
    const { exitCode, output } = await workspace.apply()
    expect(exitCode).toBe(1)
    expect(words(output)).toContain('only compile along with a site')
  })

  it('compiles a category of the autonomous service by its number', async () => {
    await close()
    await open('autonomous')
    appliance.store.create({ name: 'Ads', description: '' })
    appliance.store.addSites(250, ['ads.example'])
    await applied(operation('category_compile', { category_id: '250' }))
    expect(appliance.writes()).toEqual(['GET /categories/250/compile'])
  })

  it('backs up the user directory, imports the backup, restarts the service, and applies the schedule', async () => {
    await applied(operation('directory_backup'))
    await appliance.directory.settled()
    const [backup] = appliance.directory.backups.all()
    expect(backup).toBeDefined()

    await applied(operation('directory_import', { filename: backup?.filename ?? '' }))
    await appliance.directory.settled()
    await applied(operation('directory_restart'))
    expect(appliance.directory.service.running).toBe(true)
    await applied(operation('directory_schedule'))
    expect(appliance.writes()).toEqual([
      'GET /openldap/backup/now',
      `GET /openldap/backup/import/${backup?.filename}`,
      'GET /openldap/restart',
      'GET /openldap/set/schedule',
    ])
  })

  it('that the appliance refuses is kept in no state, and done by the next apply', async () => {
    appliance.faults.set([{ operation: 'backup', effect: 'refuse', error: 'DISK_FULL' }])
    await workspace.write(operation('category_backup'))
    const { exitCode, output } = await workspace.apply()
    expect(exitCode).toBe(1)
    expect(output).toContain('DISK_FULL')
    expect(await workspace.state('appliance_operation.this')).toBeUndefined()
    appliance.faults.clear()
    await applied(operation('category_backup'))
    expect(appliance.store.backups).toHaveLength(1)
  })

  it('whose answer was lost is not repeated, and the error says what the next apply does', async () => {
    appliance.faults.set([{ operation: 'backup', effect: 'drop', afterWork: true }])
    await workspace.write(operation('category_backup'))
    const { exitCode, output } = await workspace.apply()
    expect(exitCode).toBe(1)
    expect(words(output)).toContain('Nobody can tell whether category_backup was done')
    expect(words(output)).toContain('The next apply does it again')
    expect(appliance.store.backups).toHaveLength(1)
  })

  it.each([
    ['an unknown name', operation('format_disk'), 'Must be one of "category_backup"'],
    ['an argument too many', operation('records_compile', { id: '1' }), 'takes no arguments'],
    ['a wrong argument', operation('category_compile', { id: '1' }), 'takes only category_id and site'],
    ['an argument missing', operation('category_compile'), 'cannot be done without category_id'],
    [
      'a name for a number',
      operation('category_compile', { category_id: 'ads' }),
      'not the number of a category',
    ],
    [
      'no site',
      operation('category_compile', { category_id: '250', site: 'localhost' }),
      '"localhost" has no dot inside',
    ],
    ['a path', operation('directory_import', { filename: '../x.gz' }), 'not the name of a file'],
  ])('is refused when it is checked, with %s', async (_, configuration, says) => {
    await workspace.write(configuration)
    const { exitCode, output } = await workspace.validate()
    expect(exitCode).toBe(1)
    expect(words(output)).toContain(says)
  })

  it('is refused at apply where an argument turns out to be wrong then', async () => {
    await workspace.write(`
resource "terraform_data" "id" {
  input = "ads"
}
resource "appliance_operation" "this" {
  name      = "category_compile"
  arguments = { category_id = terraform_data.id.output }
}
`)
    const { exitCode, output } = await workspace.apply()
    expect(exitCode).toBe(1)
    expect(words(output)).toContain('not the number of a category')
    expect(appliance.writes()).toEqual([])
  })
})

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
