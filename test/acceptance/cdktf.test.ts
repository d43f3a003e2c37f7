import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { flavours } from '../../engine/cdktf-project'
import { startAppliance, type TestAppliance } from './appliance'
import { CdktfProject } from './cdktf-project'
import { describeWithEngine, type Run } from './workspace'

describeWithEngine.each(flavours)('the example for %s', (flavour) => {
  let project: CdktfProject

  beforeAll(async () => {
    project = await CdktfProject.open(flavour)
    await succeed(project.run(project.pipelineStep('Synthesise')))
  })

  afterAll(() => project.close())

  it('passes its own tests', async () => {
    expect(await succeed(project.run('npm test'))).toContain('Tests:       5 passed, 5 total')
  })

  it('creates the stacks that its pipeline runs for', () => {
    const stacks = readdirSync(join(project.folder, 'cdktf.out/stacks'))
    expect(stacks).toEqual([...project.pipelineStacks()].sort())
  })

  it('is planned, reviewed in a comment and applied by its pipeline, after which there is nothing to do', async () => {
    const appliance = await startAppliance({ directory: { service: 'not-installed' } })
    const run = (script: string) =>
      project.run(script, {
        ...appliance.environment,
        STACK: 'headquarters',
        PULL_REQUEST: '7',
        TF_VAR_first_password: 'given in the environment',
      })
    try {
      await succeed(run(project.pipelineStep('Plan')))
      await succeed(run(project.pipelineStep('Review')))
      expect(project.comment()).toMatch(/^## headquarters\n/)
      expect(project.comment()).toContain('doubleclick.net')
      await succeed(run(project.pipelineStep('Apply')))
      expect(contentOf(appliance)).toEqual({
        ads: ['203.0.113.80', 'adserver.example', 'doubleclick.net'],
        malware: ['botnet.example', 'malware.example', 'phishing.example'],
        partners: ['supplier.example', 'xn--bcher-kva.example'],
        trackers: ['adserver.example', 'pixel.example'],
      })

      await succeed(run('node dist/main.js'))
      await succeed(run('terraform -chdir="cdktf.out/stacks/$STACK" plan -detailed-exitcode'))
    } finally {
      await appliance.close()
    }
  })

  it('applies to the appliances that are up, and fails with the name of the one that is down', async () => {
    const names = ['berlin', 'oslo', 'rome'] as const
    const [berlin, oslo, rome] = await Promise.all([startAppliance(), startAppliance(), startAppliance()])
    await oslo.close()
    try {
      const runs = await Promise.all(
        [berlin, oslo, rome].map(({ environment }, index) =>
          applyStack(`branches-${names[index]}`, environment),
        ),
      )
      expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 1, 0])
      const games = ['cards.example', 'play.example']
      expect(contentOf(berlin)).toEqual({ ads: ['adserver.example', 'doubleclick.net'], games })
      expect(contentOf(rome)).toEqual({ ads: ['annunci.example', 'doubleclick.net'] })
      const said = runs[1]?.output
      expect(said).toContain(oslo.environment.APPLIANCE_CATEGORIES_URL)
      expect(said).toMatch(/^Error: .*\n\n +with appliance_category\.oslo_(ads|games)_/m)
    } finally {
      await Promise.all([berlin.close(), rome.close()])
    }
  })

  function applyStack(stack: string, environment: Readonly<Record<string, string>>): Promise<Run> {
    const [init, apply] = ['init', 'apply -auto-approve'].map(
      (words) => `terraform -chdir="$FOLDER" ${words}`,
    )
    return project.run(`${init}\n${apply}`, { ...environment, FOLDER: `cdktf.out/stacks/${stack}` })
  }
})

/** The output of a run. Throws where it failed. */
async function succeed(run: Promise<Run>): Promise<string> {
  const { exitCode, output } = await run
  if (exitCode !== 0) throw new Error(`It ended with exit code ${exitCode}:\n${output}`)
  return output
}

/** The sites of each category on an appliance. */
function contentOf({ store }: TestAppliance): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(store.categories().map(({ id, name }) => [name, [...store.sites(id)].sort()]))
}
