import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { EngineFailure, indentedOutput } from '../base/failure'
import { planNow } from '../base/plan-now'
import { type EngineRunOptions, findEngine, runEngine } from '../engine'
import { inTemporaryFolder } from '../files'
import type { ExportedBlock } from '../inventory/block'
import { judge, type PlanCounts } from './plan-counts'

/**
 * Has the engine plan an export, in a copy of its own, so that the folder stays as it is.
 *
 * @param folder of the export, whose engine is used if it is initialized
 * @param files their contents, by their paths within the folder
 * @param declared the blocks that the plan is to import
 * @param withLists addresses of those whose plan adds sites
 * @throws {Error} if the engine cannot initialize or plan the copy
 */
export async function checkExport(
  folder: string,
  files: ReadonlyMap<string, string | Uint8Array>,
  declared: readonly ExportedBlock[],
  withLists: ReadonlySet<string>,
  chosen: string | undefined,
  run: EngineRunOptions,
  show: (progress: string) => void,
): Promise<PlanCounts> {
  const engine = await findEngine(chosen, folder)
  return await inTemporaryFolder('appliance-export', async (copy) => {
    for (const [file, content] of files) {
      await mkdir(dirname(join(copy, file)), { recursive: true })
      await writeFile(join(copy, file), content)
    }
    show('initializing a copy')
    const init = await runEngine(engine, ['init', '-input=false', '-no-color'], copy, run)
    if (init.exitCode !== 0) {
      throw new EngineFailure(
        `${engine} cannot initialize the configuration, so it was not checked. Install the provider, and run the command again.`,
        `It reported:\n${indentedOutput(init.errors)}`,
      )
    }
    const { plan } = await planNow(engine, copy, [], run, show)
    return judge(plan, declared, withLists)
  })
}
