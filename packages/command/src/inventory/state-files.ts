import { isInitialized } from '../configuration/scan'
import { type EngineRunOptions, findEngine, runEngine } from '../engine'
import { fileError, isFolder } from '../files'
import { planRoom, readText } from '../text-file'
import { type StateText, stateAdvice } from './states'

/**
 * The texts of states that a user has named: of files, or of initialized folders, whose state the engine pulls. What is empty because a
 * download failed, or because the folder is another one, would hold nothing.
 *
 * @throws {Error} if one cannot be read
 */
export async function stateTexts(
  paths: readonly string[],
  engine: string | undefined,
  run: EngineRunOptions,
): Promise<readonly StateText[]> {
  const found: StateText[] = []
  for (const path of paths) {
    const isPulled = await isFolder(path)
    const text = isPulled
      ? await pulledState(path, engine, run)
      : await readText(path, stateAdvice, planRoom, run.interrupts.signal)
    if (text.trim() === '') {
      if (!isPulled) throw fileError(path, 'is empty', stateAdvice)
      if (!(await isInitialized(path)))
        throw fileError(path, 'is not an initialized folder, and has no state', stateAdvice)
    }
    found.push({ path, text })
  }
  return found
}

/** The state of a folder; empty if nothing was applied yet. @throws {Error} if the engine cannot read it */
export async function pulledState(
  folder: string,
  chosen: string | undefined,
  run: EngineRunOptions,
): Promise<string> {
  const engine = await findEngine(chosen, folder)
  const { exitCode, output, errors } = await runEngine(engine, ['state', 'pull'], folder, run)
  if (exitCode === 0) return output
  const [reason = ''] = errors.split('\n').filter((line) => /\w/.test(line))
  throw fileError(folder, `has a state that ${engine} cannot read: ${reason.trim()}`, stateAdvice)
}
