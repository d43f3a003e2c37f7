import { join } from 'node:path'
import type { RunOptions } from './benchmark'
import { categories } from './configurations'
import { withEmulator } from './emulator-process'
import type { Comparison } from './report'
import { siteList } from './site-lists'
import { Workspace } from './terraform'

const sizes = [1_000, 5_000, 10_000]

/** Plans and applies of lists that stand in the configuration itself. */
export async function measureInline(
  folder: string,
  { runs, progress }: RunOptions,
): Promise<readonly Comparison[]> {
  const creations: { label: string; samples: number[] }[] = []
  const plans: { label: string; samples: number[] }[] = []
  for (const size of sizes) {
    const label = `${size.toLocaleString('en-US')} sites inline`
    const creation = { label: `apply, creation, ${label}`, samples: [] as number[] }
    const plan = { label: `plan, nothing to do, ${label}`, samples: [] as number[] }
    for (let run = 1; run <= runs; run += 1) {
      progress(`${label}: ${run} of ${runs}`)
      await withEmulator(async ({ environment }) => {
        const configuration = categories({ list: siteList(size) })
        const workspace = await Workspace.open(
          join(folder, `inline-${size}-${run}`),
          configuration,
          environment,
        )
        creation.samples.push(await workspace.apply())
        plan.samples.push(await workspace.timeOfEmptyPlan())
      })
    }
    creations.push(creation)
    plans.push(plan)
  }
  return [plans, creations].flatMap(([baseline, ...others]) => (baseline ? [{ baseline, others }] : []))
}
