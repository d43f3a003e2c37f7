import { join } from 'node:path'
import { Trial } from '../acceptance/trial'
import { describeWithEngine } from '../acceptance/workspace'
import { RunningCommand } from './running-command'

/** Milliseconds: each case plans and reviews some times. */
jest.setTimeout(240_000)

describeWithEngine('a review beside the repository of its plan', () => {
  let trial: Trial

  beforeEach(async () => {
    trial = await Trial.attached()
  })

  afterEach(async () => {
    await trial.close()
  })

  describe('says that a plan is stale', () => {
    const ads = `resource "appliance_category" "ads" {
  name       = "ads"
  sites_file = "\${path.module}/ads.txt"
}
`

    it('if the file of a list changed after it', async () => {
      await trial.list('ads.txt', 'a.example')
      await trial.workspace.write(ads)
      const plan = await planned()
      expect(await stale(plan)).toEqual([])
      await trial.list('ads.txt', 'a.example', 'b.example')
      expect(await stale(plan)).toEqual([
        'category ads: ./ads.txt changed after the plan, so the apply rejects the change; plan again (main.tf:10)',
      ])
      expect(await applied(plan)).toContain('sites')
    })

    it('if the configuration changed after it', async () => {
      await trial.applied(category('ads', '["a.example"]'))
      await trial.workspace.write(category('ads', '["b.example"]'))
      const plan = await planned()
      expect(await stale(plan)).toEqual([])
      await trial.workspace.write(category('ads', '["c.example"]'))
      await trial.workspace.writeFile('more.tf', category('more', '["d.example"]'))
      expect(await stale(plan)).toEqual([
        'main.tf, more.tf changed after the plan, which lacks these changes; plan again (main.tf)',
      ])
    })

    const category = (name: string, sites: string) =>
      `resource "appliance_category" "${name}" {\n  name  = "${name}"\n  sites = ${sites}\n}\n`

    async function stale(plan: string): Promise<readonly string[]> {
      const { stdout, stderr } = await review(plan)
      expect(stderr).toBe('')
      return stdout.split('\n').flatMap((line) => /! stale-plan: (.*)/.exec(line)?.[1] ?? [])
    }

    /** What the engine says as it refuses a plan. */
    async function applied(plan: string): Promise<string> {
      const { exitCode, output } = await trial.workspace.run('apply', '-no-color', '-input=false', plan)
      expect(exitCode).toBe(1)
      return output
    }
  })

  async function planned(): Promise<string> {
    const path = join(trial.workspace.folder, 'plan.tfplan')
    const { exitCode, output } = await trial.workspace.plan(`-out=${path}`)
    if (exitCode === 1) throw new Error(output)
    return path
  }

  async function review(...words: readonly string[]) {
    const { folder, environment } = trial.workspace
    return await new RunningCommand(['review', '--chdir', folder, ...words], environment).ended
  }
})
