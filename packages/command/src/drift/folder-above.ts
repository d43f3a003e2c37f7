import { join } from 'node:path'
import { numberText } from '@webfilter/text'
import { hasConfiguration, initializedFolders } from '../configuration/scan'
import { exists } from '../files'

/**
 * An engine reports only that a folder has no configuration, and not that its stacks are in folders below.
 * @throws {Error} with the stacks below; a folder without any is left to the engine
 */
export async function refuseFolderAbove(folder: string): Promise<void> {
  if (await hasConfiguration(folder)) return
  if (await exists(join(folder, 'manifest.json'))) return
  const below = (await initializedFolders(folder)).map((path) => join(folder, path))
  if (below.length === 0) return
  const more = below.length - mostFolders
  throw new Error(
    `The folder ${JSON.stringify(folder)} has no configuration, but folders below it have. Specify one or more of them: ` +
      `${below
        .slice(0, mostFolders)
        .map((path) => JSON.stringify(path))
        .join(', ')}${more > 0 ? `, and ${numberText(more)} more` : ''}.`,
  )
}

/** Folders in a message. */
const mostFolders = 20
