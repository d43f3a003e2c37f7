import { parsedJson } from '@webfilter/appliance-names'
import { z } from 'zod'
import { visible } from '../visible'
import { plannedAction } from './actions'
import { type Plan, PlanError } from './plan'
import { isOfAppliance } from './planned-resource'

/** What the lines of `plan -json` show of the run that printed them. */
export interface Run {
  /** Whether there is more than the diagnostics, which people pick from the output. */
  readonly isWhole: boolean
  /** Whether the sums of the plan are there: engines print them when the plan is made, and the warnings behind them. */
  readonly hasSummary: boolean
  /** Addresses of the resources that the run plans to change. */
  readonly planned: ReadonlySet<string>
}

/** Reads what `terraform plan -json` or `tofu plan -json` printed, a message per line. */
export function readRun(text: string): Run {
  const planned = new Set<string>()
  let [isWhole, hasSummary] = [false, false]
  for (const line of text.split('\n')) {
    const message = messageIn(line)
    if (message === undefined) continue
    isWhole ||= message.type !== 'diagnostic'
    hasSummary ||= message.type === 'change_summary'
    if (message.type === 'planned_change' && message.change) planned.add(message.change.resource.addr)
  }
  return { isWhole, hasSummary, planned }
}

/**
 * Refuses messages that were cut off, or that are those of another plan: its warnings would be missing, and nothing would show it.
 * Diagnostics alone are taken as they are.
 *
 * @throws {PlanError}
 */
export function requireSameRun({ isWhole, hasSummary, planned }: Run, { changes }: Plan): void {
  if (!isWhole) return
  if (!hasSummary) {
    throw new PlanError(`The messages end before the plan does, so warnings may be missing. ${planAgain}`)
  }
  const missing = changes
    .filter(isOfAppliance)
    .find(({ address, change }) => plannedAction(change.actions) !== 'none' && !planned.has(address))
  if (missing === undefined) return
  throw new PlanError(
    `The messages belong to another plan: they do not mention that ${visible(missing.address)} changes. ${planAgain}`,
  )
}

const planAgain = 'Plan again, and pass the plan and all messages of the same run.'

const runLine = z.object({
  type: z.string(),
  change: z
    .object({ resource: z.object({ addr: z.string() }) })
    .optional()
    .catch(undefined),
})

function messageIn(line: string): z.infer<typeof runLine> | undefined {
  if (!line.includes('"@level"')) return undefined
  return runLine.safeParse(parsedJson(line)).data
}
