import { startAppliance, type TestAppliance } from './appliance'
import { words } from './words'
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
    await workspace.init()
  })

  afterEach(async () => {
    await workspace.close()
    await appliance.close()
  })

  const membersOf = (gid = gids[0]) => appliance.directory.groups.membersOf(gid ?? 0)

  async function expectApplied(): Promise<string> {
    const { exitCode, output } = await workspace.apply()
    if (exitCode !== 0) throw new Error(output)
    return output
  }

  async function expectEmptyPlan(): Promise<void> {
    const { exitCode, output } = await workspace.plan()
    if (exitCode !== 0) throw new Error(output)
  }

  function membership(uid = 'ann.lee', gid = gids[0], label = 'ann'): string {
    return `
resource "appliance_ldap_group_membership" "${label}" {
  uid = "${uid}"
  gid = ${gid}
}
`
  }

  it('is made, and leaves nothing to plan, in any letter case', async () => {
    await expectApplied()
    expect(membersOf()).toEqual(['ann.lee'])
    expect(await workspace.state(address)).toEqual({ uid: 'ann.lee', gid: gids[0], id: `ann.lee/${gids[0]}` })
    await workspace.write(membership('Ann.Lee'))
    await expectEmptyPlan()
  })

  it('is replaced where its member or its group changes', async () => {
    await expectApplied()
    await workspace.write(membership('bob.ray'))
    await expectApplied()
    expect(membersOf()).toEqual(['bob.ray'])
    await workspace.write(membership('bob.ray', gids[1]))
    await expectApplied()
    expect([membersOf(), membersOf(gids[1])]).toEqual([[], ['bob.ray']])
    await expectEmptyPlan()
  })

  it('is made again where somebody removed the link, or the member', async () => {
    await expectApplied()
    appliance.directory.groups.unlink(gids[0] ?? 0, 'ann.lee')
    expect((await workspace.plan()).output).toContain('will be created')
    await expectApplied()
    expect(membersOf()).toEqual(['ann.lee'])
    await expectEmptyPlan()
    appliance.directory.members.remove('ann.lee')
    expect((await workspace.plan()).output).toContain('will be created')
  })

  it('that is there already is adopted, and the plan says so', async () => {
    appliance.directory.groups.link(gids[0] ?? 0, 'ann.lee')
    expect(words((await workspace.plan()).output)).toContain(
      `Member "ann.lee" is in group ${gids[0]} already`,
    )
    await expectApplied()
    await expectEmptyPlan()
  })

  it('is removed by a destroy, and member and group stay', async () => {
    appliance.directory.groups.link(gids[0] ?? 0, 'bob.ray')
    await expectApplied()
    expect((await workspace.destroy()).exitCode).toBe(0)
    expect(membersOf()).toEqual(['bob.ray'])
    expect(appliance.directory.members.get('ann.lee')).toBeDefined()
  })

  it('is imported by login and number', async () => {
    for (const id of ['ann.lee', `ann.lee/${gids[0]}`, `nobody/${gids[0]}`]) {
      const refused = await workspace.import(address, id)
      expect([refused.exitCode, words(refused.output)]).toEqual([
        1,
        expect.stringContaining('has no membership'),
      ])
    }
    appliance.directory.groups.link(gids[0] ?? 0, 'ann.lee')
    expect((await workspace.import(address, `Ann.Lee/${gids[0]}`)).exitCode).toBe(0)
    await expectEmptyPlan()
  })

  it.each([
    ['member', () => membership('nobody'), 'the directory has no such member'],
    ['group', () => membership('ann.lee', 4711), 'no organization of the directory has such a group'],
  ])('names the %s that is missing', async (_, configuration, message) => {
    await workspace.write(configuration())
    const { exitCode, output } = await workspace.apply()
    expect([exitCode, words(output)]).toEqual([1, expect.stringContaining(message)])
    expect(await workspace.state(address)).toBeUndefined()
  })

  it('of many at once disturbs no other one, and the groups of a member are read together', async () => {
    const pairs = ['ann.lee', 'bob.ray'].flatMap((uid) => gids.map((gid) => [uid, gid] as const))
    await workspace.write(pairs.map(([uid, gid], nth) => membership(uid, gid, `nth_${nth}`)).join(''))
    await expectApplied()
    for (const gid of gids) expect([...membersOf(gid)].sort()).toEqual(['ann.lee', 'bob.ray'])
    appliance.journal.clear()
    await expectEmptyPlan()
    expect(appliance.journal.entries().length).toBeLessThanOrEqual(pairs.length)

    await workspace.write(membership('ann.lee', gids[1]))
    await expectApplied()
    expect(gids.map((gid) => membersOf(gid))).toEqual([[], ['ann.lee'], []])
  })

  it('keeps its state where it cannot be removed', async () => {
    await expectApplied()
    appliance.faults.set([{ operation: 'group-unlink', effect: 'refuse', error: 'BUSY' }])
    const failed = await workspace.destroy()
    expect([failed.exitCode, words(failed.output)]).toEqual([1, expect.stringContaining('BUSY')])
    expect(await workspace.state(address)).toMatchObject({ uid: 'ann.lee' })
    appliance.faults.clear()
    expect((await workspace.destroy()).exitCode).toBe(0)
    expect(membersOf()).toEqual([])
  })

  it('whose resource gets another name without a moved block is there after the next apply', async () => {
    await expectApplied()
    await workspace.write(membership('ann.lee', gids[0], 'renamed'))
    await expectApplied()
    await expectApplied()
    expect(membersOf()).toEqual(['ann.lee'])
    await expectEmptyPlan()
  })

  it('is there at once where the old name lets go slowly: the two take turns', async () => {
    await expectApplied()
    appliance.faults.set([{ operation: 'group-unlink', effect: 'latency', milliseconds: 300 }])
    await workspace.write(membership('ann.lee', gids[0], 'renamed'))
    await expectApplied()
    appliance.faults.clear()
    await expectApplied()
    expect(membersOf()).toEqual(['ann.lee'])
    await expectEmptyPlan()
  })

  it('that is declared twice is an error', async () => {
    await workspace.write(`${membership()}${membership('ANN.LEE', gids[0], 'again')}`)
    const { exitCode, output } = await workspace.plan()
    expect([exitCode, words(output)]).toEqual([1, expect.stringContaining('is declared twice')])
  })

  it('is refused with a number that no group has', async () => {
    await workspace.write(membership('ann.lee', 0))
    expect(words((await workspace.validate()).output)).toContain('Must be at least 1')
  })
})
