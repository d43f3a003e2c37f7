import { type DirectoryTrial, member, openDirectory, reference } from './directory-trial'
import { drift } from './drift-command'
import { words } from './words'
import { describeWithEngine } from './workspace'

const address = 'appliance_ldap_member.ann'

/** An account is deleted only if its block goes, or its element of `count` or `for_each`. */
describeWithEngine('the account of a member', () => {
  let trial: DirectoryTrial

  afterEach(() => trial.close())

  const held = (uid = 'ann.lee') => trial.directory.members.get(uid)
  const written = () => trial.appliance.writes()

  /** A configuration whose member was applied, a second group of its organization, and a link that others made. */
  async function applied(
    attributes: Readonly<Record<string, unknown>> = {},
    further = '',
    host: 'open' | 'attached' = 'open',
  ) {
    trial = await openDirectory({}, host)
    const gid = trial.group('staff')
    const other = trial.group('writers')
    await trial.workspace.applied(member({ gid, ...attributes }, 'ann', further))
    trial.directory.groups.link(trial.group('readers'), 'ann.lee')
    written()
    return { gid, other }
  }

  /** The account is as it was, with its links and its password, and nothing was sent. */
  function expectUntouched(): void {
    expect(written()).toEqual([])
    expect(trial.groupsOf('ann.lee')).toEqual(['readers', 'staff'])
  }

  describe('whose login changes', () => {
    it.each([
      ['plain', ''],
      ['with create_before_destroy', 'lifecycle {\n    create_before_destroy = true\n  }'],
    ])('stays, and the plan says what to do: %s', async (_, further) => {
      const { gid } = await applied({}, further)
      const said = await trial.workspace.refused(member({ gid, uid: 'ann.smith' }, 'ann', further))
      expect(said).toContain('[appliance:member-login-changed]')
      expect(said).toContain('changes the login of member "ann.lee" to "ann.smith"')
      expect(said).toContain('declare the new login in a block')
      expectUntouched()
    })

    it('stays, with a moved block too', async () => {
      const { gid } = await applied()
      const moved = 'moved {\n  from = appliance_ldap_member.ann\n  to   = appliance_ldap_member.other\n}\n'
      const said = await trial.workspace.refused(moved, member({ gid, uid: 'ann.smith' }, 'other'))
      expect(said).toContain('[appliance:member-login-changed]')
      expectUntouched()
    })

    it('stays if it was adopted', async () => {
      trial = await openDirectory()
      trial.byHand('ann.lee')
      await trial.workspace.applied(member())
      written()
      expect(await trial.workspace.refused(member({ uid: 'ann.smith' }))).toContain(
        '[appliance:member-login-changed]',
      )
      expect(written()).toEqual([])
    })

    it('stays if the new one is known only after apply', async () => {
      const { gid } = await applied()
      const data = 'resource "terraform_data" "login" {\n  input = "ann.smith"\n}\n'
      const unknown = reference('terraform_data.login.output')
      const said = await trial.workspace.refused(data, member({ gid, uid: unknown }))
      expect(said).toContain('to a login that is known only after apply')
      expectUntouched()
    })

    it('stays in the middle of a list with count, with the advice for it', async () => {
      trial = await openDirectory()
      const list = (...logins: readonly string[]) =>
        member().replace(/uid .*/, `count = ${logins.length}\n  uid = ${JSON.stringify(logins)}[count.index]`)
      await trial.workspace.applied(list('ann.lee', 'bob.lee', 'cat.lee'))
      written()
      const said = await trial.workspace.refused(list('bob.lee', 'cat.lee'))
      expect(said).toContain('use for_each with the login as the key instead of count')
      expect(written()).toEqual([])
    })

    it('is no other one if only its letter case changes', async () => {
      const { gid } = await applied()
      await trial.workspace.nothingToDo(member({ gid, uid: 'Ann.Lee' }))
    })

    it('goes with its element of for_each, which is deleted as the plan says', async () => {
      trial = await openDirectory()
      const each = (...logins: readonly string[]) =>
        member().replace(/uid .*/, `for_each = toset(${JSON.stringify(logins)})\n  uid = each.key`)
      await trial.workspace.applied(each('ann.lee', 'bob.lee'))
      const said = await trial.workspace.applied(each('bob.lee', 'cat.lee'))
      expect(said).toContain('[appliance:member-deleted]')
      expect([held(), held('bob.lee') !== undefined, held('cat.lee') !== undefined]).toEqual([
        undefined,
        true,
        true,
      ])
    })

    it('is refused as the key of for_each beside a new key that the appliance may reject', async () => {
      trial = await openDirectory()
      const each = (...logins: readonly string[]) =>
        member().replace(/uid .*/, `for_each = toset(${JSON.stringify(logins)})\n  uid = each.key`)
      await trial.workspace.applied(each('ann.lee'))
      expect(await trial.workspace.refused(each('ann'))).toContain('[appliance:creation-login-doubted]')
      expect(held()).toBeDefined()
    })
  })

  describe('whose organization or group changes', () => {
    it.each(['organization', 'gid'] as const)('stays: another %s is rejected', async (attribute) => {
      const { gid, other } = await applied({}, '', 'attached')
      const change = attribute === 'gid' ? { gid: other } : { gid, organization: 'other' }
      const said = await trial.workspace.refused(member(change))
      expect(said).toContain('[appliance:member-move-refused]')
      expect(said).toMatch(new RegExp(`on main\\.tf line \\d+.*${attribute} = `))
      expectUntouched()
    })

    it('is accepted if the directory shows it already, and only the state learns it', async () => {
      const { other } = await applied()
      trial.directory.members.move('ann.lee', { organization: 'acme', gid: other })
      written()
      await trial.workspace.applied(member({ gid: other }))
      expect(written()).toEqual([])
      expect((await trial.workspace.state(address))?.gid).toBe(other)
      await trial.workspace.nothingToDo()
    })

    it('may turn out after apply to be another one, which the plan says and the apply refuses', async () => {
      const { gid } = await applied()
      const group = 'resource "appliance_ldap_group" "new" {\n  name = "new"\n  organization = "acme"\n}\n'
      await trial.workspace.write(`${group}${member({ gid: reference('appliance_ldap_group.new.gid') })}`)
      const { exitCode, output } = await trial.workspace.apply()
      expect(exitCode).toBe(1)
      expect(output).toContain('[appliance:member-move-unknown]')
      expect(output).toContain('[appliance:member-move-refused]')
      expect(held()).toMatchObject({ gid })
      await trial.workspace.nothingToDo(group, member({ gid }))
    })

    it('is a warning if others have moved the member, and everything else goes on', async () => {
      const { gid, other } = await applied({}, '', 'attached')
      trial.directory.members.move('ann.lee', { organization: 'acme', gid: other })
      const said = await trial.workspace.nothingToDo()
      expect(said).toContain('[appliance:member-moved-by-others]')
      expect((await trial.workspace.state(address))?.gid).toBe(gid)
      const found = await drift(trial.workspace)
      expect(found.stdout.replace(/\s+/g, ' ')).toContain('member-moved-by-others')
      const bob = member({ uid: 'bob.lee', gid }, 'bob')
      await trial.workspace.applied(member({ gid, title: 'Editor' }), bob)
      expect(held()).toMatchObject({ gid: other, attributes: { title: 'Editor' } })
      expect(await trial.workspace.nothingToDo()).toContain('[appliance:member-moved-by-others]')
      await trial.workspace.destroyed()
      expect([held(), held('bob.lee')]).toEqual([undefined, undefined])
    })

    it('follows the directory where no group is configured', async () => {
      const { other } = await applied({ gid: undefined })
      trial.directory.members.move('ann.lee', { organization: 'acme', gid: other })
      const said = await trial.workspace.nothingToDo()
      expect(said).not.toContain('[appliance:member-moved-by-others]')
      await trial.workspace.run('apply', '-refresh-only', '-auto-approve')
      expect((await trial.workspace.state(address))?.gid).toBe(other)
    })

    it('is learnt by an import with ignore_changes', async () => {
      const further = 'lifecycle {\n    ignore_changes = [gid]\n  }'
      const { gid, other } = await applied({}, further)
      trial.directory.members.move('ann.lee', { organization: 'acme', gid: other })
      await trial.workspace.nothingToDo(member({ gid }, 'ann', further))
      await trial.workspace.run('state', 'rm', address)
      await trial.workspace.imported(address, 'ann.lee')
      await trial.workspace.applied()
      expect((await trial.workspace.state(address))?.gid).toBe(other)
      expect(await trial.workspace.nothingToDo()).not.toContain('[appliance:member-moved-by-others]')
    })
  })

  describe('whose object is replaced', () => {
    const createdFirst = 'lifecycle {\n    create_before_destroy = true\n  }'
    const taint = async () => {
      await trial.workspace.run('taint', address)
      return []
    }
    const demands = [
      ['-replace', async () => [`-replace=${address}`], ''],
      ['a tainted state', taint, ''],
      ['a tainted state that is not refreshed', async () => [...(await taint()), '-refresh=false'], ''],
      ['-replace with create_before_destroy', async () => [`-replace=${address}`], createdFirst],
      ['a tainted state with create_before_destroy', taint, createdFirst],
    ] as const

    it.each(demands)('stays, with the links that others made: by %s', async (_, demand, further) => {
      await applied({}, further)
      const { exitCode, output } = await trial.workspace.apply(...(await demand()))
      expect(`${exitCode} ${output}`).toMatch(/^0 .*1 added, 0 changed, 1 destroyed/s)
      expect(written().filter((request) => request.startsWith('DELETE'))).toEqual([])
      expect(trial.groupsOf('ann.lee')).toEqual(['readers', 'staff'])
      await trial.workspace.nothingToDo()
      expect((await trial.workspace.state(address))?.adopted).toBe(further !== '')
    })

    it.each(demands.slice(0, 2))('is taken over with on_existing = "fail": by %s', async (_, demand) => {
      await applied({ on_existing: 'fail' })
      const { exitCode, output } = await trial.workspace.apply(...(await demand()))
      expect([exitCode, output]).toEqual([0, output])
      await trial.workspace.destroyed()
      expect(held()).toBeUndefined()
    })

    it('stays adopted if it was', async () => {
      trial = await openDirectory()
      trial.byHand('ann.lee')
      await trial.workspace.applied(member())
      await trial.workspace.apply(`-replace=${address}`)
      expect((await trial.workspace.state(address))?.adopted).toBe(true)
      await trial.workspace.destroyed()
      expect(held()).toBeDefined()
    })

    it('stays where others have moved it, with a warning', async () => {
      const { other } = await applied()
      trial.directory.members.move('ann.lee', { organization: 'acme', gid: other })
      const { exitCode, output } = await trial.workspace.apply(`-replace=${address}`)
      expect([exitCode, output]).toEqual([0, expect.stringContaining('[appliance:member-moved-by-others]')])
      expect(held()).toMatchObject({ gid: other })
    })

    it('stays if it is tainted and its login was edited, and the apply says that it is left', async () => {
      const { gid } = await applied()
      await trial.workspace.run('taint', address)
      const said = await trial.workspace.applied(member({ gid, uid: 'ann.smith' }))
      expect(said).toContain('[appliance:stays]')
      expect(said).toContain('an account is deleted only if its block is removed')
      expect([held() !== undefined, held('ann.smith') !== undefined]).toEqual([true, true])
      await trial.workspace.nothingToDo()
    })

    it('is set to the configuration, with its password, and says so if it is tainted', async () => {
      const { gid } = await applied()
      await trial.workspace.run('taint', address)
      const said = await trial.workspace.applied(member({ gid, title: 'Editor', password: 'new-password' }))
      expect(said).toContain('[appliance:member-taken-over]')
      expect(held()).toMatchObject({ attributes: { title: 'Editor' } })
      expect(trial.directory.checkPassword('ann.lee', 'new-password')).toBe(true)
    })

    it.each([
      ['is reset', { password: 'initial-password' }, /password is reset .* set since then is lost/, false],
      ['stays', { password: undefined }, /No password is configured, so its password stays/, true],
    ])('has a password of its own, which %s as the apply says', async (_, configured, sentence, stays) => {
      trial = await openDirectory({ withoutPassword: 'accepted' })
      await trial.workspace.applied(member(configured))
      trial.directory.members.setPassword('ann.lee', 'her own')
      const { output } = await trial.workspace.apply(`-replace=${address}`)
      expect(words(output)).toMatch(sentence)
      expect(trial.directory.checkPassword('ann.lee', 'her own')).toBe(stays)
    })

    it('is created if it is gone meanwhile', async () => {
      await applied()
      trial.directory.members.remove('ann.lee')
      const { exitCode } = await trial.workspace.apply(`-replace=${address}`, '-refresh=false')
      expect([exitCode, held() !== undefined]).toEqual([0, true])
      expect((await trial.workspace.state(address))?.adopted).toBe(false)
    })
  })

  describe('whose block gets another name without a moved block', () => {
    it('is refused in the plan, and works with a moved block', async () => {
      const { gid } = await applied()
      const said = await trial.workspace.refused(member({ gid }, 'renamed'))
      expect(said).toContain('[appliance:member-changes-resource]')
      const moved = 'moved {\n  from = appliance_ldap_member.ann\n  to   = appliance_ldap_member.renamed\n}\n'
      await trial.workspace.applied(moved, member({ gid }, 'renamed'))
      expectUntouched()
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
  })
})
