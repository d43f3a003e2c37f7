import { ApplianceError } from '@webfilter/appliance-client'
import {
  directoryNotRead,
  directoryServiceNeeded,
} from '@webfilter/appliance-declarations/diagnostics/directory'
import { parsedNumber } from '@webfilter/appliance-names'
import type { Diagnostic, Diagnostics, Gone, ManagedObject } from '@webfilter/terraform-plugin'
import { type LookContext, lookInPlan } from '../../provider-data'
import type { Run } from '../../run/run'

/** What is recorded of everything in the directory. */
export interface SeenRecord {
  /**
   * When it was created, or found again in a directory that was installed since, in milliseconds. 0 after a refresh that has found no directory.
   * Undefined if an import has found it.
   */
  readonly seen?: number | undefined
}

/** Reads when something was seen. */
export function seenIn(json: unknown): number | undefined {
  return typeof json === 'number' ? json : undefined
}

/** What a resource of the directory is read with. */
interface ReadContext<R> {
  readonly record: R | undefined
  keep(record: R): void
  readonly run: Run
  readonly diagnostics: Diagnostics
}

/** What is known of something before it is looked for. */
interface Known<R> {
  readonly record: R | undefined
  /**
   * The directory was not installed at some time since the thing was seen, so it may be empty. What it lacks needs no proof then, which an empty
   * one cannot give.
   */
  readonly mayBeEmptied: boolean
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
 * then be adopted, with new passwords. The next read looks again, and knows that the directory may be another one.
 */
export async function readWhileRunning<S, R extends SeenRecord>(
  state: S,
  { record, keep, run, diagnostics }: ReadContext<R>,
  read: (known: Known<R>) => Promise<S | Gone>,
): Promise<S | Gone> {
  const { installedAt = 0 } = run.directory
  const seen = record?.seen ?? 0
  const mayBeEmptied = record?.seen === 0 || installedAt > seen
  const seenAt = (time: number) => Object.assign({}, record, { seen: time })
  try {
    if (!mayBeEmptied) return await read({ record, mayBeEmptied })
    const now = seenAt(Date.now())
    keep(now)
    return await read({ record: now, mayBeEmptied })
  } catch (error) {
    const notRunning = error instanceof ApplianceError && error.kind === 'not-running'
    if (!notRunning || !run.directory.serviceIsManaged) throw error
    if (run.directory.isFirstReport()) diagnostics.raise(directoryNotRead())
    const { incident } = error
    const isStopped = incident.is === 'directory-not-running' && incident.state === 'stopped'
    if (mayBeEmptied || !isStopped) keep(seenAt(0))
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
