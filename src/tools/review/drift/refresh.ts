import { parsedJson } from '@webfilter/appliance-names'
import { z } from 'zod'

/** A resource of which the appliance is asked, or was asked to the end. */
export interface Refresh {
  readonly address: string
  readonly isComplete: boolean
}

/** Reads a line of what `plan -json` prints; undefined where it tells something else. */
export function readRefresh(line: string): Refresh | undefined {
  if (!line.includes('"refresh_')) return undefined
  const result = refreshLine.safeParse(parsedJson(line))
  if (!result.success) return undefined
  const { type, hook } = result.data
  return { address: hook.resource.addr, isComplete: type === 'refresh_complete' }
}

const refreshLine = z.object({
  type: z.enum(['refresh_start', 'refresh_complete']),
  hook: z.object({ resource: z.object({ addr: z.string() }) }),
})
