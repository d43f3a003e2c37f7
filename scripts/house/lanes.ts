import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import lanes from '../../test/lanes/folders.json'
import { filesBelow, root, textOfFile } from './sources'

/** They test functions of files that also start the engine, and start nothing. */
const withoutStart = [
  'packages/command/test/base/plan-now.test.ts',
  'packages/command/test/base/plan-files.test.ts',
  'packages/command/test/text-file.test.ts',
]

/** Unit tests that start a process or read the build, each with the imports that lead there. Such a test belongs to the integration lane. */
export function unitTestsWithProcesses(): readonly string[] {
  const others = Object.values(lanes).flat()
  return filesBelow(['test', 'packages'], /\.test\.ts$/)
    .filter((path) => !others.some((folder) => path.startsWith(`${folder}/`)) && !withoutStart.includes(path))
    .flatMap((path) => wayToProcess(path) ?? [])
}

/** Folders of a lane without a test. */
export function foldersWithoutTests(): readonly string[] {
  return Object.values(lanes)
    .flat()
    .filter((folder) => {
      const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      return !files.some((name) => name.endsWith('.test.ts'))
    })
}

/**
 * The imports that lead from a file to one that can start processes, or to a test's file that names the build; undefined if none do.
 * @param path relative to the root
 */
export function wayToProcess(path: string, seen = new Set<string>()): string | undefined {
  seen.add(path)
  const text = textOfFile(path)
  if (/ from 'node:(child_process|cluster)'/.test(text)) return path
  const isOfTest = /^(packages\/[^/]+\/)?test\//.test(path)
  if (isOfTest && /(\.\.\/|')dist\b/.test(text.replaceAll(/^import .*/gm, ''))) return path
  const imports = [...text.matchAll(/^(?:import|export) (?!type )[^']*'([.@][^']+)'/gm)]
  for (const [, specifier = ''] of imports) {
    const next = fileOf(specifier, path)
    if (next === undefined || seen.has(next)) continue
    const way = wayToProcess(next, seen)
    if (way !== undefined) return `${path} > ${way}`
  }
  return undefined
}

/** The file that is imported, of the folder beside it or of a package that offers its files by their paths; undefined for other imports. */
function fileOf(specifier: string, from: string): string | undefined {
  const [, name, path] = /^@webfilter\/(?:appliance-)?([^/]+)\/(.+)$/.exec(specifier) ?? []
  const file =
    name === undefined
      ? resolve(root, dirname(from), specifier)
      : join(root, 'packages', name, 'src', path ?? '')
  return existsSync(`${file}.ts`) ? relative(root, `${file}.ts`) : undefined
}
