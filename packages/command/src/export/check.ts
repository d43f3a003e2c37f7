import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parsedJson } from '@webfilter/appliance-names'
import { z } from 'zod'
import { EngineFailure, indentedOutput } from '../base/failure'
import { planNow } from '../base/plan-now'
import { type EngineRunOptions, findEngine, runEngine } from '../engine'
import { inTemporaryFolder } from '../files'
import { addressOf, type ExportedBlock } from '../inventory/block'

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

/** What a plan of an export does. */
export interface PlanCounts {
  readonly imports: number
  readonly adds: number
  readonly changes: number
  readonly destroys: number
  /** What it does and should not do, in sentences; empty if the export holds. */
  readonly problems: readonly string[]
}

/** Compares a plan, as `show -json` prints it, with what an export may do. */
export function judge(
  plan: string,
  declared: readonly ExportedBlock[],
  withLists: ReadonlySet<string>,
): PlanCounts {
  const { resource_changes: changes } = shownPlan.parse(parsedJson(plan))
  const problems: string[] = []
  const imported = new Set<string>()
  const counts = { imports: 0, adds: 0, changes: 0, destroys: 0 }
  for (const { address, change } of changes) {
    const { actions, importing } = change
    if (importing) {
      counts.imports += 1
      imported.add(address)
    }
    if (actions.includes('create')) counts.adds += 1
    if (actions.includes('update')) counts.changes += 1
    if (actions.includes('delete')) counts.destroys += 1
    const isEffect = actions.some((action) => action !== 'no-op' && action !== 'read')
    if (!isEffect) continue
    const isList = withLists.has(address) && actions.length === 1 && actions[0] === 'update' && importing
    const others = changedAttributes(change).filter((name) => !ofList.has(name))
    if (!isList) problems.push(`${address} would not only be imported: ${actions.join(' and ')}.`)
    else if (others.length > 0)
      problems.push(`${address} would change more than its list: ${others.join(', ')}.`)
  }
  const left = declared.map(addressOf).filter((address) => !imported.has(address))
  for (const address of left) problems.push(`${address} would not be imported.`)
  return { ...counts, problems }
}

/** Attributes that change if a category is given a list. */
const ofList: ReadonlySet<string> = new Set(['sites_file', 'sites_packed', 'file_sites', 'compiled'])

function changedAttributes({ before, after, after_unknown }: Change): readonly string[] {
  const names = new Set([
    ...Object.keys(before ?? {}),
    ...Object.keys(after ?? {}),
    ...Object.keys(after_unknown ?? {}),
  ])
  return [...names].filter(
    (name) =>
      JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after?.[name] ?? null) ||
      (after_unknown?.[name] !== undefined && after_unknown[name] !== false),
  )
}

const values = z.record(z.string(), z.unknown()).nullish()

const change = z.object({
  actions: z.array(z.string()),
  before: values,
  after: values,
  after_unknown: values,
  importing: z.unknown().optional(),
})

type Change = z.infer<typeof change>

/** Format 1 of `show -json`, as far as it is read here. */
const shownPlan = z.object({
  resource_changes: z.array(z.object({ address: z.string(), change })).default([]),
})
