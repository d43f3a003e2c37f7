import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  defaultSettings,
  type ReviewSettings,
  readSettings,
  SettingsError,
  settingsFileName,
} from './settings'
import { visible } from './visible'

/**
 * The settings of a file, else those of the first folder that has any, else the usual ones.
 * @throws {Error} which names the file, where it cannot be read or says something that is no setting
 */
export async function reviewSettings(
  chosen: string | undefined,
  folders: readonly string[] = ['.'],
): Promise<ReviewSettings> {
  return (await settingsFor(readSettings, chosen, folders)) ?? defaultSettings
}

/**
 * What a reader makes of the settings in a file, or of the first settings in some folders.
 * @returns undefined if no file was chosen and none of the folders has settings
 * @throws {Error} which names the file, if it cannot be read or says something that is no setting
 */
export async function settingsFor<Settings>(
  read: (text: string) => Settings,
  chosen: string | undefined,
  folders: readonly string[],
): Promise<Settings | undefined> {
  const files = chosen === undefined ? folders.map((folder) => join(folder, settingsFileName)) : [chosen]
  for (const file of files) {
    const text = await contentOf(file, chosen === undefined)
    if (text !== undefined) return settingsIn(read, file, text)
  }
  return undefined
}

async function contentOf(file: string, mayBeMissing: boolean): Promise<string | undefined> {
  return await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (mayBeMissing && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR')) return undefined
    throw new Error(
      `The settings ${JSON.stringify(file)} cannot be read (${cause.code}). Name an existing file.`,
      { cause },
    )
  })
}

function settingsIn<Settings>(read: (text: string) => Settings, file: string, text: string): Settings {
  try {
    return read(text)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    throw new Error(`The settings ${JSON.stringify(file)} cannot be used: ${visible(error.message, 2_000)}`, {
      cause: error,
    })
  }
}
