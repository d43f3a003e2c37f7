import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import ts from 'typescript'

/** One import, type import or late import of a file. */
export interface Import {
  /** Both are paths from the root; `to` is the specifier if it names no file of the project, such as `@webfilter/appliance-names`. */
  readonly from: string
  readonly to: string
}

/** Every file of the repository, whether it is committed yet or not. */
export function allRepositoryFiles(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    maxBuffer: 2 ** 27,
  })
  return listed.toString().split('\0').filter(Boolean)
}

/** The TypeScript whose imports have rules: that of the provider, the packages, and what stands beside them. */
export function codeFiles(files: readonly string[]): readonly string[] {
  return files.filter((file) =>
    /^(src|packages\/[^/]+\/(src|test)|engine|scripts|benchmarks|test)\/.*\.ts$/.test(file),
  )
}

/** What a file imports, for its values and for its types, at once and late. */
export async function importsOf(from: string, files: readonly string[]): Promise<readonly Import[]> {
  const known = knownFiles(files)
  const { importedFiles } = ts.preProcessFile(await readFile(from, 'utf8'), true, true)
  return importedFiles.map(({ fileName }) => {
    if (!fileName.startsWith('.')) return { from, to: fileName }
    const path = posix.join(posix.dirname(from), fileName)
    return { from, to: known.has(`${path}.ts`) ? `${path}.ts` : path }
  })
}

const sets = new WeakMap<readonly string[], ReadonlySet<string>>()

function knownFiles(files: readonly string[]): ReadonlySet<string> {
  const known = sets.get(files) ?? new Set(files)
  sets.set(files, known)
  return known
}
