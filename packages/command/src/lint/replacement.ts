import { createHash } from 'node:crypto'
import { lstat, realpath, rm } from 'node:fs/promises'
import { dirname, relative, sep } from 'node:path'
import { ListLines, longestArchive, readList, readRegularFile, UnreadableList } from '@webfilter/site-lists'
import { numberText } from '@webfilter/text'
import { repositoryAbove } from '../base/places'
import { fileError, isFolder } from '../files'
import { listContent, type ReadFile, readOrRefused } from '../lists'
import { printRemark } from '../report/output'
import { counted, Name, type Phrase, phraseText, say } from '../report/phrase'
import { shownLines } from '../report/terminal'
import { quoted } from '../report/text'
import { writableFile, writeWhole } from '../whole-file'
import { wholeFile } from './findings'
import { type LintLevels, lintLevels } from './rules'

/**
 * Puts a new version of a list in the place of the old one, if both are lists, and the new one is not much smaller and says something new. It
 * replaces the whole file at once, and goes then.
 *
 * @param path the list that is replaced, or a file of an archive that is
 * @param config the file with the settings, if one was chosen
 * @param atLeast percentage of the sites of the old list
 * @returns the exit code: 0, or 3 if the new version was refused. @throws {Error} with one sentence for the user if a file cannot be used
 */
export async function replaceList(
  made: string,
  path: string,
  config: string | undefined,
  atLeast = usualShare,
): Promise<number> {
  const levels = await lintLevels(config)
  const { file, member } = await placeOfReplaced(path)
  const place = await writableFile(file, adviceOnOld)
  await refuseSettings(path, place.place)
  await refuseOtherNames(made, place.place)
  const before = place.former === undefined ? undefined : await listAt(path, adviceOnOld)
  const now = await listAt(member === undefined ? made : `${made}//${member}`, adviceOnNew)
  // The arguments may have been swapped, or name the file of a program.
  if (before instanceof UnreadableList || (before !== undefined && isOtherFile(before, levels)))
    throw fileError(path, 'is not a list', 'Remove it, or specify another file with --replaces.')
  const refusal = refusalOf(now, before, made, levels, atLeast)
  if (refusal !== undefined || now instanceof UnreadableList) {
    printRemark(`${phraseText(say`${new Name(path)} stays as it is. ${refusal ?? []}`, quoted)}\n`)
    return 3
  }
  const isSame = before !== undefined && meaningOf(before) === meaningOf(now)
  if (!isSame) {
    await writeWhole(
      place,
      await readRegularFile(made, longestArchive, new AbortController().signal),
      adviceOnOld,
    )
    await rm(made)
  }
  const was = before === undefined ? 'new' : `before: ${numberText(before.list.table.size)}`
  const change = isSame ? 'unchanged' : was
  const says = say`${new Name(path)}: ${counted(now.list.table.size, 'site')} (${[change]})`
  process.stdout.write(shownLines(`${phraseText(says, quoted)}\n`))
  return 0
}

const usualShare = 50

const adviceOnOld = 'Make it an ordinary file that you may change, or specify another one with --replaces.'
const adviceOnNew = 'Specify the file of the new list.'

/** Two slashes separate an archive from the file in it, also before there is an archive; behind a folder they mean no more than one. */
async function placeOfReplaced(path: string) {
  const at = path.indexOf('//', 1)
  const file = path.slice(0, at)
  if (at === -1 || (await isFolder(file))) return { file: path, member: undefined }
  return { file, member: path.slice(at + 2) }
}

/** @throws {Error} if the place is one of git or of GitHub, whose files are commands and settings */
async function refuseSettings(path: string, place: string): Promise<void> {
  const folder = dirname(place)
  const within = relative((await repositoryAbove(folder)) ?? (await realpath('.')), place)
  const isOne = within.split(sep).some((name) => ['.git', '.github'].includes(name.toLowerCase()))
  if (isOne) throw fileError(path, 'is in .git or .github, where no list belongs', adviceOnOld)
}

/** @throws {Error} if the new list is a link, or the old list under another name */
async function refuseOtherNames(made: string, place: string): Promise<void> {
  const found = await lstat(made).catch((cause: unknown) => {
    throw fileError(made, 'cannot be read', adviceOnNew, cause)
  })
  if (found.isSymbolicLink()) throw fileError(made, 'is a link', adviceOnNew)
  if ((await realpath(made)) === place) throw fileError(made, 'is the list itself', adviceOnNew)
}

async function listAt(path: string, advice: string): Promise<ReadFile | UnreadableList> {
  return readOrRefused(path, await listContent(path, advice))
}

/** Whether a file with a content is no list. An empty one waits for its first version. */
function isOtherFile({ list }: ReadFile, levels: LintLevels): boolean {
  const whole = wholeFile(list)
  return whole !== undefined && levels[whole.rule] === 'fatal' && list.invalid.count > 0
}

/** Why a list may not take the place of another one. What else there is to say of it is for the people who review it. */
function refusalOf(
  now: ReadFile | UnreadableList,
  old: ReadFile | undefined,
  made: string,
  levels: LintLevels,
  atLeast: number,
): Phrase | undefined {
  if (now instanceof UnreadableList) {
    return say`not-a-list: ${new Name(made)} ${[now.message]}. ${[now.advice.replace(/\.?$/u, '.')]}`
  }
  const whole = wholeFile(now.list)
  if (whole !== undefined && levels[whole.rule] === 'fatal') {
    return say`${[whole.rule]}: in ${new Name(made)}, ${whole.says}. Look at what its address returns.`
  }
  // An answer without an announced length can break off within a name: example.com is another site than example.com.br.
  if (old !== undefined && endsALine(old) && !endsALine(now))
    return say`${new Name(made)} ends within a line, unlike the list. Fetch it again, because it may be cut off. If it is whole, put it in the place of the list yourself.`
  const [sites, before] = [now.list.table.size, old?.list.table.size ?? 0]
  if (100 * sites >= atLeast * before) return undefined
  const share = say`less than ${[`${atLeast}%`]} of the ${counted(before, 'site')} of the list`
  return say`${new Name(made)} has ${counted(sites, 'site')}, ${share}. Look at what its address returns. If it is right, choose a smaller share with --at-least.`
}

function endsALine({ bytes }: ReadFile): boolean {
  return bytes.at(-1) === 0x0a
}

/**
 * A digest of the sites and rules of a list, whatever their order and the comments beside them: published lists often have a comment with
 * the date, which alone is no change.
 */
function meaningOf({ bytes }: ReadFile): string {
  const { table, ownExceptions, important } = readList(bytes, 'take')
  const hash = createHash('sha256')
  for (const sites of [table, ownExceptions, important.sites, important.exceptions])
    hash.update(sites.bytes).update('\0')
  for (const rule of rulesIn(bytes)) hash.update(`${rule}\n`)
  return hash.digest('base64')
}

/** The lines that are no sites, and what others cancel, such as sites of another file of the same list. */
function rulesIn(content: Uint8Array): readonly string[] {
  const lines = new ListLines(content)
  const { bytes } = lines
  const rules = [...lines.canceled]
  while (lines.next()) {
    if (lines.plainSite() !== 'unclear') continue
    const { text, leftOut } = lines.names()
    if (leftOut.length > 0) rules.push(text ?? bytes.toString('latin1', lines.from, lines.to))
  }
  return rules.sort()
}
