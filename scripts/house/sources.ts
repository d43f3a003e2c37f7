import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The root of the repository. */
export const root = resolve(__dirname, '../..')

/**
 * The files below some folders, without what is installed. Paths are relative to the root, with `/`.
 * @throws {Error} if a folder has none: a check that reads nothing would find nothing
 */
export function filesBelow(folders: readonly string[], name: RegExp): readonly string[] {
  return folders.flatMap((folder) => {
    const files = filesIn(folder, name)
    if (files.length === 0) throw new Error(`${folder} has no file ${name}.`)
    return files
  })
}

function filesIn(folder: string, name: RegExp): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map(({ parentPath, name: file }) =>
      join(parentPath, file)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => !path.includes('node_modules/'))
}

/** @param path relative to the root */
export function textOfFile(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}
