import { join } from 'node:path'
import { numberText } from '@webfilter/text'
import { hasConfiguration, initializedFolders } from '../configuration/scan'

/**
 * An engine reports only that a folder has no configuration, and not that configurations are in folders below.
 * @throws {Error} with the folders below; a folder without any is left to the engine
 */
export async function refuseFolderAbove(folder: string): Promise<void> {
  if (await hasConfiguration(folder)) return
  const below = (await initializedFolders(folder)).map((path) => join(folder, path))
  if (below.length === 0) return
  const more = below.length - mostFolders
  throw new Error(
    `The folder ${JSON.stringify(folder)} has no configuration, but folders below it have. Specify one of them: ` +
      `${below
        .slice(0, mostFolders)
        .map((path) => JSON.stringify(path))
        .join(', ')}${more > 0 ? `, and ${numberText(more)} more` : ''}.`,
  )
}

/** Folders in a message. */
const mostFolders = 20
