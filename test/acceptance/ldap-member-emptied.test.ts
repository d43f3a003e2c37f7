import type { EmptyAttributes } from '@webfilter/appliance-emulator'
import { startAppliance, type TestAppliance } from './appliance'
import { describeWithEngine, Workspace } from './workspace'

const address = 'appliance_ldap_member.ann'
const all = { title: 'Editor', telephone_number: '110', mobile: '112' }

describeWithEngine('a value that is removed from a directory member', () => {
  let appliance: TestAppliance
  let workspace: Workspace

  async function open(emptyAttributes: EmptyAttributes): Promise<void> {
    appliance = await startAppliance({ directory: { service: 'running', emptyAttributes } })
    workspace = await Workspace.open({ ...appliance.environment, APPLIANCE_RETRIES: '0' })
  }

  afterEach(async () => {
    await workspace.close()
    await appliance.close()
  })

  const held = () => appliance.directory.members.get('ann.lee')?.attributes

  it.each(['refused', 'ignored'] as const)(
    'stays if the appliance has it %s, which the apply says, with everything else done and nothing left to plan',
    async (how) => {
      await open(how)
      await workspace.applied(ann(all))
      await workspace.nothingToDo()
      const said = await workspace.applied(ann({ last_name: 'Day' }))
      expect(said).toContain(
        'The apply cleared attributes of member "ann.lee", but the directory still shows title = "Editor", telephone_number = "110"',
      )
      expect(said).toContain('[appliance:member-values-kept]')
      if (how === 'refused') {
        expect(said).toContain('The appliance rejected an empty title for member "ann.lee"')
        expect(said).toContain('[appliance:member-values-kept]')
        expect(said).toContain('INVALID_TITLE')
        expect(said).toContain('INVALID_TELEPHONENUMBER')
      }
      expect(held()).toMatchObject({ sn: 'Day', title: 'Editor', telephoneNumber: '110' })
      expect(held()).not.toHaveProperty('mobile')
      expect(await workspace.state(address)).toMatchObject({
        last_name: 'Day',
        title: null,
        unverified: ['telephone_number', 'title'],
      })
      await workspace.nothingToDo()
      await workspace.applied(ann({ ...all, title: 'Chief' }))
      expect(held()).toMatchObject({ title: 'Chief' })
      expect(await workspace.state(address)).toMatchObject({ title: 'Chief', unverified: [] })
      await workspace.nothingToDo()
    },
  )

  it('stays with an adopted member too, if the appliance refuses', async () => {
    await open('refused')
    const attributes = { givenName: 'Ann', sn: 'Lee', mail: 'ann@example.org', title: 'Editor' }
    appliance.directory.members.create({ uid: 'ann.lee', organization: 'acme', password: 'x', attributes })
    const said = await workspace.applied(ann({ last_name: 'Day' }))
    expect(said).toContain('[appliance:member-values-kept]')
    expect(said).toContain('rejected an empty title for member "ann.lee"')
    expect(held()).toMatchObject({ sn: 'Day', title: 'Editor' })
    await workspace.nothingToDo()
  })

  it('does not hide a refusal for another reason, which is an error', async () => {
    await open('cleared')
    await workspace.applied(ann(all))
    appliance.faults.set([{ operation: 'member-save', effect: 'refuse', error: 'READ_ONLY' }])
    expect(await workspace.failed(ann())).toContain('READ_ONLY')
    appliance.faults.set([{ operation: 'member-save', effect: 'refuse', error: 'BUSY', times: 1 }])
    expect(await workspace.applied()).not.toContain('[appliance:member-values-kept]')
    expect(held()).not.toHaveProperty('title')
    await workspace.nothingToDo()
  })
})

function ann(attributes: Readonly<Record<string, string>> = {}): string {
  const { last_name = 'Lee', ...others } = attributes
  return `
resource "appliance_ldap_member" "ann" {
  uid          = "ann.lee"
  first_name   = "Ann"
  last_name    = "${last_name}"
  email        = "ann@example.org"
  organization = "acme"
  password     = "initial-password"
${Object.entries(others)
  .map(([name, value]) => `  ${name} = "${value}"\n`)
  .join('')}}
`
}
