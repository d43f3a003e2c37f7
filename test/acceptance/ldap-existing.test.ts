import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type DirectoryTrial, member, openDirectory, reference } from './directory-trial'
import { describeWithEngine, engineHas, noticeIfLacking } from './workspace'

const address = 'appliance_ldap_member.ann'

describeWithEngine('an existing object of the directory', () => {
  let trial: DirectoryTrial

  afterEach(() => trial.close())

  const held = () => trial.directory.members.get('ann.lee')
  const stored = () => trial.workspace.state(address)

  /** Changes the values of the member in the file of the state, as another release would have written it. */
  async function rewriteState(change: (values: Record<string, unknown>) => void): Promise<void> {
    const file = join(trial.workspace.folder, 'terraform.tfstate')
    const state = JSON.parse(await readFile(file, 'utf8'))
    change(state.resources[0].instances[0])
    state.serial += 1
    await writeFile(file, JSON.stringify(state))
  }

  describe('as a member', () => {
    it('is refused with on_existing = "fail", in the plan and, if it was created later, at apply', async () => {
      trial = await openDirectory()
      trial.byHand('ann.lee')
      const config = member({ on_existing: 'fail' })
      const said = await trial.workspace.refused(config)
      expect(said).toContain('"ann.lee" already exists, and on_existing is "fail"')
      expect(said).toContain('[appliance:already-exists]')
      trial.directory.members.remove('ann.lee')
      await trial.workspace.plan('-out=plan')
      trial.byHand('ann.lee')
      trial.appliance.writes()
      const { exitCode, output } = await trial.workspace.run('apply', '-no-color', 'plan')
      expect(exitCode).toBe(1)
      expect(output).toContain('on_existing')
      expect(trial.appliance.writes()).toEqual([])
      expect(trial.directory.checkPassword('ann.lee', 'by-hand')).toBe(true)
    })

    it('is adopted, and kept by a destroy, whose plan says so', async () => {
      trial = await openDirectory()
      trial.byHand('ann.lee')
      expect(await trial.workspace.planned(member())).toContain('A destroy leaves it on the appliance')
      await trial.workspace.applied()
      expect(await stored()).toMatchObject({ adopted: true, on_destroy: null })
      await trial.workspace.nothingToDo()
      expect((await trial.workspace.plan('-destroy')).output).toContain('[appliance:stays]')
      await trial.workspace.destroyed()
      expect(held()).toBeDefined()
    })

    it('is deleted if on_destroy says so', async () => {
      trial = await openDirectory()
      trial.byHand('ann.lee')
      await trial.workspace.applied(member({ on_destroy: 'delete' }))
      await trial.workspace.destroyed()
      expect(held()).toBeUndefined()
    })
  })

  describe('as a member that was created', () => {
    it('is deleted by a destroy, whose plan says so', async () => {
      trial = await openDirectory()
      await trial.workspace.applied(member({ on_existing: 'fail' }))
      expect(await stored()).toMatchObject({ adopted: false })
      const { output } = await trial.workspace.plan('-destroy')
      expect(output).toContain('[appliance:member-deleted]')
      expect(output.replace(/[│\s]+/g, ' ')).toContain('moved block')
      await trial.workspace.destroyed()
      expect(held()).toBeUndefined()
    })

    it('is kept if on_destroy says so, set by an update that sends nothing', async () => {
      trial = await openDirectory()
      await trial.workspace.applied(member())
      trial.appliance.writes()
      await trial.workspace.applied(member({ on_destroy: 'keep' }))
      expect(trial.appliance.writes()).toEqual([])
      await trial.workspace.nothingToDo()
      expect(await trial.workspace.applied('')).toContain(
        'Member "ann.lee" stays because on_destroy is "keep"',
      )
      expect(held()).toBeDefined()
    })

    it('counts as created after an import', async () => {
      trial = await openDirectory()
      trial.byHand('ann.lee')
      await trial.workspace.write(member({ password: undefined }))
      await trial.workspace.imported(address, 'ann.lee')
      expect(await stored()).toMatchObject({ adopted: false })
      await trial.workspace.destroyed()
      expect(held()).toBeUndefined()
    })
  })

  describe('as a member that two objects of the state describe', () => {
    it('is not deleted for the one that is not in the configuration', async () => {
      trial = await openDirectory()
      await trial.workspace.applied(member())
      const file = join(trial.workspace.folder, 'terraform.tfstate')
      const state = JSON.parse(await readFile(file, 'utf8'))
      state.resources.push({ ...state.resources[0], name: 'renamed' })
      state.serial += 1
      await writeFile(file, JSON.stringify(state))
      expect(await trial.workspace.refused(member({}, 'renamed'))).toContain(
        '[appliance:member-twice-in-state]',
      )
      await trial.workspace.run('state', 'rm', address)
      await trial.workspace.nothingToDo()
      expect(held()).toBeDefined()
    })

    it('is not deleted for an object that was to be destroyed after its successor was created', async () => {
      trial = await openDirectory()
      await trial.workspace.applied(member())
      const file = join(trial.workspace.folder, 'terraform.tfstate')
      const state = JSON.parse(await readFile(file, 'utf8'))
      const [{ instances }] = state.resources
      instances.push({ ...instances[0], deposed: '01234567' })
      state.serial += 1
      await writeFile(file, JSON.stringify(state))
      expect(await trial.workspace.refused()).toContain('[appliance:member-twice-in-state]')
      await trial.workspace.run('state', 'rm', address)
      await trial.workspace.applied()
      expect(held()).toBeDefined()
      await trial.workspace.nothingToDo()
    })
  })

  describe('as a group', () => {
    const group = (more = '') => `
resource "appliance_ldap_group" "writers" {
  name         = "writers"
  organization = "acme"
  ${more}
}
`

    it('is refused with on_existing = "fail", in the plan and, if it was created later, at apply', async () => {
      trial = await openDirectory()
      const { gid } = trial.directory.groups.create({ name: 'writers', organization: 'acme' })
      const said = await trial.workspace.refused(group('on_existing = "fail"'))
      expect(said).toContain(
        `Group "writers" already exists in the organization "acme" as number ${gid}, and on_existing is "fail"`,
      )
      expect(said).toContain('[appliance:already-exists]')
      trial.directory.groups.remove(gid)
      await trial.workspace.plan('-out=plan')
      trial.group('writers')
      trial.appliance.writes()
      expect((await trial.workspace.run('apply', '-no-color', 'plan')).exitCode).toBe(1)
      expect(trial.appliance.writes()).toEqual([])
    })

    it('can be adopted by a change of on_existing, which sends nothing and replaces nothing', async () => {
      trial = await openDirectory()
      await trial.workspace.applied(group('on_existing = "fail"'))
      trial.appliance.writes()
      expect(await trial.workspace.planned(group())).toContain('will be updated in-place')
      await trial.workspace.applied()
      expect(trial.appliance.writes()).toEqual([])
      await trial.workspace.nothingToDo()
    })

    it('plans nothing for the state of an older release', async () => {
      trial = await openDirectory()
      await trial.workspace.applied(group())
      await rewriteState((instance) => {
        const { on_existing, ...older } = instance.attributes as { [name: string]: unknown }
        instance.attributes = older
      })
      await trial.workspace.nothingToDo()
    })
  })
})

