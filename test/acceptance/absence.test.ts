import { startAppliance, type TestAppliance } from './appliance'
import { describeWithEngine, Workspace } from './workspace'

const manners = [
  { text: 'kein Eintrag für {name}', status: 404 },
  { text: 'uid={name},ou=server,dc=example: 32', status: 500 },
  { text: 'ERR-1042' },
] as const

describeWithEngine('an appliance with its own wording for what does not exist', () => {
  let appliance: TestAppliance
  let workspace: Workspace

  async function open(absence: (typeof manners)[number]): Promise<void> {
    appliance = await startAppliance({
      absence,
      list: 'autonomous',
      directory: { service: 'running', absence },
    })
    workspace = await Workspace.open(appliance.environment)
  }

  afterEach(async () => {
    await workspace.close()
    await appliance.close()
  })

  it.each(manners)('is understood: %j', async (absence) => {
    await open(absence)
    await workspace.applied(ads, ann)
    await workspace.nothingToDo()
    appliance.store.removeSites(250, ['two.example'])
    appliance.directory.members.remove('ann.lee')
    const said = await workspace.planned()
    expect(said).toContain('+ "two.example"')
    expect(said).toContain('appliance_ldap_member.ann will be created')
    await workspace.applied()
    expect(appliance.directory.members.get('ann.lee')?.attributes.sn).toBe('Lee')
    await workspace.nothingToDo()
    appliance.directory.members.remove('ann.lee')
    await workspace.destroyed()
    expect([...appliance.store.sites(250)]).toEqual([])
  })

  it('is not believed if all sites seem to be gone but the category counts as many', async () => {
    await open(manners[0])
    await workspace.applied(ads)
    appliance.store.removeSites(250, ['one.example', 'two.example', 'three.example'])
    appliance.store.addSites(250, ['four.example', 'five.example', 'six.example'])
    const said = await workspace.refused()
    expect(said).toContain(
      'answers for every managed site of category "ads" as for a site that no category contains',
    )
    expect(said).toContain('counts 3 sites in it')
    expect(said).toContain('[appliance:absence-unproven]')
    expect(said).toContain('terraform state rm')
    appliance.store.removeSites(250, ['six.example'])
    expect(await workspace.refused()).toContain('[appliance:absence-unproven]')
    appliance.store.removeSites(250, ['four.example', 'five.example'])
    expect(await workspace.planned()).toContain('+ "one.example"')
  })
})

const ads = `
resource "appliance_category" "ads" {
  name  = "ads"
  sites = ["one.example", "two.example", "three.example"]
}`

const ann = `
resource "appliance_ldap_member" "ann" {
  uid          = "ann.lee"
  first_name   = "Ann"
  last_name    = "Lee"
  email        = "ann@example.org"
  organization = "acme"
  password     = "a-long-secret"
}`
