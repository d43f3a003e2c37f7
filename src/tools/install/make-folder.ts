import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder, and those above it that are missing.
 *
 * In place of `mkdirSync` with `recursive`, which never comes back where the system says ENOENT of a new folder in one that is
 * there, as it does in `/proc`.
 *
 * @throws {Error} where it cannot be made
 */
export function makeFolder(folder: string): void {
  const above = dirname(folder)
  if (above !== folder && !existsSync(above)) makeFolder(above)
  try {
    mkdirSync(folder)
  } catch (error) {
    // Also where another process was faster.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error
  }
}
