import { startAppliance, type TestAppliance } from './appliance'
import { words } from './words'
import { describeWithEngine, Workspace } from './workspace'

describeWithEngine('a directory group', () => {
  let appliance: TestAppliance
  let workspace: Workspace

  beforeEach(async () => {
    appliance = await startAppliance({ directory: { service: 'running' } })
    workspace = await Workspace.open({ ...appliance.environment, APPLIANCE_RETRIES: '0' })
    await workspace.write(staff())
    await workspace.init()
  })

  afterEach(async () => {
    await workspace.close()
    await appliance.close()
  })

  const groups = () => appliance.directory.groups.in('acme')

  async function expectApplied(): Promise<string> {
    const { exitCode, output } = await workspace.apply()
    if (exitCode !== 0) throw new Error(output)
    return output
  }

  async function expectEmptyPlan(): Promise<void> {
    const { exitCode, output } = await workspace.plan()
    if (exitCode !== 0) throw new Error(output)
  }

  it('is created with the number that the appliance chooses, and leaves nothing to plan', async () => {
    await expectApplied()
    const [group] = groups()
    expect(group).toMatchObject({ name: 'staff', organization: 'acme' })
    expect(await workspace.state('appliance_ldap_group.staff')).toEqual({
      name: 'staff',
      organization: 'acme',
      gid: group?.gid,
      id: `acme/${group?.gid}`,
    })
    await workspace.write(staff('Staff', 'ACME'))
    await expectEmptyPlan()
  })

  it('that is there already is adopted, and the plan says so', async () => {
    const { gid } = appliance.directory.groups.create({ name: 'staff', organization: 'acme' })
    expect(words((await workspace.plan()).output)).toContain(
      'Group "staff" is there already and will be adopted',
    )
    appliance.writes()
    await expectApplied()
    expect(appliance.writes()).toEqual([])
    expect(await workspace.state('appliance_ldap_group.staff')).toMatchObject({ gid })
    await expectEmptyPlan()
  })

  it('is replaced by another one where its name or its organization changes, and stays itself', async () => {
    await expectApplied()
    await workspace.write(staff('editors'))
    const plan = await workspace.plan()
    expect(plan.output).toContain('must be replaced')
    expect(words(plan.output)).toContain('Group "staff" will stay on the appliance')
    await expectApplied()
    expect(groups().map(({ name }) => name)).toEqual(expect.arrayContaining(['staff', 'editors']))
    await expectEmptyPlan()
    await workspace.write(staff('editors', 'other'))
    expect((await workspace.plan()).output).toContain('# forces replacement')
  })

  it.each([
    ['was deleted', () => {}],
    [
      'was made anew with another number',
      () => void appliance.directory.groups.create({ name: 'staff', organization: 'acme' }),
    ],
  ])('is created again, or adopted, where it %s', async (_, meanwhile) => {
    await expectApplied()
    const [before] = groups()
    appliance.directory.groups.create({ name: 'later', organization: 'acme' })
    appliance.directory.groups.remove(before?.gid ?? 0)
    // A number that comes back would belong to another group.
    appliance.directory.groups.create({ name: 'visitors', organization: 'acme' })
    meanwhile()
    expect((await workspace.plan()).output).toContain('will be created')
    await expectApplied()
    expect(groups().map(({ name }) => name)).toContain('staff')
    await expectEmptyPlan()
  })

  it('is forgotten by a destroy, which says that it stays', async () => {
    await expectApplied()
    appliance.writes()
    const { exitCode, output } = await workspace.destroy()
    expect([exitCode, words(output)]).toEqual([0, expect.stringContaining('Group "staff" will stay')])
    expect(appliance.writes()).toEqual([])
    expect(groups().map(({ name }) => name)).toContain('staff')
  })

  it('is imported by organization and number', async () => {
    const { gid } = appliance.directory.groups.create({ name: 'staff', organization: 'acme' })
    const address = 'appliance_ldap_group.staff'
    for (const id of ['acme', `acme/${gid}9`, `/${gid}`, 'acme/x']) {
      const refused = await workspace.import(address, id)
      expect([refused.exitCode, words(refused.output)]).toEqual([
        1,
        expect.stringContaining('The directory has no group'),
      ])
    }
    expect((await workspace.import(address, `acme/${gid}`)).exitCode).toBe(0)
    await expectEmptyPlan()
  })

  it('is created once where the answer to its creation is lost', async () => {
    appliance.faults.set([{ operation: 'group-create', effect: 'drop', afterWork: true }])
    await expectApplied()
    expect(appliance.writes()).toEqual(['POST /openldap/groups'])
    expect(groups().filter(({ name }) => name === 'staff')).toHaveLength(1)
  })

  it('that cannot be created leaves no state', async () => {
    appliance.faults.set([{ operation: 'group-create', effect: 'refuse', error: 'DISK_FULL' }])
    const { exitCode, output } = await workspace.apply()
    expect([exitCode, words(output)]).toEqual([1, expect.stringContaining('DISK_FULL')])
    expect(await workspace.state('appliance_ldap_group.staff')).toBeUndefined()
  })

  it('that is declared twice is an error', async () => {
    await workspace.write(`${staff()}${staff('Staff', 'acme', 'again')}`)
    const { exitCode, output } = await workspace.plan()
    expect([exitCode, words(output)]).toEqual([1, expect.stringContaining('is declared twice')])
  })

  it('without a name is refused', async () => {
    await workspace.write(staff(' '))
    expect(words((await workspace.validate()).output)).toContain('Must not be empty')
  })
})

function staff(name = 'staff', organization = 'acme', label = 'staff'): string {
  return `
resource "appliance_ldap_group" "${label}" {
  name         = "${name}"
  organization = "${organization}"
}
`
}
