import { startAppliance, type TestAppliance } from './appliance'
import { describeWithEngine, Workspace } from './workspace'

describeWithEngine('a directory group', () => {
  let appliance: TestAppliance
  let workspace: Workspace

  beforeEach(async () => {
    appliance = await startAppliance({ directory: { service: 'running' } })
    workspace = await Workspace.open({ ...appliance.environment, APPLIANCE_RETRIES: '0' })
    await workspace.write(staff())
  })

  afterEach(async () => {
    await workspace.close()
    await appliance.close()
  })

  const groups = () => appliance.directory.groups.in('acme')

  it('is created with the number that the appliance chooses, and leaves nothing to plan', async () => {
    await workspace.applied()
    const [group] = groups()
    expect(group).toMatchObject({ name: 'staff', organization: 'acme' })
    expect(await workspace.state('appliance_ldap_group.staff')).toEqual({
      name: 'staff',
      organization: 'acme',
      on_existing: 'adopt',
      deletion_protection: null,
      gid: group?.gid,
      id: `acme/${group?.gid}`,
    })
    await workspace.nothingToDo(staff('Staff', 'ACME'))
  })

  it('that exists is adopted, and the plan says so', async () => {
    const { gid } = appliance.directory.groups.create({ name: 'staff', organization: 'acme' })
    const said = await workspace.planned()
    expect(said).toContain('Group "staff" already exists')
    expect(said).toContain('[appliance:group-adopted]')
    appliance.writes()
    await workspace.applied()
    expect(appliance.writes()).toEqual([])
    expect(await workspace.state('appliance_ldap_group.staff')).toMatchObject({ gid })
    await workspace.nothingToDo()
  })

  it('is replaced by another one if its name or its organization changes, and stays on the appliance', async () => {
    await workspace.applied()
    const plan = await workspace.planned(staff('editors'))
    expect(plan).toContain('must be replaced')
    expect(plan).toContain('[appliance:stays]')
    await workspace.applied()
    expect(groups().map(({ name }) => name)).toEqual(expect.arrayContaining(['staff', 'editors']))
    await workspace.nothingToDo()
    expect(await workspace.planned(staff('editors', 'other'))).toContain('# forces replacement')
  })

  it.each([
    ['was deleted', () => {}],
    [
      'was made anew with another number',
      () => void appliance.directory.groups.create({ name: 'staff', organization: 'acme' }),
    ],
  ])('is created again, or adopted, if it %s', async (_, meanwhile) => {
    await workspace.applied()
    const [before] = groups()
    appliance.directory.groups.create({ name: 'later', organization: 'acme' })
    appliance.directory.groups.remove(before?.gid ?? 0)
    // A number that comes back would belong to another group.
    appliance.directory.groups.create({ name: 'visitors', organization: 'acme' })
    meanwhile()
    expect(await workspace.planned()).toContain('will be created')
    await workspace.applied()
    expect(groups().map(({ name }) => name)).toContain('staff')
    await workspace.nothingToDo()
  })

  it.each(['empty', 'null'] as const)(
    'is not believed to be gone because the list of groups is empty: %s',
    async (as) => {
      await workspace.applied()
      appliance.faults.set([{ operation: 'group-list', effect: 'nothing-listed', as }])
      const said = await workspace.refused()
      expect(said).toContain('The appliance lists no groups of the organization, although group "staff"')
      expect(said).toContain('[appliance:absence-unproven]')
      expect(said).toContain('terraform state rm')
      expect((await workspace.destroy()).exitCode).toBe(1)
      appliance.faults.clear()
      await workspace.nothingToDo()
    },
  )

  it('is created again if its organization is gone with all of its groups', async () => {
    await workspace.applied()
    appliance.directory.organizations.create('other')
    appliance.directory.organizations.remove('acme')
    expect(await workspace.planned()).toContain('will be created')
    await workspace.applied()
    await workspace.nothingToDo()
  })

  it('is forgotten by a destroy, whose plan says that it stays', async () => {
    await workspace.applied()
    appliance.writes()
    const said = await workspace.destroyed()
    expect(said).toContain('Group "staff" of the organization "acme" stays with its members')
    expect(said).toContain('[appliance:stays]')
    expect(appliance.writes()).toEqual([])
    expect(groups().map(({ name }) => name)).toContain('staff')
  })

  it('is imported by organization and number', async () => {
    const { gid } = appliance.directory.groups.create({ name: 'staff', organization: 'acme' })
    const address = 'appliance_ldap_group.staff'
    for (const id of ['acme', `acme/${gid}9`, `/${gid}`, 'acme/x']) {
      expect(await workspace.notImported(address, id)).toContain('[appliance:not-found]')
    }
    await workspace.imported(address, `acme/${gid}`)
    await workspace.nothingToDo()
  })

  it('is created once if the answer to its creation is lost', async () => {
    appliance.faults.set([{ operation: 'group-create', effect: 'drop', afterWork: true }])
    await workspace.applied()
    expect(appliance.writes()).toEqual(['POST /openldap/groups'])
    expect(groups().filter(({ name }) => name === 'staff')).toHaveLength(1)
  })

  it('that cannot be created leaves no state', async () => {
    appliance.faults.set([{ operation: 'group-create', effect: 'refuse', error: 'DISK_FULL' }])
    expect(await workspace.failed()).toContain('DISK_FULL')
    expect(await workspace.state('appliance_ldap_group.staff')).toBeUndefined()
  })

  it('that is declared twice is an error', async () => {
    expect(await workspace.refused(`${staff()}${staff('Staff', 'acme', 'again')}`)).toContain(
      '[appliance:declared-twice]',
    )
  })

  it('without a name is refused', async () => {
    expect(await workspace.invalid(staff(' '))).toContain('Must not be empty')
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

/** A link of a member to the group, which a replacement of the group would remove. */
