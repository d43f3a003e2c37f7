import { cpSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Flavor, flavors } from '../../engine/cdktf-project'
import { startAppliance, type TestAppliance } from './appliance'
import { CdktfProject, succeed } from './cdktf-project'
import { describeWithEngineThatHas } from './workspace'

/** Milliseconds: the engine starts a dozen times. */
jest.setTimeout(240_000)

describeWithEngineThatHas('writeOnlyValues')('a configuration that becomes a program', () => {
  const projects = {} as Record<Flavor, CdktfProject>
  let appliance: TestAppliance

  beforeAll(async () => {
    appliance = await startAppliance()
    appliance.directory.organizations.create('acme')
    for (const flavor of ['cdktf', 'cdktn'] as const) {
      projects[flavor] = await CdktfProject.open(flavor, resolve(__dirname, 'moves'))
      await execute(projects[flavor], 'npx --no-install tsc')
    }
    await execute(projects.cdktf, 'cd hcl\nterraform init\nterraform apply -auto-approve')
    appliance.writes()
  })

  afterAll(async () => {
    for (const project of Object.values(projects)) project.close()
    await appliance.close()
  })

  // Each test begins with the state that the one before it has left.
  it('has the same addresses, if its resources stand in the stack', async () => {
    expect(await run('cdktf', 'as-in-hcl', 'plan -detailed-exitcode')).toContain('No changes.')
  })

  it('has them with the other library as well, and goes on with the same state', async () => {
    cpSync(join(projects.cdktf.folder, 'states'), join(projects.cdktn.folder, 'states'), { recursive: true })
    expect(await run('cdktn', 'as-in-hcl', 'plan -detailed-exitcode')).toContain('No changes.')
  })

  it('can use constructs without a change on the appliance, if it says what has moved', async () => {
    const applied = await run('cdktn', 'with-constructs', 'apply -auto-approve')
    expect(applied.match(/ has moved to /g)).toHaveLength(5)
    expect(applied).toContain('0 added, 0 changed, 0 destroyed')
    expect(appliance.writes()).toEqual([])
    expect(await run('cdktn', 'with-constructs', 'state list')).not.toContain('appliance_category.old')
    expect(sitesIn('Old')).toEqual(['old.example'])
    expect(await run('cdktn', 'with-constructs', 'plan -detailed-exitcode')).toContain('No changes.')
  })

  it('can import it all into an empty state, also by numbers that a data source reads', async () => {
    rmSync(join(projects.cdktf.folder, 'states'), { recursive: true })
    const applied = await run('cdktf', 'imported', 'apply -auto-approve')
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
      await execute(projects.cdktf, 'rm -rf states')
      await runInFleet('cdktf', 'fleet', 'apply -auto-approve', stacks('branches-oslo'))
      for (const { writes } of [appliance, oslo]) writes()

      cpSync(join(projects.cdktf.folder, 'states'), join(projects.cdktn.folder, 'states'), {
        recursive: true,
      })
      for (const flavor of flavors) {
        const plans = await runInFleet(flavor, 'fleet-renamed', 'plan', stacks('branches-bergen'))
        // Of Berlin two categories, of Oslo both; and in each stack a member with its membership.
        expect(plans.map((plan) => plan.match(/ has moved to /g)?.length)).toEqual([4, 4])
        for (const plan of plans) expect(plan).toContain('0 to add, 0 to change, 0 to destroy.')
      }
      await runInFleet('cdktn', 'fleet-renamed', 'apply -auto-approve', stacks('branches-bergen'))
      const again = await runInFleet('cdktn', 'fleet-renamed', 'plan', stacks('branches-bergen'))
      for (const plan of again) expect(plan).toContain('No changes.')
      expect([appliance, oslo].map(({ writes }) => writes())).toEqual([[], []])
    } finally {
      await oslo.close()
    }
  })

  /** Synthesizes a program with several stacks, and runs the engine for each. @returns what the engine said of each */
  async function runInFleet(
    flavor: Flavor,
    program: string,
    command: string,
    stacks: readonly (readonly [stack: string, appliance: TestAppliance])[],
  ): Promise<readonly string[]> {
    const project = projects[flavor]
    await execute(project, `node dist/${program}.js`)
    return Promise.all(
      stacks.map(([stack, { environment }]) => {
        const variables = { ...environment, TF_VAR_first_password: 'given later' }
        const engine = `terraform -chdir=cdktf.out/stacks/${stack}`
        return succeed(project.run(`${engine} init\n${engine} ${command}`, variables))
      }),
    )
  }

  /** Synthesizes a program of a project, and runs the engine for it. @returns what the engine said */
  async function run(flavor: Flavor, program: string, command: string): Promise<string> {
    const project = projects[flavor]
    await execute(project, `node dist/${program}.js\nterraform -chdir=cdktf.out/stacks/proxy init`)
    return execute(project, `terraform -chdir=cdktf.out/stacks/proxy ${command}`)
  }

  function execute(project: CdktfProject, script: string): Promise<string> {
    const variables = { ...appliance.environment, TF_VAR_first_password: 'given later' }
    return succeed(project.run(script, variables))
  }

  function sitesIn(name: string): readonly string[] {
    const { store } = appliance
    return [...store.compiledSites(store.categoryNamed(name)?.id ?? 0)].sort()
  }
})
