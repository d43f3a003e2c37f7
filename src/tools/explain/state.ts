import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { findEngine, runEngine } from '../engine'
import { exists } from '../exists'
import { Name, type Phrase, say } from '../review/phrase'
import { visible } from '../review/visible'
import type { NotAsked, StateEvidence } from './evidence'
import { managedLists, StateError } from './managed-lists'

/**
 * Has the engine show the state of a folder, and reads its lists. A state holds secrets: it stays in memory, and nothing else is
 * taken of it.
 *
 * @param chosen the folder, if one was chosen
 * @param others where else there may be a state, the likeliest first
 */
export async function stateOf(
  chosen: string | undefined,
  others: readonly string[],
  engine: string | undefined,
): Promise<StateEvidence> {
  const folder = chosen ?? (await firstInitialised(others))
  if (folder === undefined) {
    return {
      kind: 'not-asked',
      isFailure: false,
      says: say`No state was read. Name the folder of an initialised configuration with --chdir.`,
    }
  }
  const shown = await shownBy(engine, folder).catch((error: unknown) => ({ why: messageOf(error) }))
  if ('why' in shown) return failed([shown.why])
  const { command, exitCode, output, errors } = shown
  if (exitCode !== 0) {
    return failed(
      say`${new Name(command)} cannot show it, and reported ${new Name(inOneLine(errors))}. Run it with ${new Name('init')} in the folder first.`,
    )
  }
  try {
    return { kind: 'read', folder: await realpath(folder), ...(await managedLists(output)) }
  } catch (error) {
    if (error instanceof StateError) return failed([error.message])
    throw error
  }
}

async function shownBy(chosen: string | undefined, folder: string) {
  const command = await findEngine(chosen, folder)
  return { command, ...(await runEngine(command, ['show', '-json', '-no-color'], folder)) }
}

function failed(why: Phrase): NotAsked {
  return { kind: 'not-asked', isFailure: true, says: say`The state cannot be read. ${why}` }
}

/** What an engine reported, without the frame that it draws around errors. */
function inOneLine(errors: string): string {
  return errors
    .split('\n')
    .map((line) => line.replace(/^[│╷╵|\s]+/u, '').trim())
    .filter((line) => line !== '')
    .join(' ')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? visible(error.message, 1_000) : String(error)
}

async function firstInitialised(folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const data = resolve(folder, process.env.TF_DATA_DIR || '.terraform')
    if (await exists(data)) return folder
  }
  return undefined
}
