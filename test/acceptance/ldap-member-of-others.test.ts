import type { Fault } from '@webfilter/appliance-emulator'
import { type DirectoryTrial, member, openDirectory } from './directory-trial'
import { describeWithEngine } from './workspace'

const address = 'appliance_ldap_member.ann'
const ann = { givenName: 'Ann', sn: 'Lee', mail: 'ann@example.org' }
const lost: Fault = { operation: 'member-create', effect: 'drop', afterWork: true }
const unread: Fault = { operation: 'member-get', effect: 'status', status: 503 }

describeWithEngine('a member that somebody else creates at the same time', () => {
  let trial: DirectoryTrial

  beforeEach(async () => {
    trial = await openDirectory({ existingMembers: 'kept' })
  })

  afterEach(() => trial.close())

  /** Has the account created by somebody else right before the appliance creates it. */
  function createdByOthers(attributes: Readonly<Record<string, string>>, ...faults: readonly Fault[]): void {
    const { members } = trial.directory
    const create = members.create.bind(members)
    members.create = (given) => {
      members.create = create
      create({ uid: 'ann.lee', organization: 'acme', password: 'of-bob', attributes })
      trial.appliance.faults.set([...faults])
      return create(given)
    }
  }

  it.each([
    ['names', { givenName: 'Bob', sn: 'Ray' }, [], 'first_name = "Bob", last_name = "Ray"'],
    ['an address', { mail: 'lee@example.org' }, [], 'email = "lee@example.org"'],
    ['names, after a lost answer', { givenName: 'Bob' }, [lost], 'first_name = "Bob"'],
  ] as const)(
    'with %s of another gets neither password nor texts, and an error names it',
    async (_, others, faults, shown) => {
      trial.appliance.faults.set([...faults])
      createdByOthers({ ...ann, ...others })
      const said = await trial.workspace.failed(member({ title: 'Editor' }))
      expect(said).toContain('[appliance:member-of-another]')
      expect(said).toContain(shown)
      expect(trial.appliance.writes()).toEqual(['POST /openldap/members'])
      expect(trial.directory.members.get('ann.lee')?.attributes).toEqual({ ...ann, ...others })
      expect(trial.directory.checkPassword('ann.lee', 'of-bob')).toBe(true)
      expect(await trial.workspace.state(address)).toBeUndefined()
      trial.appliance.faults.clear()
      expect(await trial.workspace.planned()).toContain('[appliance:member-adopted]')
    },
  )

  it('in the same words, but for letter case and spaces, is the one that was to be created', async () => {
    trial.appliance.faults.set([lost])
    createdByOthers({ givenName: 'ANN', sn: ' Lee ', mail: 'Ann@Example.org' })
    await trial.workspace.applied(member({ title: 'Editor' }))
    expect(trial.directory.checkPassword('ann.lee', 'initial-password')).toBe(true)
  })

  it('and that cannot be read gets nothing more, and is completed by the next apply', async () => {
    createdByOthers(ann, unread)
    expect(await trial.workspace.applied(member({ title: 'Editor' }))).toContain(
      '[appliance:member-incomplete]',
    )
    expect(trial.appliance.writes()).toEqual(['POST /openldap/members'])
    trial.appliance.faults.clear()
    await trial.workspace.applied()
    expect(trial.directory.members.get('ann.lee')?.attributes).toEqual({ ...ann, title: 'Editor' })
    await trial.workspace.nothingToDo()
  })
})
