import { join } from 'node:path'
import type { Benchmark } from './benchmark'
import { builtInList, categories } from './configurations'
import { withEmulator } from './emulator-process'
import type { Comparison, Goal, Measured } from './report'
import { siteList } from './site-lists'
import { inTemporaryFolder } from './temporary-folder'
import { Workspace } from './terraform'

const sizes = [1_000, 5_000, 10_000]
const largest = 10_000

/** The cost of a list in the configuration itself, and Terraform's own share of it. */
export const inline: Benchmark = {
  name: 'inline',
  summary: 'lists of 1,000 to 10,000 sites in the configuration, beside lists that Terraform keeps itself',
  usualRuns: 3,

  run: ({ runs, progress }) =>
    inTemporaryFolder(async (folder) => {
      const comparisons: Comparison[] = []
      for (const size of sizes) {
        progress(`${size.toLocaleString('en-US')} sites`)
        comparisons.push(...(await measure(join(folder, String(size)), size, runs)))
      }
      return {
        title: 'inline: lists in the configuration',
        explanation:
          'Wall time of plans that find nothing to do, with one list in the configuration. The baseline is the same ' +
          'list in a `terraform_data`, which Terraform keeps without a provider process. For output to people, ' +
          'Terraform compares the entries of a list pairwise even if nothing has changed; with `-json` it does not. ' +
          '`tolist()` is what Terraform does with each list of a provider: it compares the types of the entries ' +
          'pairwise. With `verify = "none"` no site is queried.',
        unit: 'ms',
        comparisons,
      }
    }),
}

async function measure(folder: string, size: number, runs: number): Promise<readonly Comparison[]> {
  return await withEmulator(async ({ environment }) => {
    const list = siteList(size)
    const open = async (name: string, configuration: string) => {
      const workspace = await Workspace.open(`${folder}-${name}`, configuration, environment)
      await workspace.apply()
      return workspace
    }
    const builtIn = await open('built-in', builtInList(list, false))
    const typed = await open('typed', builtInList(list, true))
    const asked = await open('asked', categories({ list }))
    const unasked = await open('unasked', categories({ unasked: list }, 'verify = "none"'))
    const comparisons = []
    for (const options of [[], ['-json']]) {
      const goal = size === largest && (options.length > 0 ? { timesAtMost: 2.5 } : { timesAtMost: 1 })
      const sides = [
        side('terraform_data', size, options),
        side('terraform_data, tolist()', size, options),
        side('category', size, options, options.length === 0 && goal),
        side('category, verify = "none"', size, options, options.length > 0 && goal),
      ] as const
      for (let run = 1; run <= runs; run += 1) {
        for (const [index, workspace] of [builtIn, typed, asked, unasked].entries()) {
          sides[index]?.samples.push(await workspace.timeOfEmptyPlan(...options))
        }
      }
      const [baseline, ...others] = sides
      comparisons.push({ baseline, others })
    }
    return comparisons
  })
}

function side(
  what: string,
  size: number,
  options: readonly string[],
  goal: Goal | false = false,
): Measured & { readonly samples: number[] } {
  const label = [`plan of ${size.toLocaleString('en-US')} sites`, ...options, what].join(', ')
  return { label, samples: [], ...(goal && { goal }) }
}
