import { join } from 'node:path'
import { alternate, Side } from './alternation'
import type { RunOptions } from './benchmark'
import { builtInBlocks, categoryBlocks } from './configurations'
import { withEmulator } from './emulator-process'
import { inTemporaryFolder } from './temporary-folder'
import { Workspace } from './terraform'

export interface ConfigurationSize {
  readonly resources: number
  readonly sitesOfEach: number
}

/** Milliseconds of each plan: of categories, and of as many resources that Terraform manages itself. */
export interface PlanTimes {
  readonly categories: readonly number[]
  readonly builtIn: readonly number[]
}

export interface PlanComparison {
  readonly creation: PlanTimes
  readonly nothingToDo: PlanTimes
}

/** Plans a configuration before and after its apply. Each has its own emulator: one is empty, one is filled. */
export function comparePlans(
  { resources, sitesOfEach }: ConfigurationSize,
  options: RunOptions,
): Promise<PlanComparison> {
  const categories = categoryBlocks(resources, sitesOfEach)
  const builtIn = builtInBlocks(resources)
  return inTemporaryFolder((folder) =>
    withEmulator((empty) =>
      withEmulator(async (filled) => {
        options.progress('preparing workspaces')
        const newCategories = await Workspace.open(join(folder, 'new'), categories, empty.environment)
        const newBuiltIn = await Workspace.open(join(folder, 'new-built-in'), builtIn)
        const madeCategories = await Workspace.open(join(folder, 'made'), categories, filled.environment)
        const madeBuiltIn = await Workspace.open(join(folder, 'made-built-in'), builtIn)
        options.progress('applying the existing configuration')
        await madeCategories.apply()
        await madeBuiltIn.apply()

        const creation = sides(newCategories, newBuiltIn, (workspace) => workspace.timeOfCreationPlan())
        const nothingToDo = sides(madeCategories, madeBuiltIn, (workspace) => workspace.timeOfEmptyPlan())
        await alternate([...Object.values(creation), ...Object.values(nothingToDo)], options)
        return { creation: samplesOf(creation), nothingToDo: samplesOf(nothingToDo) }
      }),
    ),
  )
}

interface Sides {
  readonly categories: Side
  readonly builtIn: Side
}

function sides(
  categories: Workspace,
  builtIn: Workspace,
  measure: (workspace: Workspace) => Promise<number>,
): Sides {
  return {
    categories: new Side(() => measure(categories)),
    builtIn: new Side(() => measure(builtIn)),
  }
}

function samplesOf({ categories, builtIn }: Sides): PlanTimes {
  return { categories: categories.samples, builtIn: builtIn.samples }
}
