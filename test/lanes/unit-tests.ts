import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import integrationFolders from './integration-folders.json'
import networkFolders from './network-folders.json'

/** The test files of the unit lane, by their paths in `test/`. */
export function unitTests(): readonly string[] {
  const files = readdirSync(resolve(__dirname, '..'), { recursive: true, encoding: 'utf8' })
  const others = [...integrationFolders, ...networkFolders]
  const isUnit = (path: string) => !others.some((folder) => path.startsWith(`${folder}/`))
  return files.filter((path) => path.endsWith('.test.ts') && isUnit(path)).sort()
}
