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
 * @param {'cdktf' | 'cdktn'} flavour
 */
export async function buildFlavour(root, flavour) {
  const folder = folderOf(root, flavour)
  const sources = await sourcesOf(root, flavour)
  const declarations = await keptDeclarations(root, flavour, sources, await entriesOf(root, flavour, sources))
  await rm(folder, { recursive: true, force: true })
  const metafile = await writeScripts(root, flavour, sources)
  for (const [path, content] of declarations) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  await writeFile(join(folder, 'THIRD-PARTY-NOTICES'), await thirdPartyNotices(root, [metafile]))
}
