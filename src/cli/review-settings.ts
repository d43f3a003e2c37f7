import { readFile } from 'node:fs/promises'
import { visible } from '../review/render/visible'
import {
  defaultSettings,
  type ReviewSettings,
  readSettings,
  SettingsError,
  settingsFileName,
} from '../review/settings'

/**
 * The settings of a file, else those of this folder, else the usual ones.
 * @throws {Error} which names the file, where it cannot be read or says something that is no setting
 */
export async function reviewSettings(chosen?: string): Promise<ReviewSettings> {
  const file = chosen ?? settingsFileName
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (chosen === undefined && cause.code === 'ENOENT') return undefined
    throw new Error(
      `The settings ${JSON.stringify(file)} cannot be read (${cause.code}). Name a file that is there.`,
      {
        cause,
      },
    )
  })
  if (text === undefined) return defaultSettings
  try {
    return readSettings(text)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    throw new Error(`The settings ${JSON.stringify(file)} cannot be used: ${visible(error.message, 2_000)}`, {
      cause: error,
    })
  }
}
