import { dirname } from 'node:path/posix'

/**
 * The tests beside changed files: a test by itself; for code, those of the folder that has the room of the file, or of the closest one above it
 * that has any. Tests of what uses the code are elsewhere.
 *
 * @param changed paths from the root
 * @param tests all files of tests
 */
export function testsBeside(changed: readonly string[], tests: readonly string[]): readonly string[] {
  const chosen = changed.flatMap((path) => {
    if (path.endsWith('.test.ts')) return tests.filter((test) => test === path)
    if (!/\.(?:[cm]?[jt]s|sh|yml)$/.test(path)) return []
    for (let folder = folderOfTests(path); folder?.includes('test'); folder = dirname(folder)) {
      const beside = tests.filter((test) => dirname(test) === folder)
      if (beside.length > 0) return beside
    }
    return []
  })
  return [...new Set(chosen)].sort()
}

/** `packages/client/test/http` for `packages/client/src/http/exchange.ts`; undefined for files that no folder of tests belongs to. */
function folderOfTests(path: string): string | undefined {
  const folder = dirname(path)
  if (/^(packages\/[^/]+\/)?test\//.test(path)) return folder
  const [, above, below] = /^(packages\/[^/]+\/)?src(\/.*)?$/.exec(folder) ?? []
  if (/^(packages\/[^/]+\/)?src\b/.test(folder)) return `${above ?? ''}test${below ?? ''}`
  return folder.startsWith('scripts/') ? folder.replace('scripts/', 'test/') : undefined
}
