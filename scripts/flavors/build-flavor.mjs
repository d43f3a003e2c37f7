import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { thirdPartyNotices } from '../third-party-notices.mjs'
import { keptDeclarations } from './kept-declarations.mjs'
import { writeScripts } from './scripts.mjs'
import { entriesOf, folderOf, sourcesOf } from './sources.mjs'

/**
 * Builds what apps on one of the two libraries import: JavaScript, and declarations of its types.
 *
 * @param {string} root of the repository
 * @param {'cdktf' | 'cdktn'} flavor
 */
export async function buildFlavor(root, flavor) {
  const folder = folderOf(root, flavor)
  const sources = await sourcesOf(root, flavor)
  const declarations = await keptDeclarations(root, flavor, sources, await entriesOf(root, flavor, sources))
  await rm(folder, { recursive: true, force: true })
  const metafile = await writeScripts(root, flavor, sources)
  for (const [path, content] of declarations) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  await writeFile(join(folder, 'THIRD-PARTY-NOTICES'), await thirdPartyNotices(root, [metafile]))
}
