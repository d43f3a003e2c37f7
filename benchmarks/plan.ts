import type { Benchmark } from './benchmark'
import { comparePlans } from './plan-comparison'

/** How long an administrator who changes one category waits. */
export const plan: Benchmark = {
  name: 'plan',
  summary: 'terraform plan of one category with two sites, against Terraform alone',
  usualRuns: 15,

  async run(options) {
    const { creation, nothingToDo } = await comparePlans({ resources: 1, sitesOfEach: 2 }, options)
    return {
      title: 'plan: one category',
      explanation:
        'Wall time of `terraform plan` with one category of two sites; the emulator is a separate process. The baseline ' +
        'is the same plan of one `terraform_data`, which Terraform makes without a provider process.',
      unit: 'ms',
      comparisons: [
        {
          baseline: { label: 'Terraform alone, nothing to do', samples: nothingToDo.builtIn },
          others: [
            { label: 'category, nothing to do', samples: nothingToDo.categories, goal: { timesAtMost: 6 } },
          ],
        },
        {
          baseline: { label: 'Terraform alone, creation', samples: creation.builtIn },
          others: [{ label: 'category, creation', samples: creation.categories }],
        },
      ],
    }
  },
}
