// The notices that the licenses of bundled packages ask for: name, version and license text of each.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * One text on all packages of which something is in the output of these builds, in the order of their names.
 * Throws where a package comes without the text of its license.
 *
 * @param metafiles what esbuild tells of each build, with paths relative to `root`
 */
export async function thirdPartyNotices(root, metafiles) {
  const notices = await Promise.all(bundledPackages(metafiles).map((folder) => noticeOf(join(root, folder))))
  const unique = [...new Map(notices.map((notice) => [notice.title, notice])).values()]
  return [
    'This file holds the licenses of the packages that are bundled here.\n',
    ...unique.sort(byTitle).map(({ title, text }) => `${'-'.repeat(80)}\n${title}\n\n${text}\n`),
  ].join('\n')
}

/** The folders of the packages that have left at least a byte, but for those of this project. */
function bundledPackages(metafiles) {
  const inputs = metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap((output) => Object.entries(output.inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
  const packageFolder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/
  const folders = inputs.flatMap(([path]) => packageFolder.exec(path) ?? [])
  return [...new Set(folders)].filter((folder) => !folder.includes('/@webfilter/'))
}

async function noticeOf(folder) {
  const { name, version, license, author } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const files = (await readdir(folder)).sort()
  const texts = await Promise.all(
    files
      .filter((file) => /^(licen[cs]e|copying|notice)([.-]|$)/i.test(file))
      .map((file) => textOf(folder, file)),
  )
  if (texts.length === 0) texts.push(await licenseInReadme(folder, files, author?.name ?? author))
  if (!texts[0]) {
    throw new Error(
      `${name} ${version} comes without the text of its license. Find out what it asks for before it is bundled.`,
    )
  }
  return { title: `${name} ${version} (${license})`, text: texts.join('\n\n') }
}

/** Some packages say it there alone, and who wrote them in their package.json. */
async function licenseInReadme(folder, files, author) {
  const readme = files.find((file) => /^readme([.-]|$)/i.test(file))
  const [, text] = /^#+ *licen[cs]e\n+([^#]+)/im.exec(readme ? await textOf(folder, readme) : '') ?? []
  return text && author && `Copyright: ${author}\n${text.trim()}`
}

async function textOf(folder, file) {
  return (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n').trim()
}

function byTitle(one, other) {
  return one.title < other.title ? -1 : 1
}
