import type { Fault } from '@webfilter/appliance-emulator'
import { type DirectoryTrial, member, openDirectory } from './directory-trial'
import { category, Trial } from './trial'
import { describeWithEngine, engineHas } from './workspace'

/** The appliance does what it is asked, and then says that it did not. */
const denied = (operation: string): Fault => ({
  operation,
  effect: 'refuse',
  error: 'DISK_FULL',
  afterWork: true,
})
const refused = (operation: string): Fault => ({ operation, effect: 'refuse', error: 'DISK_FULL' })

describeWithEngine('a creation that was carried out and answered with false', () => {
  let trial: DirectoryTrial

  beforeEach(async () => {
    trial = await openDirectory()
  })

  afterEach(() => trial.close())

  it('makes the member one of its resource: no later apply adopts it, and a destroy deletes it', async () => {
    trial.appliance.faults.set([denied('member-create')])
    await trial.workspace.applied(member({ password: 'a-long-secret' }))
    expect(await trial.workspace.state('appliance_ldap_member.ann')).toMatchObject({ adopted: false })
    expect(trial.directory.checkPassword('ann.lee', 'a-long-secret')).toBe(true)
    trial.appliance.faults.clear()
    await trial.workspace.nothingToDo()
    await trial.workspace.destroyed()
    expect(trial.directory.members.get('ann.lee')).toBeUndefined()
  })

  it('makes the group one of its resource, which on_existing = "fail" does not refuse later', async () => {
    trial.appliance.faults.set([denied('group-create')])
    await trial.workspace.applied(group)
    trial.appliance.faults.clear()
    await trial.workspace.nothingToDo()
  })

  it('makes the link one of its resource: a destroy removes it', async () => {
    trial.byHand('ann.lee')
    const gid = trial.group('staff')
    expect(trial.groupsOf('ann.lee')).not.toContain('staff')
    trial.appliance.faults.set([denied('group-link')])
    await trial.workspace.applied(linkTo(gid))
    trial.appliance.faults.clear()
    await trial.workspace.nothingToDo()
    await trial.workspace.destroyed()
    expect(trial.groupsOf('ann.lee')).not.toContain('staff')
  })

  it.each([
    ['member', 'member-create', () => member({ password: 'a-long-secret' })],
    ['group', 'group-create', () => group],
    ['link', 'group-link', () => linkTo(trial.gid('staff'))],
  ])('is the error that it is if the %s is not there', async (_, operation, block) => {
    if (operation === 'group-link') {
      trial.byHand('ann.lee')
      trial.group('staff')
    }
    trial.appliance.faults.set([refused(operation)])
    expect(await trial.workspace.failed(block())).toContain('DISK_FULL')
    expect((await trial.workspace.run('state', 'list')).output).toBe('')
  })
})

describeWithEngine('a creation of a list that fails', () => {
  let trial: Trial

  beforeEach(async () => {
    trial = await Trial.open({}, { APPLIANCE_RETRIES: '0' })
  })

  afterEach(() => trial.close())

  it('says how many sites it may have stored in a new category, and how to get rid of them', async () => {
    trial.appliance.faults.set([denied('quick')])
    const said = await trial.failed(category('ads', 'sites = ["a.example", "b.example"]'))
    expect(trial.stored('ads')).toEqual(['a.example', 'b.example'])
    expect(said).toContain('has stored 2 sites of the list in category "ads"')
    expect(said).toContain('[appliance:creation-may-have-stored-sites]')
    trial.appliance.faults.clear()
    await trial.applied()
    await trial.workspace.destroyed()
    expect(trial.stored('ads')).toEqual([])
  })

  it('says it of a list of sites in a category, and of answers that do not show what was done', async () => {
    trial.byHand('ads')
    // So often it is asked before anything is sent. An apply that has the notes of its plan asks once less.
    const skip = engineHas('plannedPrivate') ? 2 : 3
    trial.appliance.faults.set([
      { operation: 'quick', effect: 'drop', afterWork: true },
      { operation: 'query', effect: 'drop', skip },
    ])
    const said = await trial.failed(feed)
    expect(said).toContain('may have stored up to 1 site of the list "feed" in category "ads"')
    expect(said).toContain('[appliance:creation-may-have-stored-sites]')
  })

  it('counts the sites that the appliance has confirmed', async () => {
    trial.appliance.faults.set([{ operation: 'add', effect: 'status', status: 500, skip: 1 }])
    const said = await trial.failed(
      category('ads', 'sites = ["a.example", "b.example", "c.example"]', 'compile = false'),
    )
    // It has answered, and was asked: the others are not there.
    expect(said).toMatch(/has stored \d sites? of the list in category "ads"\. /)
  })

  it('says nothing of sites if none was sent', async () => {
    trial.appliance.faults.set([refused('create')])
    const said = await trial.failed(category('ads', 'sites = ["a.example"]'))
    expect(said).not.toContain('[appliance:creation-may-have-stored-sites]')
  })
})

const group = `
resource "appliance_ldap_group" "staff" {
  name         = "staff"
  organization = "acme"
  on_existing  = "fail"
}`

const linkTo = (gid: number) => `
resource "appliance_ldap_group_membership" "ann" {
  uid = "ann.lee"
  gid = ${gid}
}`

const feed = `
resource "appliance_category_sites" "feed" {
  category_id = "250"
  name        = "feed"
  sites       = ["a.example"]
}`
