import type { Fault } from '@webfilter/appliance-emulator'
import { category, Trial } from './trial'
import { describeWithEngine } from './workspace'

const inLatin1 = (operation: string): Fault => ({ operation, effect: 'latin1' })

describeWithEngine('an appliance whose answers are in ISO 8859-1', () => {
  let trial: Trial

  afterEach(() => trial.close())

  it.each(['older', 'autonomous'] as const)(
    'has a category neither created again nor forgotten whose name cannot be read, and the message says why (%s list)',
    async (list) => {
      trial = await Trial.open({ list })
      await trial.applied(tips)
      trial.appliance.faults.set([{ ...inLatin1('list'), declared: true } as Fault])
      const said = await trial.refused()
      expect(said).toContain('is not in UTF-8 (its header says ISO-8859-1)')
      expect(said).toContain('[appliance:answer-misencoded]')
      expect((await trial.workspace.destroy()).exitCode).toBe(1)
      trial.appliance.faults.clear()
      await trial.nothingToDo()
    },
  )

  it('has no category created beside one whose name cannot be read', async () => {
    trial = await Trial.open()
    trial.byHand('Æbler')
    trial.appliance.faults.set([inLatin1('list')])
    const said = await trial.refused(tips)
    expect(said).toContain('(most likely ISO-8859-1)')
    expect(said).toContain('[appliance:answer-misencoded]')
  })

  it('has other categories managed beside one whose name cannot be read', async () => {
    trial = await Trial.open()
    trial.byHand('Æbler')
    trial.appliance.faults.set([inLatin1('list')])
    await trial.applied(category('ads', 'sites = ["a.example"]'))
    await trial.nothingToDo()
    await trial.workspace.destroyed()
  })

  it('has a group neither created again nor forgotten whose name cannot be read', async () => {
    trial = await Trial.open()
    await trial.applied(group)
    trial.appliance.faults.set([inLatin1('group-list')])
    expect(await trial.refused()).toContain('[appliance:answer-misencoded]')
    trial.appliance.faults.clear()
    await trial.nothingToDo()
  })

  it('has the texts of a member that cannot be read left alone, with a warning that names the encoding', async () => {
    trial = await Trial.open()
    trial.appliance.faults.set([inLatin1('member-get')])
    const { said } = await trial.applied(member)
    expect(said).toContain('not in UTF-8 (most likely ISO-8859-1)')
    expect(said).toContain('their drift is not detected: first_name.')
    expect(said).toContain('[appliance:texts-illegible]')
    expect(said).not.toContain('[appliance:member-values-different]')
    expect(await trial.workspace.state('appliance_ldap_member.ase')).toMatchObject({
      unverified: ['first_name'],
    })
    expect(await trial.nothingToDo()).not.toContain('[appliance:texts-illegible]')
  })

  it('has a member neither moved nor refused whose organization cannot be read', async () => {
    trial = await Trial.open()
    const inOther = member.replace('"acme"', '"Æbler"').replace('Åse', 'Ase')
    await trial.applied(inOther)
    trial.appliance.faults.set([inLatin1('member-get'), inLatin1('organization-list')])
    expect(await trial.nothingToDo()).toContain('their drift is not detected: organization.')
    await trial.workspace.run('state', 'rm', 'appliance_ldap_member.ase')
    expect(await trial.planned()).toContain('[appliance:member-adopted]')
  })

  it('has names and texts read by data sources with a warning', async () => {
    trial = await Trial.open()
    trial.byHand('Æbler')
    const { groups, members } = trial.appliance.directory
    groups.create({ name: 'Øst', organization: 'acme' })
    const attributes = { givenName: 'Åse', sn: 'Lee', mail: 'aase@example.org' }
    members.create({ uid: 'aase.lee', organization: 'acme', password: 'by-hand', attributes })
    trial.appliance.faults.set(['list', 'group-list', 'member-get'].map(inLatin1))
    for (const data of [
      'data "appliance_categories" "all" {}',
      'data "appliance_category" "one" {\n  id = "250"\n}',
      'data "appliance_ldap_groups" "all" {\n  organization = "acme"\n}',
      'data "appliance_ldap_member" "ase" {\n  uid = "aase.lee"\n}',
    ]) {
      const said = await trial.workspace.nothingToDo(data)
      expect(said).toContain('not in UTF-8 (most likely ISO-8859-1), so letters of')
      expect(said).toContain('[appliance:texts-illegible]')
    }
  })

  it('has no drift of a member whose texts could be read before', async () => {
    trial = await Trial.open()
    await trial.applied(member)
    trial.appliance.faults.set([inLatin1('member-get')])
    expect(await trial.nothingToDo()).toContain('[appliance:texts-illegible]')
    trial.appliance.directory.members.save('aase.lee', { givenName: 'Øse' })
    trial.appliance.faults.clear()
    expect(await trial.planned()).toContain('Øse')
  })
})

const tips = category('Æbler', 'sites = ["a.example"]').replace(
  '"appliance_category" "Æbler"',
  '"appliance_category" "tips"',
)

const group = `
resource "appliance_ldap_group" "staff" {
  name         = "Æbler"
  organization = "acme"
}`

const member = `
resource "appliance_ldap_member" "ase" {
  uid          = "aase.lee"
  first_name   = "Åse"
  last_name    = "Lee"
  email        = "aase@example.org"
  organization = "acme"
  password     = "a-long-secret"
}`
