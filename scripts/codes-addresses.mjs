import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The addresses that diagnostics print after their codes: by the address of a page, the codes that have a heading in it. Empty until a release
 * sets `config.guides` in package.json to the address of the published guides, because a page that does not exist helps no reader.
 *
 * @param {string} guides address of the guides, with a slash at its end; empty if they are not published
 * @param {string} folder of the guides
 * @returns {Promise<Record<string, string[]>>}
 */
export async function addressesOfCodes(guides, folder) {
  if (guides === '') return {}
  const names = (await readdir(folder)).filter((name) => name.startsWith('codes-')).sort()
  const pages = names.map(async (name) => {
    const text = await readFile(join(folder, name), 'utf8')
    const codes = [...text.matchAll(/^#+ `([a-z-]+)`$/gm)].map(([, code]) => code)
    return [`${guides}${name.replace(/\.md$/, '')}`, codes]
  })
  return Object.fromEntries(await Promise.all(pages))
}
