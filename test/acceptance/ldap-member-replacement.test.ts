import { type DirectoryTrial, member, openDirectory, reference } from './directory-trial'
import { describeWithEngine } from './workspace'

const address = 'appliance_ldap_member.ann'

/** What no replacement may do: take an account away without being sure, as far as one can, that the new one can be made. */
describeWithEngine('the replacement of a directory member', () => {
  let trial: DirectoryTrial

  afterEach(() => trial.close())

  const held = (uid = 'ann.lee') => trial.directory.members.get(uid)
  const deletions = () =>
    trial.appliance.writes().filter((request) => request.startsWith('DELETE /openldap/m'))

  /** A configuration whose member was applied, and a second group of its organization. */
  async function applied(attributes: Readonly<Record<string, unknown>> = {}) {
    trial = await openDirectory()
    const gid = trial.group('staff')
    const other = trial.group('writers')
    await trial.workspace.applied(member({ gid, ...attributes }))
    return { gid, other }
  }

  describe('by another group or organization', () => {
    it('is an error at the attribute, unless on_move says otherwise', async () => {
      const { other } = await applied()
      const said = await trial.workspace.refused(member({ gid: other }))
      expect(said).toContain('The REST interface cannot move a member')
      expect(said).toContain('[appliance:member-move-refused]')
      expect(said).toContain('on_move')
      expect(said).toMatch(/on main\.tf line \d+.*gid = \d+/)
      expect(
        await trial.workspace.refused(member({ gid: trial.gid('staff'), organization: 'other' })),
      ).toMatch(/on main\.tf line \d+.*organization = "other"/)
      expect(deletions()).toEqual([])
    })

    it('is done with on_move = "replace", says what is lost, keeps the links, and leaves nothing to plan', async () => {
      const { other } = await applied({ on_move: 'replace' })
      const readers = trial.group('readers')
      trial.directory.groups.link(readers, 'ann.lee')
      const moved = member({ gid: other, on_move: 'replace' })
      const said = await trial.workspace.planned(moved)
      expect(said).toContain('must be replaced')
      expect(said).toContain('Member "ann.lee" will be deleted and created again')
      expect(said).toContain('[appliance:member-replaced]')
      expect(said).toContain('is lost')
      await trial.workspace.applied()
      expect(held()).toMatchObject({ gid: other })
      expect(trial.groupsOf('ann.lee')).toEqual(['readers', 'writers'])
      await trial.workspace.nothingToDo()
    })

    it('may be allowed and done in one apply', async () => {
      const { other } = await applied()
      await trial.workspace.applied(member({ gid: other, on_move: 'replace' }))
      expect(held()).toMatchObject({ gid: other })
      await trial.workspace.nothingToDo()
    })

    it.each([{ gid: 'writers' }, { organization: 'other' }])(
      'is never done for drift alone: %j',
      async (drift) => {
        const { gid } = await applied({ on_move: 'replace' })
        const place = drift.gid ? { gid: trial.gid(drift.gid) } : drift
        trial.directory.members.move('ann.lee', place as { organization?: string; gid?: number })
        const said = await trial.workspace.refused(member({ gid, on_move: 'replace' }))
        expect(said).toContain('[appliance:member-moved-by-others]')
        expect(deletions()).toEqual([])

        trial.directory.members.move('ann.lee', { gid, organization: 'acme' })
        await trial.workspace.nothingToDo()
      },
    )

    it('is not done for drift, even after an earlier drift was taken over', async () => {
      const { gid, other } = await applied({ on_move: 'replace' })
      trial.directory.members.move('ann.lee', { gid: other })
      await trial.workspace.applied(member({ gid: other, on_move: 'replace' }))
      await trial.workspace.nothingToDo()
      trial.directory.members.move('ann.lee', { gid })
      expect(await trial.workspace.refused()).toContain('[appliance:member-moved-by-others]')
      expect(held()).toBeDefined()
    })

    it('counts as drift after an import, until the configuration was applied once', async () => {
      trial = await openDirectory()
      const [gid, other] = [trial.group('staff'), trial.group('writers')]
      trial.byHand('ann.lee', { gid })
      await trial.workspace.write(member({ gid, password: undefined }))
      await trial.workspace.imported(address, 'ann.lee')
      const moved = member({ gid: other, on_move: 'replace' })
      expect(await trial.workspace.refused(moved)).toContain(
        'and on_move = "replace", and apply. Then set gid = ',
      )
      await trial.workspace.applied(member({ gid, on_move: 'replace' }))
      await trial.workspace.applied(moved)
      expect(held()).toMatchObject({ gid: other })
    })

    it.each([
      ['without a password', { password: undefined }, '[appliance:replacement-needs-password]'],
      ['by a group that is not there', { gid: 5999 }, '[appliance:replacement-group-missing]'],
      [
        'by an organization that is not there',
        { organization: 'nowhere' },
        '[appliance:replacement-organization-missing]',
      ],
    ])('is refused in the plan %s', async (_, attributes, message) => {
      const { other } = await applied({ on_move: 'replace' })
      const moved = { gid: other, on_move: 'replace', ...attributes }
      expect(await trial.workspace.refused(member(moved))).toContain(message)
      expect(held()).toBeDefined()
    })

    it('is refused in the plan for an adopted member, and done once on_destroy permits it', async () => {
      trial = await openDirectory()
      const [gid, other] = [trial.group('staff'), trial.group('writers')]
      trial.byHand('ann.lee', { gid })
      await trial.workspace.applied(member({ gid, on_move: 'replace' }))
      const moved = { gid: other, on_move: 'replace' }
      expect(await trial.workspace.refused(member(moved))).toContain('[appliance:member-move-forbidden]')
      await trial.workspace.applied(member({ ...moved, on_destroy: 'delete' }))
      expect(held()).toMatchObject({ gid: other })
      await trial.workspace.nothingToDo()
    })

    it('is refused while its new group is not known, because the account would be deleted before the group is created', async () => {
      const { gid } = await applied({ on_move: 'replace' })
      const group = `
resource "appliance_ldap_group" "new" {
  name         = "new"
  organization = "acme"
}
`
      const moved = member({ gid: reference('appliance_ldap_group.new.gid'), on_move: 'replace' })
      const said = await trial.workspace.refused(group, moved)
      expect(said).toContain('its new gid is known only after apply')
      expect(said).toContain('[appliance:replacement-unknown]')
      expect(said).toContain('-target')
      await trial.workspace.run('apply', '-auto-approve', '-target=appliance_ldap_group.new')
      expect(held()?.gid).toBe(gid)
      await trial.workspace.applied()
      expect(held()?.gid).not.toBe(gid)
      await trial.workspace.nothingToDo()
    })

    it('accepts an unknown password, which counts as given', async () => {
      const { gid } = await applied({ on_move: 'replace' })
      const other = trial.group('other')
      const unknown = `
resource "terraform_data" "password" {
  input = "a-new-password"
}
`
      const moved = member({
        gid: other,
        password: reference('terraform_data.password.output'),
        on_move: 'replace',
      })
      const said = await trial.workspace.planned(unknown, moved)
      expect(said).toContain('[appliance:member-replaced]')
      await trial.workspace.applied()
      expect(held()?.gid).not.toBe(gid)
      expect(trial.directory.checkPassword('ann.lee', 'a-new-password')).toBe(true)
      await trial.workspace.nothingToDo()
    })
  })

  describe('by another login', () => {
    it('creates the new member and deletes the old one', async () => {
      const { gid } = await applied()
      expect(await trial.workspace.planned(member({ gid, uid: 'ann.smith' }))).toContain(
        '[appliance:member-replaced-by-another]',
      )
      await trial.workspace.applied()
      expect(held()).toBeUndefined()
      expect(held('ann.smith')).toMatchObject({ gid })
      await trial.workspace.nothingToDo()
    })

    it('leaves the old one if it was adopted, and says so', async () => {
      trial = await openDirectory()
      trial.byHand('ann.lee')
      await trial.workspace.applied(member())
      expect(await trial.workspace.planned(member({ uid: 'ann.smith' }))).toContain(
        '[appliance:replaced-member-stays]',
      )
      await trial.workspace.applied()
      expect(held()).toBeDefined()
      expect(await trial.workspace.state(address)).toMatchObject({ uid: 'ann.smith', adopted: false })
      await trial.workspace.nothingToDo()
    })

    it('is refused in the plan if somebody else has it', async () => {
      const { gid } = await applied()
      trial.byHand('ann.smith', { organization: 'other' })
      const said = await trial.workspace.refused(member({ gid, uid: 'ann.smith' }))
      expect(said).toContain('The login "ann.smith" belongs to an existing member')
      expect(said).toContain('[appliance:replacement-login-taken]')
      expect(held()).toBeDefined()
    })

    it('creates and links the new member before it deletes the old one', async () => {
      const { gid } = await applied()
      const readers = trial.group('readers')
      trial.directory.groups.link(readers, 'ann.lee')
      trial.appliance.writes()
      const said = await trial.workspace.planned(member({ gid, uid: 'ann.smith' }))
      expect(said).toContain('then deletes the old one')
      expect(said).toContain('staff, readers')
      await trial.workspace.applied()
      expect(trial.appliance.writes()).toEqual([
        'POST /openldap/members',
        `POST /openldap/groups/${readers}/members/ann.smith`,
        'DELETE /openldap/members/ann.lee',
      ])
      expect(trial.groupsOf('ann.smith')).toEqual(['readers', 'staff'])
      await trial.workspace.nothingToDo()
    })

    it.each(['administrator', 'abc', 'Bob'])(
      'is refused in the plan if the appliance may reject it: %s',
      async (uid) => {
        const { gid } = await applied()
        const said = await trial.workspace.refused(member({ gid, uid }))
        expect(said).toContain('[appliance:replacement-login-doubted]')
        expect(held()).toBeDefined()
        expect(deletions()).toEqual([])
      },
    )

    it('is refused beside another key of for_each too, where the account and its successor are two resources', async () => {
      const { gid } = await applied()
      const logins = (...uids: readonly string[]) => {
        const each = `for_each = toset(${JSON.stringify(uids)})`
        return member({ gid, uid: reference('each.key') }, 'ann', each)
      }
      await trial.workspace.applied(
        `${logins('ann.lee')}\nmoved {\n  from = ${address}\n  to = ${address}["ann.lee"]\n}\n`,
      )
      const said = await trial.workspace.refused(logins('abc'))
      expect(said).toContain('[appliance:creation-login-doubted]')
      expect(held()).toBeDefined()
      expect(deletions()).toEqual([])
      await trial.workspace.planned(logins('ann.smith'))
    })

    it('may be one that the appliance may reject if the old account stays', async () => {
      const { gid } = await applied()
      const said = await trial.workspace.planned(member({ gid, uid: 'abc', on_destroy: 'keep' }))
      expect(said).toContain('[appliance:replaced-member-stays]')
      await trial.workspace.failed()
      expect(held()).toBeDefined()
    })

    it.each([
      ['the creation', 'member-create'],
      ['a link', 'group-link'],
      ['its texts', 'member-save'],
    ])(
      'keeps the old account in the state where %s is rejected, and the next apply completes it',
      async (_, operation) => {
        const { gid } = await applied()
        trial.directory.groups.link(trial.group('readers'), 'ann.lee')
        trial.appliance.faults.set([{ operation, effect: 'refuse', error: 'DISK_FULL' }])
        const renamed = member({ gid, uid: 'ann.smith', title: 'Editor' })
        const said = await trial.workspace.failed(renamed)
        expect(said).toContain('[appliance:successor-not-created]')
        expect(said).toContain('"ann.lee" was not deleted')
        expect(said).toContain('terraform untaint')
        expect(held()).toBeDefined()
        expect(held('ann.smith')).toBeUndefined()
        expect(await trial.workspace.state(address)).toMatchObject({ uid: 'ann.lee' })
        trial.appliance.faults.clear()
        await trial.workspace.applied(renamed)
        expect(held()).toBeUndefined()
        expect(trial.groupsOf('ann.smith')).toEqual(['readers', 'staff'])
        await trial.workspace.nothingToDo()
      },
    )

    it('says so if the old account cannot be deleted, and every plan names it until it is gone', async () => {
      const { gid } = await applied()
      trial.appliance.faults.set([{ operation: 'member-delete', effect: 'refuse', error: 'DISK_FULL' }])
      await trial.workspace.write(member({ gid, uid: 'ann.smith' }))
      const { output } = await trial.workspace.apply()
      expect(output).toContain('[appliance:replaced-member-not-deleted]')
      trial.appliance.faults.clear()
      expect((await trial.workspace.plan()).output).toContain('[appliance:member-left-behind]')
      trial.directory.members.remove('ann.lee')
      expect((await trial.workspace.plan()).output).not.toContain('[appliance:member-left-behind]')
      await trial.workspace.nothingToDo()
    })

    it('is refused where two resources exchange their logins, or one takes what another gives up', async () => {
      const { gid } = await applied()
      const bob = (uid: string) => member({ gid, uid }, 'bob')
      await trial.workspace.applied(member({ gid }), bob('bob.ray'))
      for (const configuration of [
        [member({ gid, uid: 'bob.ray' }), bob('ann.lee')],
        [member({ gid, uid: 'bob.ray' }), bob('cat.ray')],
      ]) {
        expect(await trial.workspace.refused(...configuration)).toMatch(
          /\[appliance:(replacement-login-taken|member-changes-resource)\]/,
        )
        expect(held()).toBeDefined()
        expect(held('bob.ray')).toBeDefined()
      }
      const exchanged = [member({ gid, uid: 'bob.ray' }), bob('ann.lee')]
      expect(await trial.workspace.refused(...exchanged)).toContain('temporary login')
    })

    it('ends alike with create_before_destroy, which keeps what the configuration keeps', async () => {
      const first = 'lifecycle {\n    create_before_destroy = true\n  }'
      const { gid } = await applied()
      await trial.workspace.applied(member({ gid }, 'ann', first))
      trial.directory.groups.link(trial.group('readers'), 'ann.lee')
      await trial.workspace.write(member({ gid, uid: 'ann.smith' }, 'ann', first))
      expect((await trial.workspace.apply()).output).toContain('[appliance:replaced-member-links]')
      expect(held()).toBeUndefined()
      expect(held('ann.smith')).toBeDefined()
      await trial.workspace.applied(member({ gid, uid: 'ann.jones', on_destroy: 'keep' }, 'ann', first))
      expect(held('ann.smith')).toBeDefined()
      expect(held('ann.jones')).toBeDefined()
      await trial.workspace.nothingToDo()
    })

    it('is refused in the plan without a password', async () => {
      const { gid } = await applied()
      const said = await trial.workspace.refused(member({ gid, uid: 'ann.smith', password: undefined }))
      expect(said).toContain('[appliance:replacement-needs-password]')
    })

    it('is refused at apply, before anything is deleted, if somebody else took it in the meantime', async () => {
      const { gid } = await applied()
      await trial.workspace.write(member({ gid, uid: 'ann.smith' }))
      await trial.workspace.plan('-out=plan')
      trial.byHand('ann.smith')
      const { exitCode, output } = await trial.workspace.run('apply', '-no-color', 'plan')
      expect(output).toContain('[appliance:replacement-impossible]')
      expect(exitCode).toBe(1)
      expect(held()).toBeDefined()
    })
  })

  const demands = [
    ['-replace', async () => [`-replace=${address}`]],
    [
      'a tainted state',
      async () => {
        await trial.workspace.run('taint', address)
        return []
      },
    ],
    [
      'a tainted state that is not refreshed',
      async () => {
        await trial.workspace.run('taint', address)
        return ['-refresh=false']
      },
    ],
  ] as const

  describe.each(demands)('by %s', (what, demand) => {
    it('says what is lost, keeps the links, and leaves nothing to plan', async () => {
      const { gid } = await applied()
      const readers = trial.group('readers')
      trial.directory.groups.link(readers, 'ann.lee')
      const options = await demand()
      const { output } = await trial.workspace.plan(...options, '-out=plan')
      expect(output).toMatch(/must be replaced|will be replaced, as requested/)
      // Terraform shows no warning of the second of the plans that it asks for, and the first one knows nothing of -replace.
      if (what !== '-replace') expect(output).toContain('[appliance:member-replaced]')
      const { exitCode } = await trial.workspace.run('apply', '-no-color', 'plan')
      expect(exitCode).toBe(0)
      expect(deletions()).toHaveLength(1)
      expect(held()).toMatchObject({ gid })
      expect(trial.groupsOf('ann.lee')).toEqual(['readers', 'staff'])
      await trial.workspace.nothingToDo()
    })

    it.each([
      ['without a password', async () => ({ password: undefined }), '[appliance:replacement-needs-password]'],
      [
        'where its group is gone',
        async (gid: number) => {
          trial.directory.groups.remove(gid)
          return {}
        },
        '[appliance:replacement-group-missing]',
      ],
    ])('is refused in the plan %s', async (_case, change, message) => {
      const { gid } = await applied()
      const options = await demand()
      await trial.workspace.write(member({ gid, ...(await change(gid)) }))
      const { exitCode, output } = await trial.workspace.plan(...options)
      expect(output.replace(/[│\s]+/g, ' ')).toContain(message)
      expect(exitCode).toBe(1)
    })

    it('is refused in the plan if it is to be in another group, unless on_move allows it', async () => {
      await applied()
      const other = trial.group('other')
      const options = await demand()
      await trial.workspace.write(member({ gid: other }))
      const { exitCode, output } = await trial.workspace.plan(...options)
      expect(output.replace(/[│\s]+/g, ' ')).toContain('on_move = "replace"')
      expect(exitCode).toBe(1)
    })

    it('says in the apply what was deleted, and links the new member even if its attributes are refused', async () => {
      const { gid } = await applied()
      const readers = trial.group('readers')
      trial.directory.groups.link(readers, 'ann.lee')
      await trial.workspace.write(member({ gid, title: 'Editor' }))
      const options = await demand()
      trial.appliance.faults.set([{ operation: 'member-save', effect: 'refuse', error: 'DISK_FULL' }])
      const { exitCode, output } = await trial.workspace.apply(...options)
      const said = output.replace(/[│╵╷\s]+/g, ' ')
      expect(exitCode).toBe(0)
      expect(said).toContain('[appliance:member-incomplete]')
      expect(said).toContain('"ann.lee" was deleted in order to be created again')
      expect(said).toContain('[appliance:member-to-be-recreated]')
      expect(said).toContain('and linked to its groups again: ')
      expect(trial.groupsOf('ann.lee')).toEqual(['readers', 'staff'])
      trial.appliance.faults.clear()
      await trial.workspace.applied()
      await trial.workspace.nothingToDo()
    })

    it('is refused at apply, before anything is deleted, if its group is gone by then', async () => {
      const { gid } = await applied()
      const options = await demand()
      await trial.workspace.plan(...options, '-out=plan')
      trial.directory.groups.remove(gid)
      const { exitCode, output } = await trial.workspace.run('apply', '-no-color', 'plan')
      expect(output.replace(/[│\s]+/g, ' ')).toContain('has no group')
      expect(output).toContain('[appliance:replacement-impossible]')
      expect(exitCode).toBe(1)
      expect(held()).toBeDefined()
      expect(deletions()).toEqual([])
    })

    it('leaves declared memberships alone', async () => {
      const { gid } = await applied()
      const all = `${member({ gid })}
resource "appliance_ldap_group" "readers" {
  name         = "readers"
  organization = "acme"
}
resource "appliance_ldap_group_membership" "ann" {
  uid = "ann.lee"
  gid = appliance_ldap_group.readers.gid
}
`
      await trial.workspace.applied(all)
      const options = await demand()
      const { output } = await trial.workspace.plan(...options, '-out=plan')
      expect(output).not.toContain('appliance_ldap_group_membership.ann must')
      await trial.workspace.run('apply', '-no-color', 'plan')
      expect(trial.groupsOf('ann.lee')).toEqual(['readers', 'staff'])
      await trial.workspace.nothingToDo()
    })

    it('keeps a member that is to be kept, and adopts it again', async () => {
      const { gid } = await applied({ on_destroy: 'keep' })
      const options = await demand()
      await trial.workspace.write(member({ gid, on_destroy: 'keep' }))
      await trial.workspace.plan(...options, '-out=plan')
      await trial.workspace.run('apply', '-no-color', 'plan')
      expect(deletions()).toEqual([])
      expect(await trial.workspace.state(address)).toMatchObject({ adopted: true })
      await trial.workspace.nothingToDo()
    })
  })

  describe('that was created before it was destroyed', () => {
    const first = 'lifecycle {\n    create_before_destroy = true\n  }'

    it('adopts the existing account and deletes nothing', async () => {
      const { gid } = await applied()
      await trial.workspace.applied(member({ gid }, 'ann', first))
      trial.appliance.writes()
      expect((await trial.workspace.apply(`-replace=${address}`)).exitCode).toBe(0)
      expect(deletions()).toEqual([])
      expect(held()).toBeDefined()
      await trial.workspace.nothingToDo()
    })

    it('moves no account', async () => {
      const { other } = await applied({ on_move: 'replace' })
      expect(
        await trial.workspace.failed(member({ gid: other, on_move: 'replace' }, 'ann', first)),
      ).toContain('do not set create_before_destroy')
      expect(deletions()).toEqual([])
    })
  })

  describe('by a resource of another name without a moved block', () => {
    it('is refused in the plan, and works with a moved block', async () => {
      const { gid } = await applied()
      const said = await trial.workspace.refused(member({ gid }, 'renamed'))
      expect(said).toContain('[appliance:member-changes-resource]')
      const moved = 'moved {\n  from = appliance_ldap_member.ann\n  to   = appliance_ldap_member.renamed\n}\n'
      await trial.workspace.applied(moved, member({ gid }, 'renamed'))
      expect(deletions()).toEqual([])
      await trial.workspace.nothingToDo()
    })

    it('is also refused if the new one is planned after the old one, and is to be kept', async () => {
      const { gid } = await applied()
      const group = 'resource "appliance_ldap_group" "new" {\n  name = "new"\n  organization = "acme"\n}\n'
      const renamed = member(
        { gid, password: undefined, on_destroy: 'keep' },
        'renamed',
        'depends_on = [appliance_ldap_group.new]',
      )
      expect(await trial.workspace.refused(group, renamed)).toContain('[appliance:member-changes-resource]')
      expect(held()).toBeDefined()
    })

    it('is refused if one resource takes the login that another one changes', async () => {
      const { gid } = await applied()
      const both = [member({ gid, uid: 'ann.smith' }), member({ gid }, 'other')]
      expect(await trial.workspace.refused(...both)).toContain('[appliance:member-changes-resource]')
      expect(held()).toBeDefined()
    })

    it('is refused in the plan without a password', async () => {
      const { gid } = await applied()
      const said = await trial.workspace.refused(member({ gid, password: undefined }, 'renamed'))
      expect(said).toContain('moved block')
      expect(held()).toBeDefined()
    })
  })

  it('of a tainted member by another login does what that of any other does', async () => {
    const { gid } = await applied()
    await trial.workspace.run('taint', address)
    trial.byHand('ann.jones')
    expect(await trial.workspace.failed(member({ gid, uid: 'ann.jones' }))).toContain(
      '[appliance:replacement-impossible]',
    )
    expect(held()).toBeDefined()
    const login = 'resource "terraform_data" "login" {\n  input = "ann.smith"\n}\n'
    const unknown = member({ gid, uid: reference('terraform_data.login.output') })
    const said = await trial.workspace.failed(login, unknown)
    expect(said).toContain('[appliance:member-deletion-not-planned]')
    expect(held()).toBeDefined()
    await trial.workspace.run('apply', '-auto-approve', '-target=terraform_data.login')
    await trial.workspace.applied(login, unknown)
    expect(held()).toBeUndefined()
    expect(held('ann.smith')).toBeDefined()
    await trial.workspace.nothingToDo()
  })

  it('whose new member is refused is repeated by the next apply, with the groups of the old one', async () => {
    const { gid } = await applied()
    trial.directory.groups.link(trial.group('readers'), 'ann.lee')
    trial.appliance.faults.set([{ operation: 'member-create', effect: 'refuse', error: 'DISK_FULL' }])
    await trial.workspace.write(member({ gid }))
    const { output } = await trial.workspace.apply(`-replace=${address}`)
    expect(output.replace(/[│\s]+/g, ' ')).toContain(
      `was linked to the groups ${gid}, ${trial.gid('readers')}`,
    )
    trial.appliance.faults.clear()
    await trial.workspace.applied()
    expect(held()).toMatchObject({ gid })
    expect(trial.groupsOf('ann.lee')).toEqual(['readers', 'staff'])
    await trial.workspace.nothingToDo()
  })

  it('is not begun if the groups cannot be read', async () => {
    const { gid } = await applied()
    trial.appliance.faults.set([{ operation: 'member-groups', effect: 'refuse', error: 'DISK_FULL' }])
    await trial.workspace.write(member({ gid }))
    expect((await trial.workspace.apply(`-replace=${address}`)).exitCode).toBe(1)
    expect(held()).toBeDefined()
    expect(deletions()).toEqual([])
  })
})
