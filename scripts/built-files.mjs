// What a build has made and from what, and whether all of it is still there. A build that broke off has noted nothing.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** Notes in dist/files.json what is in dist/, and what it was made of, as the last step of a build. */
export async function noteBuiltFiles(root, version, sources) {
  const files = await filesBelow(join(root, 'dist'))
  await writeFile(noteIn(root), `${JSON.stringify({ version, sources, files }, undefined, 2)}\n`)
}

/** Whether dist/ is what a build of these sources has made. */
export async function isBuiltFrom(root, sources) {
  if (!existsSync(noteIn(root))) return false
  const note = JSON.parse(await readFile(noteIn(root), 'utf8'))
  return note.sources === sources && missingFrom(root, note).length === 0
}

/**
 * A digest of all that a build reads, so that nothing is built twice. Installed packages are those of the lock file.
 *
 * @returns {Promise<string>} in hexadecimal digits
 */
export async function digestOfSources(root) {
  const sources = JSON.parse(await readFile(join(root, 'scripts/built-from.json'), 'utf8'))
  const hash = createHash('sha256').update(JSON.stringify([process.version, process.platform, process.arch]))
  for (const source of sources) {
    const path = join(root, source)
    const files = (await stat(path)).isDirectory() ? await filesBelow(path) : ['']
    for (const file of files.filter((each) => !/(^|\/)(test|node_modules)\//.test(each))) {
      const content = await readFile(join(path, file))
      hash.update(JSON.stringify([source, file, content.length])).update(content)
    }
  }
  return hash.digest('hex')
}

/** Throws where dist/ is not all that a build of this version has made. */
export async function checkBuiltFiles(root, version) {
  if (!existsSync(noteIn(root))) throw new Error(`No build has come to its end in dist/. ${advice}`)
  const note = JSON.parse(await readFile(noteIn(root), 'utf8'))
  if (note.version !== version) {
    throw new Error(`dist/ is of version ${note.version}, and package.json says ${version}. ${advice}`)
  }
  const missing = missingFrom(root, note)
  if (missing.length > 0) {
    const others = missing.length > 1 ? `, and ${missing.length - 1} more` : ''
    throw new Error(`dist/${missing[0]} is missing${others}. ${advice}`)
  }
}

const advice = 'Make it with npm run build.'

const missingFrom = (root, { files }) => files.filter((file) => !existsSync(join(root, 'dist', file)))

function noteIn(root) {
  return join(root, 'dist', 'files.json')
}

/** Paths below a folder, with slashes, in an order that is the same everywhere. */
async function filesBelow(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
    .sort()
}
