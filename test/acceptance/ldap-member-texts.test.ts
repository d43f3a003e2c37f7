import type { UnsentAttributes } from '@webfilter/appliance-emulator'
import { type DirectoryTrial, member, openDirectory } from './directory-trial'
import { describeWithEngine } from './workspace'

const address = 'appliance_ldap_member.ann'
const ignoring = 'lifecycle {\n    ignore_changes = [email, title]\n  }'

describeWithEngine('the texts of a directory member', () => {
  let trial: DirectoryTrial

  async function open(unsentAttributes: UnsentAttributes): Promise<void> {
    trial = await openDirectory({ unsentAttributes })
  }

  afterEach(() => trial.close())

  const held = () => trial.directory.members.get('ann.lee')?.attributes
  /** The bodies of the updates since the last call. */
  const updates = () => {
    const sent = trial.appliance.journal.entries().filter(({ method }) => method === 'PUT')
    trial.appliance.journal.clear()
    return sent.map(({ body }) => JSON.parse(body))
  }
  const applied = async (last: string, further = ignoring) => {
    updates()
    return await trial.workspace.applied(
      member({ last_name: last, title: 'Editor', mobile: '1' }, 'ann', further),
    )
  }

  it('are sent only if the plan changes them, and stay as others have set them', async () => {
    await open('kept')
    await applied('Lee')
    trial.directory.members.save('ann.lee', { mail: 'by.others@example.org', title: 'Author' })
    await trial.workspace.write(member({ last_name: 'Day', title: 'Editor', mobile: '1' }, 'ann', ignoring))
    await trial.workspace.run('plan', '-no-color', '-out=saved')
    trial.directory.members.save('ann.lee', { givenName: 'Anna', title: 'Boss', mobile: '2' })
    updates()
    const { exitCode, output } = await trial.workspace.run('apply', '-no-color', 'saved')
    expect([exitCode, output]).toEqual([0, output])
    expect(updates()).toEqual([{ sn: 'Day' }])
    expect(held()).toEqual({
      givenName: 'Anna',
      sn: 'Day',
      mail: 'by.others@example.org',
      title: 'Boss',
      mobile: '2',
    })
  })

  it('are sent once more, in one request, if the appliance clears what an update leaves out', async () => {
    await open('cleared')
    await applied('Lee')
    trial.directory.members.save('ann.lee', { title: 'Author' })
    const said = await applied('Day')
    expect(said).toContain('[appliance:member-values-cleared]')
    expect(said).toContain('first_name, email, title, mobile')
    const all = { givenName: 'Ann', sn: 'Day', mail: 'ann@example.org', title: 'Author', mobile: '1' }
    expect(updates()).toEqual([{ sn: 'Day' }, all])
    expect(held()).toEqual(all)
    await trial.workspace.nothingToDo()
    expect((await trial.workspace.state(address))?.unverified).toEqual([])
  })

  it('are complete after a creation, and after an adoption, by an appliance that clears', async () => {
    await open('cleared')
    expect(await applied('Lee', '')).toContain('[appliance:member-values-cleared]')
    const all = { givenName: 'Ann', sn: 'Lee', mail: 'ann@example.org', title: 'Editor', mobile: '1' }
    expect(held()).toEqual(all)
    await trial.workspace.nothingToDo()
    await trial.workspace.run('state', 'rm', address)
    expect(await applied('Day', '')).toContain('[appliance:member-values-cleared]')
    expect(held()).toEqual({ ...all, sn: 'Day' })
    await trial.workspace.nothingToDo()
  })

  it('that are removed are not sent again', async () => {
    await open('cleared')
    await applied('Lee', '')
    updates()
    await trial.workspace.applied(member({}, 'ann'))
    expect(updates()).toEqual([
      { title: '', mobile: '' },
      { givenName: 'Ann', sn: 'Lee', mail: 'ann@example.org' },
    ])
    await trial.workspace.nothingToDo()
  })

  it('that were cleared and cannot be sent again fail an update, and the next apply sends them', async () => {
    await open('cleared')
    await applied('Lee', '')
    trial.appliance.faults.set([{ operation: 'member-save', effect: 'refuse', error: 'DISK_FULL', skip: 1 }])
    const said = await trial.workspace.failed(member({ last_name: 'Day', title: 'Editor', mobile: '1' }))
    expect(said).toContain('DISK_FULL')
    expect(await trial.workspace.state(address)).toMatchObject({ last_name: 'Day', email: '', title: '' })
    trial.appliance.faults.clear()
    await trial.workspace.applied()
    expect(held()).toMatchObject({ givenName: 'Ann', sn: 'Day', mail: 'ann@example.org', title: 'Editor' })
    await trial.workspace.nothingToDo()
  })

  it('that were cleared and cannot be sent again after a creation are set by the next apply', async () => {
    await open('cleared')
    trial.appliance.faults.set([{ operation: 'member-save', effect: 'refuse', error: 'DISK_FULL', skip: 1 }])
    const said = await applied('Lee', '')
    expect(said).toContain('[appliance:member-incomplete]')
    expect(said).toContain('DISK_FULL')
    trial.appliance.faults.clear()
    await trial.workspace.applied()
    expect(held()).toMatchObject({ givenName: 'Ann', sn: 'Lee', mail: 'ann@example.org', title: 'Editor' })
    await trial.workspace.nothingToDo()
  })
})
