import type { Spelling } from '@webfilter/appliance-emulator'
import { startAppliance, type TestAppliance } from './appliance'
import { withoutWriteOnly } from './words'
import { describeWithEngine, Workspace } from './workspace'

const spellings: readonly (readonly [string, Partial<Spelling>])[] = [
  ['LDAP’s own', {}],
  ['arrays in capitals', { letterCase: 'upper', values: 'arrays', empty: 'present', lists: 'array' }],
  ['lower case', { letterCase: 'lower', lists: 'names' }],
]

describeWithEngine('a directory member', () => {
  let appliance: TestAppliance
  let workspace: Workspace

  async function open(spelling: Partial<Spelling> = {}, service: 'running' | 'stopped' = 'running') {
    appliance = await startAppliance({ directory: { service, spelling } })
    workspace = await Workspace.open({ ...appliance.environment, APPLIANCE_RETRIES: '0' })
    await workspace.write(ann())
  }

  afterEach(async () => {
    await workspace.close()
    await appliance.close()
  })

  const held = (uid = 'ann.lee') => appliance.directory.members.get(uid)

  describe.each(spellings)('reported in %s spelling', (_, spelling) => {
    it('is created, is as declared, and leaves nothing to plan', async () => {
      await open(spelling)
      await workspace.applied(
        ann({ title: 'Editor', telephone_number: '+49 30 1', password: 'a-long-secret' }),
      )
      expect(held()).toMatchObject({ uid: 'ann.lee', organization: 'acme' })
      expect(held()?.attributes).toMatchObject({
        givenName: 'Ann',
        sn: 'Lee',
        mail: 'ann@example.org',
        title: 'Editor',
        telephoneNumber: '+49 30 1',
      })
      expect(appliance.directory.checkPassword('ann.lee', 'a-long-secret')).toBe(true)
      expect(await workspace.state('appliance_ldap_member.ann')).toMatchObject({
        id: 'ann.lee',
        gid: held()?.gid,
        mobile: null,
        unverified: [],
      })
      await workspace.nothingToDo()
    })

    it('is changed back if others changed it', async () => {
      await open(spelling)
      await workspace.applied(ann({ title: 'Editor' }))
      appliance.directory.members.save('ann.lee', { sn: 'Mustermann', title: '', mobile: '110' })
      const said = await workspace.planned()
      expect(withoutWriteOnly(said)).toContain(
        '~ last_name = "Mustermann" -> "Lee" - mobile = "110" -> null + title = "Editor"',
      )
      await workspace.applied()
      expect(held()?.attributes).toEqual({
        givenName: 'Ann',
        sn: 'Lee',
        mail: 'ann@example.org',
        title: 'Editor',
      })
      await workspace.nothingToDo()
    })

    it('is imported by its login, in any letter case, without anything left to plan', async () => {
      await open(spelling)
      appliance.directory.organizations.toCreateIn('acme')
      appliance.directory.members.create({
        uid: 'ann.lee',
        organization: 'acme',
        password: 'by-hand',
        attributes: { givenName: 'Ann', sn: 'Lee', mail: 'ann@example.org', title: 'Editor' },
      })
      await workspace.write(ann({ title: 'Editor', gid: held()?.gid, password: undefined }))
      await workspace.imported('appliance_ldap_member.ann', 'ANN.LEE')
      await workspace.nothingToDo()
    })
  })

  it('is changed in each attribute, by one request', async () => {
    await open()
    await workspace.applied()
    appliance.writes()
    for (const [attribute, value, wire] of [
      ['first_name', 'Anna', 'givenName'],
      ['last_name', 'Li', 'sn'],
      ['email', 'anna@example.org', 'mail'],
      ['title', 'Editor', 'title'],
      ['telephone_number', '+49 30 2', 'telephoneNumber'],
      ['mobile', '+49 170 3', 'mobile'],
    ] as const) {
      await workspace.applied(ann({ [attribute]: value }))
      expect(held()?.attributes).toMatchObject({ [wire]: value })
      expect(appliance.writes()).toEqual(['PUT /openldap/members/ann.lee'])
    }
    expect(held()?.attributes).toEqual({
      givenName: 'Ann',
      sn: 'Lee',
      mail: 'ann@example.org',
      mobile: '+49 170 3',
    })
    await workspace.nothingToDo()
  })

  it('is created again after it was deleted in the console', async () => {
    await open()
    await workspace.applied()
    appliance.directory.members.remove('ann.lee')
    expect(await workspace.planned()).toContain('will be created')
    await workspace.applied()
    expect(held()).toBeDefined()
    await workspace.nothingToDo()
  })

  it('is deleted by a destroy, even if it is gone already', async () => {
    await open()
    await workspace.applied()
    await workspace.destroyed()
    expect(held()).toBeUndefined()

    await workspace.applied()
    appliance.directory.members.remove('ann.lee')
    expect((await workspace.destroy('-refresh=false')).exitCode).toBe(0)
  })

  it('is the same in any letter case of its login and its organization', async () => {
    await open()
    await workspace.applied()
    await workspace.nothingToDo(ann({ uid: 'ANN.LEE', organization: 'Acme' }))
  })

  it('is not moved by a group that the appliance may choose', async () => {
    await open()
    await workspace.applied(ann())
    await workspace.nothingToDo(ann({ gid: 0 }))
  })

  it('that exists is adopted, and the plan says so', async () => {
    await open()
    appliance.directory.members.create({
      uid: 'ann.lee',
      organization: 'acme',
      password: 'old-password',
      attributes: { sn: 'Old', title: 'Boss' },
    })
    const plan = await workspace.planned(ann({ password: 'new-password' }))
    expect(plan).toContain('Member "ann.lee" already exists')
    expect(plan).toContain('[appliance:member-adopted]')
    appliance.writes()
    await workspace.applied()
    expect(appliance.writes()).toEqual([
      'PUT /openldap/members/ann.lee',
      'POST /openldap/members/ann.lee/password',
    ])
    expect(held()?.attributes).toEqual({ givenName: 'Ann', sn: 'Lee', mail: 'ann@example.org' })
    expect(appliance.directory.checkPassword('ann.lee', 'new-password')).toBe(true)
    await workspace.nothingToDo()
  })

  it('that exists in another organization is not adopted', async () => {
    await open()
    appliance.directory.members.create({ uid: 'ann.lee', organization: 'other', password: 'by-hand' })
    const plan = await workspace.refused()
    expect(plan).toContain('its organization is "other" instead of "acme"')
    expect(plan).toContain('[appliance:member-in-other-place]')
  })

  it('that is declared twice is an error', async () => {
    await open()
    const plan = await workspace.refused(`${ann()}${ann({ uid: 'ANN.LEE' }, 'again')}`)
    expect(plan).toContain('[appliance:declared-twice]')
  })

  it('whose resource is renamed without a moved block is refused in the plan, and stays', async () => {
    await open()
    await workspace.applied()
    expect(await workspace.refused(ann({}, 'renamed'))).toContain('use a moved block')
    expect(held()).toBeDefined()
  })

  it('gets a changed password only by its own route, and again if that failed', async () => {
    await open()
    await workspace.applied(ann({ password: 'first-password' }))
    await workspace.write(ann({ password: 'second-password', title: 'Editor' }))
    appliance.faults.set([{ operation: 'member-password', effect: 'refuse', error: 'POLICY' }])
    const failed = await workspace.failed()
    expect(failed).toContain('POLICY')
    expect(await workspace.state('appliance_ldap_member.ann')).toMatchObject({ title: 'Editor' })

    appliance.faults.clear()
    appliance.writes()
    await workspace.applied()
    expect(appliance.writes()).toEqual(['POST /openldap/members/ann.lee/password'])
    expect(appliance.directory.checkPassword('ann.lee', 'second-password')).toBe(true)
    await workspace.nothingToDo()
  })

  it('whose creation fails halfway is neither tainted nor deleted, but completed by the next apply', async () => {
    await open()
    await workspace.write(ann({ title: 'Editor', password: 'a-long-secret' }))
    appliance.faults.set([{ operation: 'member-save', effect: 'refuse', error: 'DISK_FULL' }])
    const applied = await workspace.applied()
    expect(applied).toContain('[appliance:member-incomplete]')
    expect(applied).toContain('DISK_FULL')
    expect(await workspace.state('appliance_ldap_member.ann')).toMatchObject({ adopted: false })

    appliance.faults.clear()
    appliance.writes()
    expect(await workspace.applied()).toContain('[appliance:member-to-be-completed]')
    expect(appliance.writes()).toEqual(['PUT /openldap/members/ann.lee'])
    expect(held()?.attributes).toMatchObject({ title: 'Editor' })
    await workspace.nothingToDo()
  })

  it('is created once if the answer to its creation is lost', async () => {
    await open()
    appliance.faults.set([{ operation: 'member-create', effect: 'drop', afterWork: true }])
    await workspace.applied(ann({ password: 'a-long-secret' }))
    const created = appliance.writes().filter((request) => request === 'POST /openldap/members')
    expect(created).toHaveLength(1)
    expect(appliance.directory.checkPassword('ann.lee', 'a-long-secret')).toBe(true)
    appliance.faults.clear()
    await workspace.nothingToDo()
  })

  it('keeps its state if a change fails', async () => {
    await open()
    await workspace.applied()
    await workspace.write(ann({ title: 'Editor' }))
    appliance.faults.set([{ operation: 'member-save', effect: 'status', status: 500 }])
    await workspace.failed()
    expect(await workspace.state('appliance_ldap_member.ann')).toMatchObject({
      title: null,
      email: 'ann@example.org',
    })
    appliance.faults.clear()
    await workspace.applied()
    await workspace.nothingToDo()
  })

  it('is not read as gone while the service is stopped', async () => {
    await open()
    await workspace.applied()
    appliance.directory.service.become('stopped')
    const plan = await workspace.refused()
    expect(plan).toContain('The directory service is stopped')
    expect(plan).toContain('[appliance:directory-not-running]')
    expect(plan).toContain('appliance_ldap_service')
  })

  it('can be planned but not created while the service is stopped', async () => {
    await open({}, 'stopped')
    await workspace.planned()
    const applied = await workspace.failed()
    expect(applied).toContain('The directory service is stopped')
  })

  it('is refused at validation with passwords or values that it cannot have', async () => {
    await open()
    const cases: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
      [
        'password and password_wo',
        { password_wo: 'y', password_wo_version: 1 },
        '[appliance:password-unclear]',
      ],
      [
        'password_wo without a version',
        { password: undefined, password_wo: 'y' },
        '[appliance:password-unclear]',
      ],
      [
        'a version without password_wo',
        { password: undefined, password_wo_version: 1 },
        '[appliance:password-unclear]',
      ],
      ['a login with a slash', { uid: 'a/b' }, 'Must be a login'],
      ['a login of dots', { uid: '..' }, 'Must be a login'],
      ['an empty name', { first_name: '' }, 'Must not be empty'],
      ['an address without a host', { email: 'ann.lee' }, 'Must be a mail address'],
      ['a negative group', { gid: -1 }, 'Must be at least 0'],
      ['an empty password', { password: '' }, 'Must not be empty'],
    ]
    const said = await workspace.invalidEach(cases.map(([, attributes]) => ann(attributes)))
    expect(said).toEqual(cases.map(([, , message]) => expect.stringContaining(message)))
  })

  it('that cannot be found is not imported', async () => {
    await open()
    expect(await workspace.notImported('appliance_ldap_member.ann', 'nobody')).toContain(
      'answers for member "nobody" as for a member that does not exist',
    )
  })
})

function ann(attributes: Readonly<Record<string, unknown>> = {}, name = 'ann'): string {
  const all = {
    uid: 'ann.lee',
    first_name: 'Ann',
    last_name: 'Lee',
    email: 'ann@example.org',
    organization: 'acme',
    password: 'initial-password',
    ...attributes,
  }
  const lines = Object.entries(all)
    .filter(([, value]) => value !== undefined)
    .map(([attribute, value]) => `  ${attribute} = ${JSON.stringify(value)}`)
  return `
resource "appliance_ldap_member" "${name}" {
${lines.join('\n')}
}
`
}
