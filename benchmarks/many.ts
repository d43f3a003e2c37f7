import type { Benchmark } from './benchmark'
import { comparePlans } from './plan-comparison'

const categories = 1_000

/** The provider's share of the time that a large configuration takes. */
export const many: Benchmark = {
  name: 'many',
  summary: 'terraform plan of a thousand categories, against as many resources of Terraform alone',
  usualRuns: 5,

  async run(options) {
    const { creation, nothingToDo } = await comparePlans({ resources: categories, sitesOfEach: 1 }, options)
    return {
      title: 'many: a thousand categories',
      explanation:
        'Wall time of `terraform plan` with 1,000 categories, each in its own block with one site. Either all of them ' +
        'are to be created, or all of them exist and each site is queried. The baseline is the same plan of 1,000 ' +
        '`terraform_data`.',
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
