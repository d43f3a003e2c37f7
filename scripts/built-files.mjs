// What a build has made, and whether all of it is still there. A build that broke off has noted nothing.
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** Notes in dist/files.json what is in dist/, as the last step of a build. */
export async function noteBuiltFiles(root, version) {
  const dist = join(root, 'dist')
  const entries = await readdir(dist, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(dist, join(parentPath, name)).replaceAll(sep, '/'))
  await writeFile(noteIn(root), `${JSON.stringify({ version, files: files.sort() }, undefined, 2)}\n`)
}

/** Throws where dist/ is not all that a build of this version has made. */
export async function checkBuiltFiles(root, version) {
  if (!existsSync(noteIn(root))) throw new Error(`No build has come to its end in dist/. ${advice}`)
  const note = JSON.parse(await readFile(noteIn(root), 'utf8'))
  if (note.version !== version) {
    throw new Error(`dist/ is of version ${note.version}, and package.json says ${version}. ${advice}`)
  }
  const missing = note.files.filter((file) => !existsSync(join(root, 'dist', file)))
  if (missing.length > 0) {
    const others = missing.length > 1 ? `, and ${missing.length - 1} more` : ''
    throw new Error(`dist/${missing[0]} is missing${others}. ${advice}`)
  }
}

const advice = 'Make it with npm run build.'

function noteIn(root) {
  return join(root, 'dist', 'files.json')
}
