import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CdktfProject, succeed } from './cdktf-project'
import { type DirectoryTrial, openDirectory } from './directory-trial'
import { describeWithEngineThatHas, type Run } from './workspace'

/** Milliseconds: the engine starts four times. */
jest.setTimeout(240_000)

const program = `
const { App, DataResource, Fn, TerraformOutput, TerraformStack, TerraformVariable } = require('cdktf')
const { DirectoryTeam } = require('terraform-provider-appliance/cdktf/constructs/directory-team')
const { ExistingGroup } = require('terraform-provider-appliance/cdktf/constructs/existing-group')
const { ExistingMember } = require('terraform-provider-appliance/cdktf/constructs/existing-member')
const { ApplianceProvider } = require('terraform-provider-appliance/cdktf/provider')

const app = new App({ context: { targetVersions: { terraform: '>=1.11.0', opentofu: '>=1.11.0' } } })
const stack = new TerraformStack(app, 'directory')
new ApplianceProvider(stack, 'appliance', {})
const ephemeral = new TerraformVariable(stack, 'ephemeral_password', { type: 'string' })
ephemeral.addOverride('ephemeral', true)
const password = new TerraformVariable(stack, 'password', { type: 'string', sensitive: true })

const person = (firstName) => ({ firstName, lastName: 'Lee', email: firstName.toLowerCase() + '@example.org' })
const team = new DirectoryTeam(stack, 'newsroom', {
  organization: 'acme',
  groups: ['staff', 'editors'],
  members: {
    'ann.lee': { ...person('Ann'), group: 'staff', groups: ['editors'], password: ephemeral },
    'bob.ray': { ...person('Bob'), password: Fn.sensitive(password.stringValue) },
    'kim.fox': { ...person('Kim'), importId: 'kim.fox', onDestroy: 'keep' },
  },
})
const vault = new DataResource(stack, 'vault', { input: password.stringValue })
const eve = team.addMember('eve.poe', { ...person('Eve'), groups: [team.addGroup('archive')] })
eve.password = vault.output.toString()

const everyone = ExistingGroup.fromName(stack, 'everyone', process.env.EXISTING_GROUP, { organization: 'acme' })
everyone.addMember(team.members['ann.lee'])
team.groups.editors.addMember(ExistingMember.fromUid(stack, 'max', 'MAX.ORR'))
new DataResource(stack, 'later', { dependsOn: [team, everyone] })
app.synth()
`

describeWithEngineThatHas('writeOnlyValues')('a team in a program', () => {
  let project: CdktfProject
  let trial: DirectoryTrial

  beforeAll(async () => {
    project = await CdktfProject.open('cdktf')
    writeFileSync(join(project.folder, 'team.js'), program)
  })

  beforeEach(async () => {
    trial = await openDirectory()
    trial.group('The Board')
    trial.byHand('max.orr')
    trial.byHand('kim.fox')
  })

  afterEach(() => trial.close())
  afterAll(() => project.close())

  it('is applied with late, ephemeral and existing references, and there is nothing to do then', async () => {
    await succeed(synthesized('the board'))
    await succeed(engine('apply -auto-approve'))
    expect(trial.groupsOf('ann.lee')).toEqual(['The Board', 'editors', 'staff'])
    expect(trial.groupsOf('eve.poe')).toContain('archive')
    expect(trial.groupsOf('max.orr')).toContain('editors')
    expect(trial.directory.members.get('ann.lee')?.gid).toBe(trial.gid('staff'))
    expect(trial.directory.members.get('kim.fox')?.attributes.givenName).toBe('Kim')
    for (const [login, password] of [
      ['ann.lee', 'ephemeral-27'],
      ['bob.ray', 'sensitive-37'],
      ['eve.poe', 'sensitive-37'],
    ] as const) {
      expect([login, trial.directory.checkPassword(login, password)]).toEqual([login, true])
    }
    await succeed(engine('plan -detailed-exitcode'))
  })

  it('is refused in the plan with the name of a group that does not exist', async () => {
    await succeed(synthesized('nobody'))
    const { exitCode, output } = await engine('plan')
    expect(exitCode).toBe(1)
    expect(output).toContain('Organization "acme" has no group "nobody".')
  })

  async function synthesized(group: string): Promise<Run> {
    return project.run('node team.js\nterraform -chdir=cdktf.out/stacks/directory init', {
      EXISTING_GROUP: group,
    })
  }

  function engine(words: string): Promise<Run> {
    return project.run(`terraform -chdir=cdktf.out/stacks/directory ${words}`, {
      ...trial.appliance.environment,
      TF_VAR_ephemeral_password: 'ephemeral-27',
      TF_VAR_password: 'sensitive-37',
    })
  }
})