describeWithEngine('a member without any password', () => {
  let trial: DirectoryTrial

  afterEach(() => trial.close())

  it('causes a warning if it is to be created, even if the appliance accepts it', async () => {
    trial = await openDirectory({ withoutPassword: 'accepted' })
    const said = await trial.workspace.planned(member({ password: undefined }))
    expect(said).toContain('Member "ann.lee" will be created without a password')
    expect(said).toContain('[appliance:member-without-password]')
    await trial.workspace.applied()
    await trial.workspace.nothingToDo()
  })

  it('causes no warning if it is adopted, changed, or has a password that is not known yet', async () => {
    trial = await openDirectory()
    trial.byHand('ann.lee')
    expect(await trial.workspace.planned(member({ password: undefined }))).not.toContain(
      '[appliance:member-without-password]',
    )
    await trial.workspace.applied()
    expect(await trial.workspace.planned(member({ password: undefined, title: 'Editor' }))).not.toContain(
      '[appliance:member-without-password]',
    )
    const unknown = 'resource "terraform_data" "password" {\n  input = "a-new-password"\n}\n'
    const other = member({ uid: 'bob.lee', password: reference('terraform_data.password.output') }, 'bob')
    expect(await trial.workspace.planned(unknown, other)).not.toContain('[appliance:member-without-password]')
    noticeIfLacking('writeOnlyValues')
    if (!engineHas('writeOnlyValues')) return
    const written = member(
      { uid: 'bob.lee', password: undefined, password_wo: 'x', password_wo_version: 1 },
      'bob',
    )
    expect(await trial.workspace.planned(written)).not.toContain('[appliance:member-without-password]')
  })
})
