import { driftOf } from '../../review/drift/drift'
import type { DriftOutcome } from '../../review/drift/drift-verdict'
import { readPlan } from '../../review/plan/plan'
import { renderDrift } from '../../review/render/render'
import { findEngine } from '../engine'
import { checkOutput } from '../output-file'
import { placedDrift } from '../places/placed'
import { placesIn } from '../places/places'
import { printReport } from '../print-report'
import { reviewSettings } from '../review-settings'
import type { DriftCommandOptions } from './options'
import { planNow } from './plan'
import { plannedWith } from './plan-options'

/**
 * Has the engine plan, and prints what differs on the appliance.
 * @returns the exit code. Throws one readable sentence where nothing can be told.
 */
export async function runDrift(
  first: string | undefined,
  further: readonly string[],
  options: DriftCommandOptions,
): Promise<number> {
  const { folder, words } = plannedWith(first, further, options)
  const settings = await reviewSettings(options.config, [folder, '.'])
  await checkOutput(options.output)
  const places = await placesIn(folder, options.root)
  const { standIn } = places
  const engine = await findEngine(options.engine, folder)
  const { plan, planning } = await planNow(engine, folder, words)
  const read = readPlan(plan)
  const drift = await placedDrift(await driftOf(read, planning, settings), read, places)
  const { format, output, names } = options
  await printReport(output, drift.verdict, (colour) => renderDrift(drift, format, { colour, names, standIn }))
  return exitCodes[drift.outcome]
}

const exitCodes: Readonly<Record<DriftOutcome, number>> = {
  clean: 0,
  'nothing-found': 0,
  'not-applied': 2,
  drift: 2,
  refused: 3,
}
