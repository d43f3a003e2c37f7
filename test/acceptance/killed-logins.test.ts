import { setTimeout } from 'node:timers/promises'
import { type DirectoryTrial, member, openDirectory } from './directory-trial'
import { groupOf, processesOf } from './process-group'
import { describeWithEngineAtNight } from './workspace'

const address = 'appliance_ldap_member.ann'

/** The requests of a change of a login, in their order; the first is sent by the deletion, the others by the creation. */
const operations = [
  'organization-list',
  'member-groups',
  'member-create',
  'group-link',
  'member-delete',
] as const

describeWithEngineAtNight('the change of a login', () => {
  let trial: DirectoryTrial

  afterEach(() => trial.close())

  it.each(operations)(
    'that is killed with Terraform at its request %s loses no account, and the next plan names the one that is left',
    async (operation) => {
      trial = await openDirectory()
      const { directory, appliance, workspace } = trial
      const gid = trial.group('staff')
      const there = (uid: string) => directory.members.get(uid) !== undefined
      await workspace.applied(member({ gid }))
      directory.groups.link(trial.group('readers'), 'ann.lee')
      await workspace.write(member({ gid, uid: 'ann.smith' }))
      await workspace.plan('-out=plan')

      appliance.faults.set([{ operation, effect: 'latency', milliseconds: 200 }])
      const run = workspace.start('apply', '-no-color', 'plan')
      while ((appliance.faults.report()[0]?.fitted ?? 0) === 0) await setTimeout(5)
      process.kill(-groupOf(run), 'SIGKILL')
      await run.ended
      while (processesOf(groupOf(run)).length > 0) await setTimeout(20)
      // The appliance ends what it has begun.
      if (operation === 'member-delete') while (there('ann.lee')) await setTimeout(20)
      if (operation === 'member-create') while (!there('ann.smith')) await setTimeout(20)
      appliance.faults.clear()

      expect(there('ann.lee')).toBe(operation !== 'member-delete')
      const isManaged = (await workspace.state(address)) !== undefined
      expect(isManaged).toBe(operation === 'organization-list')
      const { output } = await workspace.plan()
      const isNamed = output.includes('[appliance:member-left-behind]') && output.includes('"ann.lee"')
      expect(isNamed).toBe(there('ann.lee') && !isManaged)

      await workspace.applied()
      expect(there('ann.smith')).toBe(true)
      if (!isManaged) directory.members.remove('ann.lee')
      expect(there('ann.lee')).toBe(false)
      await workspace.nothingToDo()
      expect((await workspace.plan()).output).not.toContain('member-left-behind')
    },
  )
})
