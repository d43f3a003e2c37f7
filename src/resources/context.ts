import type { Diagnostics } from '@webfilter/terraform-plugin'
import type { Appliance } from '../appliance/appliance'
import type { Run } from '../coordination/run'
import type { OnUnreachable } from '../definitions'

/** What resources are planned and changed with. */
export interface Context {
  readonly appliance: Appliance
  readonly run: Run
  readonly onUnreachable: OnUnreachable
  readonly diagnostics: Diagnostics
  readonly signal: AbortSignal
}

/** What plans are made with: neither appliance nor run while the provider's configuration is not known yet. */
export type PlanContext = Partial<Context> & Pick<Context, 'diagnostics' | 'signal'>

/** The same where the provider is configured; undefined where it is not. */
export function configured({
  appliance,
  run,
  onUnreachable,
  diagnostics,
  signal,
}: PlanContext): Context | undefined {
  return appliance && run && onUnreachable && { appliance, run, onUnreachable, diagnostics, signal }
}

/** Makes a plan. While it is made within an apply, changes that depend on what it says wait for it. */
export async function whilePlanning<T>(run: Run | undefined, work: () => Promise<T>): Promise<T> {
  return await (run ? run.whileAtWork(work) : work())
}
