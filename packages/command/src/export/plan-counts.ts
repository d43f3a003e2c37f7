import { parsedJson } from '@webfilter/appliance-names'
import { z } from 'zod'
import { addressOf, type ExportedBlock } from '../inventory/block'

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
