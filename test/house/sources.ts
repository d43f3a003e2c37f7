import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import ts from 'typescript'
import { root } from './section'

/** The files of `src/` by their paths there, with those of it that each of them imports, types and late imports included. */
export function importsOfSources(): ReadonlyMap<string, readonly string[]> {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts'))
    .sort()
  const known = new Set(files)
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(join(root, 'src', file), 'utf8'), true, true)
      const paths = importedFiles
        .filter(({ fileName }) => fileName.startsWith('.'))
        .map(({ fileName }) => `${posix.join(posix.dirname(file), fileName)}.ts`)
      return [file, paths.filter((path) => known.has(path))]
    }),
  )
}

/** The room of a file: the first folder of its path with a slash at the end, or the file itself at the top. */
export function roomOf(path: string): string {
  const slash = path.indexOf('/')
  return slash === -1 ? path : path.slice(0, slash + 1)
}

/** The folder of a file, with a slash at the end; empty at the top. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}
