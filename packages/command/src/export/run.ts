import { dirname, join } from 'node:path'
import { counted } from '@webfilter/appliance-declarations/diagnostics/wording'
import { handingOnInterrupts } from '../engine'
import { fileError, makeFolder, RefusedFile } from '../files'
import { addressOf, nouns } from '../inventory/block'
import { declare } from '../inventory/declared'
import { type Inventory, type ReadAppliance, readInventory, withReadAppliance } from '../inventory/inventory'
import { stateTexts } from '../inventory/state-files'
import { type HeldObjects, heldBy, resourcesOf } from '../inventory/states'
import { providerSettings } from '../provider-settings'
import { ProgressLine, shownLines } from '../report/terminal'
import { foundFile, planRoom, readText } from '../text-file'
import { type WritableFile, writableFile, writeWhole } from '../whole-file'
import { hclFiles, providerBlock } from './hcl'
import { countsOf, givenLists, readGivenList, type SiteList, type VerifiedList, verifyList } from './lists'

/** What the command line of `appliance export` says. */
export interface ExportCommandOptions {
  readonly config?: string
  readonly sites?: readonly string[]
  readonly member?: readonly string[]
  readonly members?: string
  readonly state?: readonly string[]
  readonly overwrite?: boolean
  readonly engine?: string
  /** Milliseconds. */
  readonly engineTimeout: number
}

/**
 * Writes the configuration of an appliance, and prints what was written and what is missing.
 * @returns the exit code
 * @throws {Error} one readable sentence if nothing was written
 */
