import { engineEnvironment } from '../../engine/environment'
import { findEngine } from '../../engine/find-engine'
import { type Ended, RunningCommand } from '../commands/running-command'
import type { TestAppliance } from './appliance'

const engine = findEngine()?.command ?? 'terraform'

/** Runs `appliance drift` as it was built, on the configuration of a folder. */
export async function startDrift(
  folder: string,
  { environment }: Pick<TestAppliance, 'environment'>,
  ...words: readonly string[]
): Promise<RunningCommand> {
  const variables = await engineEnvironment(folder, environment)
  return new RunningCommand(['drift', folder, '--engine', engine, ...words], variables)
}

export async function drift(
  folder: string,
  appliance: Pick<TestAppliance, 'environment'>,
  ...words: readonly string[]
): Promise<Ended> {
  return await (await startDrift(folder, appliance, ...words)).ended
}
