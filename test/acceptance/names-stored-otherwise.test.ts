import type { Fault } from '@webfilter/appliance-emulator'
import { category, Trial } from './trial'
import { describeWithEngine } from './workspace'

let trial: Trial

afterEach(() => trial.close())

describeWithEngine('a category whose name the appliance stores otherwise', () => {
  const names = () => trial.appliance.store.categories().map(({ name }) => name)

  beforeEach(async () => {
    trial = await Trial.open()
    trial.byHand('others')
  })

  it.each([
    ['html', 'R&D', 'R&amp;D'],
    ['cut', 'Advertising networks', 'Advertising'],
    ['without-spaces', 'Ad networks', 'Adnetworks'],
  ] as const)('is created once, and the error names it: %s', async (as, name, stored) => {
    trial.appliance.faults.set([{ operation: 'create', effect: 'stored-otherwise', as }])
    const said = await trial.failed(
      category('ads', 'sites = ["ads.example"]').replace('name = "ads"', `name = "${name}"`),
    )
    expect(said).toContain(`the creation of category "${name}", but the appliance does not list it.`)
    expect(said).toContain(`The list has a new entry: "${stored}" (251).`)
    expect(said).toContain('[appliance:not-listed]')
    const again = await trial.refused()
    expect(again).toContain(`The list has a new entry: "${stored}" (251).`)
    const unseen = await trial.workspace.apply('-refresh=false')
    expect([unseen.exitCode, unseen.output]).toEqual([1, expect.stringContaining('[appliance:not-listed]')])
    expect((await trial.workspace.apply()).exitCode).toBe(1)
    expect(names()).toEqual(['others', stored])
    // As the error says.
    const adopting = category('ads', 'sites = ["ads.example"]').replace('name = "ads"', `name = "${stored}"`)
    expect(await trial.planned(adopting)).toContain('[appliance:category-adopted]')
    await trial.applied(adopting)
    expect([names(), trial.stored(stored)]).toEqual([['others', stored], ['ads.example']])
    await trial.nothingToDo()
  })

  it.each([0, 1, 2, 3, 4])('is created once, if all lists but %i fail', async (skip) => {
    const otherwise = category('ads').replace('name = "ads"', 'name = "R&D"')
    await trial.workspace.write(otherwise)
    trial.appliance.faults.set([
      { operation: 'create', effect: 'stored-otherwise', as: 'html' },
      { operation: 'list', effect: 'refuse', error: 'DISK_FULL', skip },
    ])
    await trial.workspace.apply()
    trial.appliance.faults.set([{ operation: 'create', effect: 'stored-otherwise', as: 'html' }])
    await trial.workspace.apply()
    await trial.workspace.apply('-refresh=false')
    expect(trial.appliance.writes()).toHaveLength(1)
    expect(names()).toEqual(['others', 'R&amp;D'])
    // The way out does not create it once more.
    const { output } = await trial.workspace.plan()
    expect(output).toContain('[appliance:not-listed]')
    expect(output).not.toContain('create the category')
  })

  it('is created, and no list can be read afterward: the error says both', async () => {
    trial.appliance.faults.set([{ operation: 'list', effect: 'refuse', error: 'DISK_FULL', skip: 2 }])
    const said = await trial.failed(category('ads'))
    expect(said).toContain('accepted the creation of category "ads", but no list could be read after that: ')
    expect(said).toContain('DISK_FULL')
    trial.appliance.faults.clear()
    expect(await trial.planned()).toContain('[appliance:category-adopted]')
    await trial.applied()
    await trial.nothingToDo()
  })

  it('is adopted once it is listed by its name, or is created again once it is out of the state', async () => {
    trial.appliance.faults.set([{ operation: 'create', effect: 'pretend' }])
    const said = await trial.failed(category('ads'))
    expect(said).toContain('The list has no new entry.')
    trial.appliance.faults.clear()
    expect(await trial.refused()).toContain('[appliance:not-listed]')
    const id = trial.byHand('ads', 'theirs.example')
    expect(await trial.planned()).toContain('[appliance:category-adopted]')
    await trial.applied()
    expect(trial.stored('ads')).toEqual(['theirs.example'])
    await trial.nothingToDo()

    await trial.workspace.destroyed()
    trial.appliance.store.remove(id)
    trial.appliance.faults.set([{ operation: 'create', effect: 'pretend' }])
    await trial.failed(category('ads'))
    trial.appliance.faults.clear()
    await trial.workspace.run('state', 'rm', 'appliance_category.ads')
    await trial.applied()
    expect(names()).toEqual(['others', 'ads'])
  })

  it('leaves nothing to the removal of its block, which sends nothing, whatever protects it', async () => {
    trial.appliance.faults.set([{ operation: 'create', effect: 'stored-otherwise', as: 'html' }])
    await trial.failed(category('ads', 'deletion_protection = true').replace('name = "ads"', 'name = "R&D"'))
    trial.appliance.writes()
    await trial.applied('')
    expect(trial.appliance.writes()).toEqual([])
    expect(await trial.workspace.state('appliance_category.ads')).toBeUndefined()
  })

  it('is created once, too, if its replacement is created first', async () => {
    const lifecycle = 'lifecycle {\n    create_before_destroy = true\n  }'
    trial.appliance.faults.set([{ operation: 'create', effect: 'stored-otherwise', as: 'html' }])
    await trial.failed(category('ads', lifecycle).replace('name = "ads"', 'name = "R&D"'))
    expect((await trial.workspace.apply('-refresh=false')).exitCode).toBe(1)
    expect(names()).toEqual(['others', 'R&amp;D'])
  })
})

describeWithEngine('a group whose name the appliance stores otherwise', () => {
  const names = () => trial.appliance.directory.groups.all().map(({ name }) => name)
  const html: Fault = { operation: 'group-create', effect: 'stored-otherwise', as: 'html' }

  it('is created once, and the error names it', async () => {
    trial = await Trial.open({ directory: { service: 'running' } })
    trial.appliance.directory.groups.create({ name: 'others', organization: 'acme' })
    trial.appliance.faults.set([html])
    const said = await trial.failed(group('R&D'))
    expect(said).toContain('the creation of group "R&D"')
    expect(said).toContain('The list has a new entry: "R&amp;D" (5002).')
    expect(await trial.refused()).toContain('[appliance:not-listed]')
    expect((await trial.workspace.apply('-refresh=false')).exitCode).toBe(1)
    expect(names()).toEqual(['others', 'R&amp;D'])
    await trial.applied(group('R&amp;D'))
    expect(await trial.workspace.state('appliance_ldap_group.staff')).toMatchObject({ gid: 5002 })
    await trial.nothingToDo()
    expect(names()).toEqual(['others', 'R&amp;D'])
  })

  it.each([0, 1, 2, 3, 4])('is created once, if all lists but %i fail', async (skip) => {
    trial = await Trial.open({ directory: { service: 'running' } })
    await trial.workspace.write(group('R&D'))
    trial.appliance.faults.set([
      html,
      { operation: 'group-list', effect: 'refuse', error: 'DISK_FULL', skip },
    ])
    await trial.workspace.apply()
    trial.appliance.faults.set([html])
    await trial.workspace.apply()
    await trial.workspace.apply('-refresh=false')
    expect(trial.appliance.writes()).toHaveLength(1)
    expect(names()).toEqual(['R&amp;D'])
  })

  const group = (name: string) => `
resource "appliance_ldap_group" "staff" {
  name         = "${name}"
  organization = "acme"
}`
})
