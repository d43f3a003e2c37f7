import { startAppliance, type TestAppliance } from './appliance'
import { describeWithEngine, Workspace } from './workspace'

const address = 'appliance_ldap_group_membership.ann'

describeWithEngine('a group membership', () => {
  let appliance: TestAppliance
  let workspace: Workspace
  let gids: readonly number[]

  beforeEach(async () => {
    appliance = await startAppliance({ directory: { service: 'running' } })
    const { groups, members } = appliance.directory
    for (const uid of ['ann.lee', 'bob.ray'])
      members.create({ uid, organization: 'acme', password: 'by-hand' })
    gids = ['staff', 'editors', 'guests'].map((name) => groups.create({ name, organization: 'acme' }).gid)
    workspace = await Workspace.open({ ...appliance.environment, APPLIANCE_RETRIES: '0' })
    await workspace.write(membership())
  })

  afterEach(async () => {
    await workspace.close()
    await appliance.close()
  })

  const membersOf = (gid = gids[0]) => appliance.directory.groups.membersOf(gid ?? 0)

  function membership(uid = 'ann.lee', gid = gids[0], label = 'ann'): string {
    return `
resource "appliance_ldap_group_membership" "${label}" {
  uid = "${uid}"
  gid = ${gid}
}
`
  }

  it('is created, and leaves nothing to plan, in any letter case', async () => {
    await workspace.applied()
    expect(membersOf()).toEqual(['ann.lee'])
    expect(await workspace.state(address)).toEqual({ uid: 'ann.lee', gid: gids[0], id: `ann.lee/${gids[0]}` })
    await workspace.nothingToDo(membership('Ann.Lee'))
  })

  it('is replaced if its member or its group changes', async () => {
    await workspace.applied()
    await workspace.applied(membership('bob.ray'))
    expect(membersOf()).toEqual(['bob.ray'])
    await workspace.applied(membership('bob.ray', gids[1]))
    expect([membersOf(), membersOf(gids[1])]).toEqual([[], ['bob.ray']])
    await workspace.nothingToDo()
  })

  it('is created again if somebody removed the link, or the member', async () => {
    await workspace.applied()
    appliance.directory.groups.unlink(gids[0] ?? 0, 'ann.lee')
    expect(await workspace.planned()).toContain('will be created')
    await workspace.applied()
    expect(membersOf()).toEqual(['ann.lee'])
    await workspace.nothingToDo()
    appliance.directory.members.remove('ann.lee')
    // Nothing shows that lookups of members do not all fail.
    expect(await workspace.refused()).toContain('[appliance:absence-unproven]')
  })

  it.each([
    ['the link is gone with the group', false],
    ['others have linked the member to it', true],
  ])('is refused if its number now belongs to another group: %s', async (_, isLinked) => {
    // The directory gives only its highest number again.
    const [, , gid = 0] = gids
    await workspace.applied(membership('ann.lee', gid))
    const { groups } = appliance.directory
    groups.remove(gid)
    expect(groups.create({ name: 'admins', organization: 'acme' }).gid).toBe(gid)
    if (isLinked) groups.link(gid, 'ann.lee')
    const said = await workspace.refused()
    expect(said).toContain(`to group "guests" by number ${gid}, which now belongs to group "admins"`)
    expect(said).toContain('[appliance:number-refused]')
    expect(membersOf(gid)).toEqual(isLinked ? ['ann.lee'] : [])
    // Another number is another group, and nothing is refused without the block.
    expect(await workspace.planned(membership('ann.lee', gids[0]))).not.toContain(
      '[appliance:number-refused]',
    )
    const { exitCode, output } = await workspace.run('plan', '-destroy', '-input=false', '-no-color')
    expect([exitCode, output]).toEqual([0, expect.not.stringContaining('number-refused')])
  })

  it('is linked to a group that was only renamed once it is out of the state, as the error says', async () => {
    const [, , gid = 0] = gids
    await workspace.applied(membership('ann.lee', gid))
    const { groups } = appliance.directory
    groups.remove(gid)
    groups.create({ name: 'visitors', organization: 'acme' })
    groups.link(gid, 'ann.lee')
    const refused = await workspace.refused()
    expect(refused).toContain(
      'If the group was only renamed, remove the membership from the state (terraform state rm)',
    )
    expect((await workspace.run('state', 'rm', address)).exitCode).toBe(0)
    expect(await workspace.planned()).toContain(`is already in group ${gid}, "visitors"`)
    await workspace.applied()
    expect(membersOf(gid)).toEqual(['ann.lee'])
    expect(await workspace.nothingToDo()).not.toContain('number-re')
  })

  it('of an import, which does not know the name of its group, learns it', async () => {
    const [, , gid = 0] = gids
    const { groups } = appliance.directory
    groups.link(gid, 'ann.lee')
    await workspace.write(membership('ann.lee', gid))
    await workspace.imported(address, `ann.lee/${gid}`)
    groups.remove(gid)
    groups.create({ name: 'admins', organization: 'acme' })
    expect(await workspace.refused()).toContain('[appliance:number-refused]')
  })

  it('by a number names the group in its plan, and by a reference does not', async () => {
    const said = await workspace.planned()
    expect(said).toContain(`The apply links member "ann.lee" to group ${gids[0]}, which is "staff"`)
    expect(said).toContain('[appliance:membership-by-number]')
    const group = 'resource "appliance_ldap_group" "staff" {\n  name = "staff"\n  organization = "acme"\n}\n'
    await workspace.applied(group)
    const referring = membership().replace(/gid = \d+/, 'gid = appliance_ldap_group.staff.gid')
    expect(await workspace.planned(group, referring)).not.toContain('membership-by-number')
  })

  it('to a group of the same apply is not by a number', async () => {
    const group = 'resource "appliance_ldap_group" "new" {\n  name = "new"\n  organization = "acme"\n}\n'
    const referring = membership().replace(/gid = \d+/, 'gid = appliance_ldap_group.new.gid')
    expect(await workspace.applied(group, referring)).not.toContain('membership-by-number')
  })

  it('that exists is adopted, and the plan says so', async () => {
    appliance.directory.groups.link(gids[0] ?? 0, 'ann.lee')
    const said = await workspace.planned()
    expect(said).toContain(`Member "ann.lee" is already in group ${gids[0]}, "staff"`)
    expect(said).toContain('[appliance:membership-adopted]')
    await workspace.applied()
    await workspace.nothingToDo()
  })

  it('is removed by a destroy, and the member and the group stay', async () => {
    appliance.directory.groups.link(gids[0] ?? 0, 'bob.ray')
    await workspace.applied()
    await workspace.destroyed()
    expect(membersOf()).toEqual(['bob.ray'])
    expect(appliance.directory.members.get('ann.lee')).toBeDefined()
  })

  it('is imported by login and number', async () => {
    for (const id of ['ann.lee', `ann.lee/${gids[0]}`, `nobody/${gids[0]}`]) {
      expect(await workspace.notImported(address, id)).toContain('[appliance:not-found]')
    }
    appliance.directory.groups.link(gids[0] ?? 0, 'ann.lee')
    await workspace.imported(address, `Ann.Lee/${gids[0]}`)
    await workspace.nothingToDo()
  })

  it.each([
    ['member', () => membership('nobody'), 'the directory has no such member'],
    ['group', () => membership('ann.lee', 4711), 'no organization of the directory has such a group'],
  ])('names the %s that is missing', async (_, configuration, message) => {
    const said = await workspace.failed(configuration())
    expect(said).toContain(message)
    expect(said).toContain('[appliance:membership-impossible]')
    expect(await workspace.state(address)).toBeUndefined()
  })

  it('created with many others disturbs none of them, and the groups of a member are read together', async () => {
    const pairs = ['ann.lee', 'bob.ray'].flatMap((uid) => gids.map((gid) => [uid, gid] as const))
    await workspace.applied(pairs.map(([uid, gid], nth) => membership(uid, gid, `nth_${nth}`)).join(''))
    for (const gid of gids) expect([...membersOf(gid)].sort()).toEqual(['ann.lee', 'bob.ray'])
    appliance.journal.clear()
    await workspace.nothingToDo()
    expect(appliance.journal.entries().length).toBeLessThanOrEqual(pairs.length)

    await workspace.applied(membership('ann.lee', gids[1]))
    expect(gids.map((gid) => membersOf(gid))).toEqual([[], ['ann.lee'], []])
  })

  it('keeps its state if it cannot be removed', async () => {
    await workspace.applied()
    appliance.faults.set([{ operation: 'group-unlink', effect: 'refuse', error: 'BUSY' }])
    const failed = await workspace.destroy()
    expect([failed.exitCode, failed.output]).toEqual([1, expect.stringContaining('BUSY')])
    expect(await workspace.state(address)).toMatchObject({ uid: 'ann.lee' })
    appliance.faults.clear()
    await workspace.destroyed()
    expect(membersOf()).toEqual([])
  })

  it('whose resource is renamed without a moved block exists after the next apply', async () => {
    await workspace.applied()
    await workspace.applied(membership('ann.lee', gids[0], 'renamed'))
    await workspace.applied()
    expect(membersOf()).toEqual(['ann.lee'])
    await workspace.nothingToDo()
  })

  it('exists at once if the resource of the old name is slow: the two take turns', async () => {
    await workspace.applied()
    appliance.faults.set([{ operation: 'group-unlink', effect: 'latency', milliseconds: 300 }])
    await workspace.applied(membership('ann.lee', gids[0], 'renamed'))
    appliance.faults.clear()
    await workspace.applied()
    expect(membersOf()).toEqual(['ann.lee'])
    await workspace.nothingToDo()
  })

  it('that is declared twice is an error', async () => {
    expect(await workspace.refused(`${membership()}${membership('ANN.LEE', gids[0], 'again')}`)).toContain(
      '[appliance:declared-twice]',
    )
  })

  it('is refused with a number that no group has', async () => {
    expect(await workspace.invalid(membership('ann.lee', 0))).toContain('Must be at least 1')
  })
})
