import { type EngineRunOptions, findEngine, runEngine } from '../engine'
import { fileError, isFolder } from '../files'
import { planRoom, readText } from '../text-file'
import { type StateText, stateAdvice } from './states'

/**
 * The texts of states: of files, or of initialized folders, whose state the engine pulls.
 * @throws {Error} if one cannot be read
 */
export async function stateTexts(
  paths: readonly string[],
  engine: string | undefined,
  run: EngineRunOptions,
): Promise<readonly StateText[]> {
  const found: StateText[] = []
  for (const path of paths) {
    const text = (await isFolder(path))
      ? await pulled(path, engine, run)
      : await readText(path, stateAdvice, planRoom, run.interrupts.signal)
    found.push({ path, text })
  }
  return found
}

async function pulled(folder: string, chosen: string | undefined, run: EngineRunOptions): Promise<string> {
  const engine = await findEngine(chosen, folder)
  const { exitCode, output, errors } = await runEngine(engine, ['state', 'pull'], folder, run)
  if (exitCode === 0) return output
  const [reason = ''] = errors.split('\n').filter((line) => /\w/.test(line))
  throw fileError(folder, `has a state that ${engine} cannot read: ${reason.trim()}`, stateAdvice, undefined)
}