export async function runExport(
  folder: string,
  options: ExportCommandOptions,
  version: string,
): Promise<number> {
  const configured = await providerSettings(options.config)
  if ('problems' in configured) {
    const [first] = configured.problems
    throw new Error(`${first?.finding ?? 'The settings cannot be used.'} ${first?.hint ?? ''}`)
  }
  const { settings, values } = configured
  const provider = providerBlock(values)
  const logins = [...(options.member ?? []), ...(await loginsIn(options.members))]
  const line = new ProgressLine(process.stderr)
  const show = (text: string) => line.show(text)
  const result = await handingOnInterrupts('The run was interrupted.', async (interrupts) => {
    const run = { timeout: options.engineTimeout, interrupts }
    const states = await stateTexts(options.state ?? [], options.engine, run)
    const held = heldBy(states.flatMap(resourcesOf))
    return await withReadAppliance(settings, interrupts.signal, async (appliance) => {
      const read = await readEverything(appliance, { logins, options, held, show }, interrupts.signal)
      await writeFiles(folder, filesOf(read), options.overwrite ?? false)
      return read
    })
  }).finally(() => line.end())
  process.stdout.write(shownLines(renderText(folder, result), 'lines'))
  return result.missing.length > 0 ? 2 : 0

  function filesOf({ declared, lists, missing }: ReadEverything): ReadonlyMap<string, string | Uint8Array> {
    const configuration = {
      // Without a password.
      appliance: (settings.baseUrl ?? settings.endpoints?.categories?.url)?.replace(/\/\/[^/?#]*@/u, '//'),
      missing,
      provider,
      version: versionConstraint(version),
      categories: declared.categories,
      directory: declared.directory,
    }
    const listFiles = lists.flatMap(({ category, bytes }) => {
      const path = declared.listFiles.get(category.id)
      return path === undefined ? [] : [[path, bytes] as const]
    })
    return new Map<string, string | Uint8Array>([...hclFiles(configuration), ...listFiles])
  }
}

type ReadEverything = Awaited<ReturnType<typeof readEverything>>

interface Wanted {
  readonly logins: readonly string[]
  readonly options: ExportCommandOptions
  readonly held: HeldObjects
  show(progress: string): void
}

async function readEverything(
  appliance: ReadAppliance,
  { logins, options, held, show }: Wanted,
  signal: AbortSignal,
) {
  const inventory = await readInventory(appliance, logins, show, signal)
  refuseNothing(inventory)
  const found = inventory.categories ?? []
  const given = givenLists(options.sites ?? [], found)
  const problems: string[] = []
  const lists: SiteList[] = []
  const verified: VerifiedList[] = []
  for (const list of given) {
    if (held.hasCategory(list.category)) {
      const name = JSON.stringify(list.category.name)
      problems.push(`The list of the category ${name} is left out: a state already contains the category.`)
      continue
    }
    lists.push(await readGivenList(list, signal))
  }
  for (const list of lists) {
    if (!appliance.categories) break
    const outcome = await verifyList(list, appliance.categories, show, signal)
    verified.push(outcome)
    if (outcome.problem === undefined) continue
    problems.push(`Not all sites of ${JSON.stringify(list.category.name)} were looked up: ${outcome.problem}`)
  }
  const declared = await declare(inventory, new Set(lists.map(({ category }) => category.id)), held)
  const comments = [...declared.categories, ...declared.directory].flatMap((block) =>
    block.problem === undefined ? [] : [`${addressOf(block)} is only a comment: ${block.problem}`],
  )
  const absent = inventory.absent.map((uid) => {
    const hint = uid.startsWith('#') ? ' If it is meant as a comment, write a space after "#".' : ''
    return `The member ${JSON.stringify(uid)} does not exist.${hint}`
  })
  const unread = inventory.missing.map(({ says }) => says)
  // A sentence each.
  const missing = [...unread, ...absent, ...problems, ...declared.undeclared, ...comments]
  return { declared, lists, verified, missing, notAsked: inventory.notAsked }
}

/** @throws {Error} if no part of the appliance could be read */
function refuseNothing({ categories, service, missing, notAsked }: Inventory): void {
  if (categories !== undefined || service !== undefined) return
  const advice = 'Run appliance doctor to find out why.'
  throw new Error(
    `Nothing could be read from the appliance. ${[...missing.map(({ says }) => says), ...notAsked].join(' ')} ${advice}`,
  )
}

/** The logins in a file, without comments; a login may begin with `#` as well. @throws {Error} if it cannot be read */
export async function loginsIn(file: string | undefined): Promise<readonly string[]> {
  if (file === undefined) return []
  const text = await readText(file, 'Specify a file with one login in each line.')
  return text
    .split(/\r?\n/u)
    .map((each) => each.trim())
    .filter((each) => each !== '' && !isComment(each))
}

/** Whether a line that begins with `#` can be no login: it has several words, or neither a letter nor a digit. */
function isComment(line: string): boolean {
  return line.startsWith('#') && (/\s/u.test(line) || !/[\p{L}\p{N}]/u.test(line))
}

/** @throws {Error} before anything is written, if a file would be overwritten without being told */
async function writeFiles(
  folder: string,
  files: ReadonlyMap<string, string | Uint8Array>,
  mayOverwrite: boolean,
): Promise<void> {
  const advice = 'Specify another folder.'
  const different: string[] = []
  const toWrite: [string, string | Uint8Array][] = []
  for (const [name, content] of files) {
    const path = join(folder, name)
    const former = await foundFile(path, planRoom).catch((error: unknown) => {
      if (error instanceof RefusedFile) throw fileError(path, 'cannot be written', advice, error)
      return undefined
    })
    if (former?.equals(Buffer.from(content))) continue
    if (former !== undefined) different.push(name)
    toWrite.push([path, content])
  }
  if (different.length > 0 && !mayOverwrite) {
    const names = different.slice(0, 5).join(', ')
    throw new Error(
      `${JSON.stringify(folder)} already contains ${counted(different.length, 'file')} with other content, such as ${names}. ` +
        'Nothing was written. Specify another folder, or add --overwrite.',
    )
  }
  const places: (readonly [WritableFile, string | Uint8Array])[] = []
  for (const [path, content] of toWrite) {
    try {
      makeFolder(dirname(path))
    } catch (cause) {
      throw fileError(dirname(path), 'cannot be created as a folder', advice, cause)
    }
    places.push([await writableFile(path, advice), content])
  }
  for (const [place, content] of places) await writeWhole(place, content, advice)
}

/** Releases of the same major and minor version, or later minor ones; undefined for a build that is no release. */
function versionConstraint(version: string): string | undefined {
  const [, numbers] = /^(\d+\.\d+)\.\d+$/.exec(version) ?? []
  return numbers === undefined || version.startsWith('0.0.') ? undefined : `~> ${numbers}`
}

/** What was written, for a person. */
function renderText(folder: string, { declared, verified, missing, notAsked }: ReadEverything): string {
  const { categories, directory, held } = declared
  const blocks = [...categories, ...directory].filter(({ problem }) => problem === undefined)
  const kinds = Object.entries(nouns).flatMap(([type, [singular, plural]]) => {
    const count = blocks.filter((each) => each.type === type).length
    return count === 0 ? [] : [counted(count, singular, plural).replace(/^1 directory/, 'the directory')]
  })
  const lines = [`Written to ${JSON.stringify(folder)}: ${kinds.join(', ') || 'no resources'}.`]
  if (held > 0) lines.push(`Left out because a state already contains them: ${counted(held, 'object')}.`)
  lines.push(...verified.map(countsOf), ...notAsked)
  if (missing.length > 0) lines.push('Incomplete:', ...missing.map((each) => `- ${each}`))
  return `${lines.join('\n')}\n`
}
