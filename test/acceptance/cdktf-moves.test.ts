import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startAppliance, type TestAppliance } from './appliance'
import { CdktfProject, succeed } from './cdktf-project'
import { describeWithEngineThatHas } from './workspace'

/** Milliseconds: the engine starts a dozen times. */
jest.setTimeout(240_000)

describeWithEngineThatHas('writeOnlyValues')('a configuration that becomes a program', () => {
  let project: CdktfProject
  let appliance: TestAppliance

  beforeAll(async () => {
    appliance = await startAppliance()
    appliance.directory.organizations.create('acme')
    project = await CdktfProject.open('cdktf', resolve(__dirname, 'moves'))
    await execute('npx --no-install tsc')
    await execute('cd hcl\nterraform init\nterraform apply -auto-approve')
    appliance.writes()
  })

  afterAll(async () => {
    project.close()
    await appliance.close()
  })

  // Each test begins with the state that the one before it has left.
  it('has the same addresses, if its resources stand in the stack', async () => {
    await synthesize('as-in-hcl')
    await execute(inStack('proxy', 'init'))
    expect(await execute(inStack('proxy', 'plan -detailed-exitcode'))).toContain('No changes.')
  })

  it('can use constructs without a change on the appliance, if it says what has moved', async () => {
    await synthesize('with-constructs')
    const applied = await execute(inStack('proxy', 'apply -auto-approve'))
    expect(applied.match(/ has moved to /g)).toHaveLength(5)
    expect(applied).toContain('0 added, 0 changed, 0 destroyed')
    expect(appliance.writes()).toEqual([])
    expect(await execute(inStack('proxy', 'state list'))).not.toContain('appliance_category.old')
    expect(sitesIn('Old')).toEqual(['old.example'])
    expect(await execute(inStack('proxy', 'plan -detailed-exitcode'))).toContain('No changes.')
  })

  it('can import it all into an empty state, also by numbers that a data source reads', async () => {
    rmSync(join(project.folder, 'states'), { recursive: true })
    await synthesize('imported')
    const applied = await execute(inStack('proxy', 'apply -auto-approve'))
    expect(applied).toContain('4 imported, 0 added, 2 changed, 0 destroyed.')
    // An import warns of no adoption, but says what comes under management: in the plan, and not again in its apply.
    expect(applied.match(/Warning: .*/g)).toEqual([
      'Warning: A category already contains sites of a new list',
    ])
    expect(applied).toContain('2 of 2 sites are there')
    expect(sitesIn('Advertising')).toEqual(['adserver.example', 'doubleclick.net'])
    // The version of the password is new to the state.
    expect(appliance.directory.checkPassword('ann.lee', 'given later')).toBe(true)
  })

  it('can rename keys of a fleet by one word each, in all of its stacks', async () => {
    const oslo = await startAppliance()
    try {
      oslo.directory.organizations.create('acme')
      const stacks = (other: string) => [['branches-berlin', appliance] as const, [other, oslo] as const]
      rmSync(join(project.folder, 'states'), { recursive: true, force: true })
      await synthesize('fleet')
      await onEach(stacks('branches-oslo'), 'init', 'apply -auto-approve')
      for (const { writes } of [appliance, oslo]) writes()

      await synthesize('fleet-renamed')
      const applied = await onEach(stacks('branches-bergen'), 'init', 'apply -auto-approve')
      // Of Berlin two categories, of Oslo both; and in each stack a member with its membership.
      expect(applied.map((output) => output.match(/ has moved to /g)?.length)).toEqual([4, 4])
      for (const output of applied) expect(output).toContain('0 added, 0 changed, 0 destroyed')
      const again = await onEach(stacks('branches-bergen'), 'plan')
      for (const plan of again) expect(plan).toContain('No changes.')
      expect([appliance, oslo].map(({ writes }) => writes())).toEqual([[], []])
    } finally {
      await oslo.close()
    }
  })

  /** Runs commands of the engine for several stacks at the same time, each with its appliance. @returns what it said of each */
  function onEach(
    stacks: readonly (readonly [stack: string, appliance: TestAppliance])[],
    ...commands: readonly string[]
  ): Promise<readonly string[]> {
    return Promise.all(stacks.map(([stack, other]) => execute(inStack(stack, ...commands), other)))
  }

  async function synthesize(program: string): Promise<void> {
    await execute(`node dist/${program}.js`)
  }

  function inStack(stack: string, ...commands: readonly string[]): string {
    return commands.map((command) => `terraform -chdir=cdktf.out/stacks/${stack} ${command}`).join('\n')
  }

  function execute(script: string, { environment } = appliance): Promise<string> {
    return succeed(project.run(script, { ...environment, TF_VAR_first_password: 'given later' }))
  }

  function sitesIn(name: string): readonly string[] {
    const { store } = appliance
    return [...store.compiledSites(store.categoryNamed(name)?.id ?? 0)].sort()
  }
})
