import type { Appliance } from '../../appliance/appliance'
import { ApplianceError } from '../../appliance/errors'
import { type Gone, gone } from '../../terraform/provider/definition'
import type { Diagnostics } from '../../terraform/provider/diagnostics'
import { lookInPlan } from '../look-in-plan'
import type { DirectoryClaims } from './directory-claims'

/** What the directory is read with. */
export interface LookSurroundings {
  readonly appliance: Appliance
  readonly directoryClaims: DirectoryClaims
  readonly diagnostics: Diagnostics
  readonly signal: AbortSignal
}

/**
 * Looks, while a creation is planned, whether something is there already. Where the service does not run yet there is nothing
 * to look at; where nobody could look, the plan says so.
 *
 * @param what as in the middle of a sentence: `member "ann"`
 */
export async function lookIntoDirectory<Found extends object>(
  what: string,
  diagnostics: Diagnostics,
  look: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const found = await lookInPlan(
    `Nobody looked whether ${what} is there already`,
    [],
    diagnostics,
    async () => {
      try {
        return await look()
      } catch (error) {
        if (error instanceof ApplianceError && error.kind === 'not-running') return undefined
        throw error
      }
    },
  )
  return found === 'not looked' ? undefined : found
}

/**
 * Reads something of the directory. Where its service does not run, nothing is known of what it holds, which is an error,
 * unless this very run is going to start it: then states stand, so that the apply can begin. A service that is not installed
 * holds nothing.
 */
export async function readWhileRunning<S>(
  state: S,
  { appliance, directoryClaims, diagnostics, signal }: LookSurroundings,
  read: () => Promise<S | Gone>,
): Promise<S | Gone> {
  try {
    return await read()
  } catch (error) {
    const stopped = error instanceof ApplianceError && error.kind === 'not-running'
    if (!stopped || !directoryClaims.serviceIsManaged) throw error
    const status = await appliance.directory.service.status(signal)
    if (status.state === 'not installed') return gone
    if (directoryClaims.firstToTell()) {
      diagnostics.warn(
        'Nothing of the directory was read: its service does not run',
        'Its members, groups and memberships keep the state that they had. The apply starts the service; the next plan reads them.',
      )
    }
    return state
  }
}
