import { ApplianceError } from '@webfilter/appliance-client'
import {
  directoryNotRead,
  directoryServiceNeeded,
} from '@webfilter/appliance-declarations/diagnostics/directory'
import { parsedNumber } from '@webfilter/appliance-names'
import type { Diagnostic, Diagnostics, Gone, ManagedObject } from '@webfilter/terraform-plugin'
import { type LookContext, lookInPlan } from '../../definitions'
import type { Run } from '../../run/run'

/** What a resource of the directory is read with. */
interface ReadContext {
  readonly run: Run
  readonly diagnostics: Diagnostics
}

/**
 * Looks in a plan whether something exists before it is created. While the service does not run, nothing exists. If the look fails, the
 * plan warns of that.
 *
 * @param notChecked the warning, given the failure
 */
export async function lookIntoDirectory<Found extends object>(
  notChecked: (failure: string) => Diagnostic,
  context: LookContext,
  look: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const found = await lookInPlan(notChecked, [], context, async () => {
    try {
      return await look()
    } catch (error) {
      if (error instanceof ApplianceError && error.kind === 'not-running') return undefined
      throw error
    }
  })
  return found === 'not looked' ? undefined : found
}

/**
 * Reads something of the directory. While its service does not run, its content is not known, which is an error unless the same run is
 * going to start it: then the states stay, so that the apply can begin. The same holds if the service counts as not installed. It may only
 * be switched off, with all of its data on the disk (docs/appliance, "Status of the directory service"). Members that looked deleted would
 * then be adopted, with new passwords.
 */
export async function readWhileRunning<S>(
  state: S,
  { run, diagnostics }: ReadContext,
  read: () => Promise<S | Gone>,
): Promise<S | Gone> {
  try {
    return await read()
  } catch (error) {
    const notRunning = error instanceof ApplianceError && error.kind === 'not-running'
    if (!notRunning || !run.directory.serviceIsManaged) throw error
    if (run.directory.isFirstReport()) diagnostics.raise(directoryNotRead())
    return state
  }
}

/**
 * Says in a plan that something of the directory stays, and refuses the plan if it uninstalls the service. Of the two, the plan that is made
 * last refuses: Terraform plans them in any order.
 *
 * @param what as a message names it: `member "ann.lee"`
 */
export function keepInDirectory(
  what: string,
  { object, run, diagnostics }: { object: ManagedObject; run: Run | undefined; diagnostics: Diagnostics },
): void {
  if (run?.directory.keep(what, object)) diagnostics.raise(directoryServiceNeeded({ kept: what }))
}

/** Reads an id that ends in the number of a group, such as `acme/5001` or `ann.lee/5001`; undefined for any other text. */
export function parseGroupId(id: string): { readonly owner: string; readonly gid: number } | undefined {
  const slash = id.lastIndexOf('/')
  const gid = parsedNumber(id.slice(slash + 1))
  const owner = id.slice(0, slash)
  return slash < 1 || gid === undefined || owner.trim() === '' ? undefined : { owner, gid }
}
