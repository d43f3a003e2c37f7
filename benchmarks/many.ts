import type { Benchmark } from './benchmark'
import { comparePlans } from './plan-comparison'

const categories = 1_000

/** What the provider adds to what Terraform itself needs for a large configuration. */
export const many: Benchmark = {
  name: 'many',
  summary: 'terraform plan of a thousand categories, against as many of Terraform alone',
  usualRuns: 5,

  async run(options) {
    const { creation, nothingToDo } = await comparePlans({ resources: categories, sitesOfEach: 1 }, options)
    return {
      title: 'many: a thousand categories',
      explanation:
        'Wall time of `terraform plan` with 1,000 categories, each a block of its own with one site: all of them to be ' +
        'created, and all of them there, whose sites are then asked for one by one. The baseline is the same plan of ' +
        '1,000 `terraform_data`.',
      unit: 'ms',
      comparisons: [
        {
          baseline: { label: 'Terraform alone, creation', samples: creation.builtIn },
          others: [
            { label: 'categories, creation', samples: creation.categories, goal: { timesAtMost: 1.25 } },
          ],
        },
        {
          baseline: { label: 'Terraform alone, nothing to do', samples: nothingToDo.builtIn },
          others: [{ label: 'categories, nothing to do', samples: nothingToDo.categories }],
        },
      ],
    }
  },
}
