import { findEngine } from '../../engine/find-engine'
import { type Ended, RunningCommand } from '../commands/running-command'
import type { Workspace } from './workspace'

const engine = findEngine()?.command ?? 'terraform'

/** A folder, and what the engine finds in its environment. */
type Place = Pick<Workspace, 'folder' | 'environment'>

/** Runs `appliance drift` as it was built, on the configuration of a folder. */
export function startDrift({ folder, environment }: Place, ...words: readonly string[]): RunningCommand {
  return new RunningCommand(['drift', folder, '--engine', engine, ...words], environment)
}

export async function drift(place: Place, ...words: readonly string[]): Promise<Ended> {
  return await startDrift(place, ...words).ended
}
