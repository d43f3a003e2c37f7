import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import integrationFolders from './integration-folders.json'
import networkFolders from './network-folders.json'

/** The test files of the unit lane, by their paths. */
export function unitTests(): readonly string[] {
  const root = resolve(__dirname, '../..')
  const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}/test`)
  const files = ['test', ...packages].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  const others = [...integrationFolders, ...networkFolders]
  const isUnit = (path: string) => !others.some((folder) => path.startsWith(`${folder}/`))
  return files.filter((path) => path.endsWith('.test.ts') && isUnit(path)).sort()
}
