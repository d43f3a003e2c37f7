import { type DirectoryTrial, member, openDirectory } from './directory-trial'
import { describeWithEngine } from './workspace'

let trial: DirectoryTrial

afterEach(() => trial.close())

/** Reads of the directory lag behind its changes by so many milliseconds. */
function lagging(milliseconds: number): void {
  trial.appliance.faults.set([{ listener: 'directory', effect: 'stale', milliseconds }])
}

const address = 'appliance_ldap_member.ann'
const unverified = async () => (await trial.workspace.state(address))?.unverified
const email = 'new@example.org'
const longerThanAnApply = 60_000

describeWithEngine('a directory whose reads lag behind its changes', () => {
  it('is asked again until it shows a change', async () => {
    trial = await openDirectory()
    await trial.workspace.applied(member())
    lagging(300)
    const said = await trial.workspace.applied(member({ email }))
    expect(said).not.toContain('Warning')
    expect(await unverified()).toEqual([])
    await trial.workspace.nothingToDo()
  })

  it('that lags longer than an apply is examined by the next plan, and drift is found from then on', async () => {
    trial = await openDirectory()
    await trial.workspace.applied(member())
    lagging(longerThanAnApply)
    const said = await trial.workspace.applied(member({ email }))
    expect(said).toContain('[appliance:member-values-different]')
    expect(said).toContain('leave the configuration as it is')
    expect(await unverified()).toEqual(['email'])

    trial.appliance.faults.clear()
    await trial.workspace.nothingToDo()
    await trial.workspace.run('apply', '-refresh-only', '-auto-approve')
    expect(await unverified()).toEqual([])
    trial.directory.members.save('ann.lee', { mail: 'other@example.org' })
    expect(await trial.workspace.planned()).toContain('"other@example.org" -> "new@example.org"')
  })

  it('finds drift in the first plan after the lag, too', async () => {
    trial = await openDirectory()
    await trial.workspace.applied(member())
    lagging(longerThanAnApply)
    await trial.workspace.applied(member({ email }))
    trial.appliance.faults.clear()
    await trial.workspace.nothingToDo()
    trial.directory.members.save('ann.lee', { mail: 'other@example.org' })
    await trial.workspace.applied()
    expect(trial.directory.members.get('ann.lee')?.attributes).toMatchObject({ mail: email })
  })

  it('needs one apply for a member, a group and a link', async () => {
    trial = await openDirectory()
    lagging(1_200)
    await trial.workspace.applied(
      member(),
      'resource "appliance_ldap_group" "staff" {\n  name = "staff"\n  organization = "acme"\n}\n',
      `resource "appliance_ldap_group_membership" "ann" {
  uid = appliance_ldap_member.ann.uid
  gid = appliance_ldap_group.staff.gid
}
`,
    )
    expect(trial.groupsOf('ann.lee')).toEqual(['staff'])
    trial.appliance.faults.clear()
    await trial.workspace.nothingToDo()
  })

  it('does not delay each change because of a value that it never returns', async () => {
    const requests = async (places: 'shown' | 'hidden') => {
      trial = await openDirectory({ spelling: { places } })
      await trial.workspace.applied(member())
      expect(await unverified()).toEqual(places === 'hidden' ? ['organization'] : [])
      trial.appliance.journal.clear()
      await trial.workspace.applied(member({ email }))
      return trial.appliance.journal.entries().filter(({ path }) => path.endsWith('/ann.lee')).length
    }
    const shown = await requests('shown')
    await trial.close()
    expect(await requests('hidden')).toBe(shown)
  })
})
