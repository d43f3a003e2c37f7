import { realpath } from 'node:fs/promises'
import { isAbsolute, resolve, sep } from 'node:path'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import type { Site } from '@webfilter/appliance-names'
import { Interrupted } from '@webfilter/concurrency'
import { FewSites, relativePathOfList, type SiteSet } from '@webfilter/site-lists'
import { repositoryAbove } from '../base/places'
import { findEngine, handingOnInterrupts, runEngine } from '../engine'
import { exists, isFolder } from '../files'
import { withReadAppliance } from '../inventory/inventory'
import { type ConfiguredSettings, providerSettings } from '../provider-settings'
import { joined, Name, type Phrase, say, visible } from '../report/phrase'
import { shownLines, showsColors } from '../report/terminal'
import { type Answer, answerText, answerTo } from './answer'
import { type AskedSite, askedSite, NoWebsite, Sought, sitesFor } from './asked-site'
import type { ApplianceEvidence, NotAsked, StateEvidence } from './explanation'
import { type FilesOfLists, filesOfFolder, filesOfState } from './list-files'
import { managedLists, StateError } from './managed-lists'
import { mentionsBelow } from './mentions'

/** What the command line of `appliance explain` says. */
export interface ExplainCommandOptions {
  readonly root?: string
  readonly chdir?: string
  readonly engine?: string
  /** Milliseconds. */
  readonly engineTimeout: number
  readonly config?: string
}

/**
 * Explains websites and prints the answer.
 * @returns the exit code
 * @throws {Error} with a sentence for the user if a text names no website, or a folder cannot be used
 */
export async function runExplain(texts: readonly string[], options: ExplainCommandOptions): Promise<number> {
  const { chdir, config } = options
  const asked = distinct(texts.map(websiteIn))
  const root = await rootFolder(options.root, chdir)
  const configuration = await providerSettings(config)
  const folder = chdir ?? (await firstInitialized(['.', root]))
  const state = await stateOf(folder, options)
  const files = await searchFiles(state, root, new Sought(asked))
  const mentions = await mentionsBelow(root, asked)
  const sites = new FewSites(asked.flatMap(sitesFor))
  const appliance = await askAppliance(configuration, sites, witnessesIn(state))
  const answer = answerTo(asked, { files, mentions, state, appliance })
  const color = showsColors(process.stdout)
  process.stdout.write(shownLines(answerText(answer, color), 'lines', color))
  return exitCodes[answer.outcome]
}

const exitCodes: Readonly<Record<Answer['outcome'], number>> = { answered: 0, failed: 1, differs: 2 }

function websiteIn(text: string): AskedSite {
  try {
    return askedSite(text)
  } catch (error) {
    if (error instanceof NoWebsite) throw new Error(`This is not the name of a website: ${error.message}`)
    throw error
  }
}

/** A website that is named twice is explained once. */
function distinct(asked: readonly AskedSite[]): readonly AskedSite[] {
  const names = new Set<string>()
  return asked.filter(({ name }) => !names.has(name) && names.add(name))
}

/** One site of each of the first lists in the state. A category probably contains it. */
function witnessesIn(state: StateEvidence) {
  const lists = state.kind === 'read' ? state.lists.filter(({ sites }) => sites.size > 0) : []
  return lists.slice(0, 3).map(({ sites }) => sites.siteAt(0))
}

/**
 * The folder below which texts are searched: the one that was chosen, or the repository of the folder with the state, or that folder alone.
 * @returns its full path without links
 * @throws {Error} if it is no folder
 */
async function rootFolder(chosen: string | undefined, chdir = '.'): Promise<string> {
  if (chosen === undefined && !(await isFolder(chdir))) return await realpath('.')
  if (chosen === undefined) return (await repositoryAbove(chdir)) ?? (await realpath(chdir))
  if (await isFolder(chosen)) return await realpath(chosen)
  throw new Error(`${JSON.stringify(chosen)} is not an existing folder. Specify another one with --root.`)
}

/** Searches the files that the state names; without a state, or if it has no lists, the lists of the folder. */
async function searchFiles(state: StateEvidence, root: string, sought: Sought): Promise<FilesOfLists> {
  const shown = (path: string) => shownFrom(root, path)
  const hasLists = state.kind === 'read' && state.lists.length + state.unreadable.length > 0
  return hasLists
    ? await filesOfState(state.lists, state.folder, sought, shown)
    : await filesOfFolder(root, sought, shown)
}

function shownFrom(root: string, path: string): string {
  const shown = relativePathOfList(root, path)
  return isAbsolute(shown) ? path : shown.split(sep).join('/')
}

/**
 * Has the engine show the state of a folder, and reads its lists. The state contains secrets: it stays in memory, and only its lists
 * are kept.
 *
 * @param folder undefined if none is initialized
 */
async function stateOf(
  folder: string | undefined,
  { engine, engineTimeout }: Pick<ExplainCommandOptions, 'engine' | 'engineTimeout'>,
): Promise<StateEvidence> {
  if (folder === undefined) {
    return {
      kind: 'not-asked',
      isFailure: false,
      says: say`No state was read. Specify the folder of an initialized configuration with --chdir.`,
    }
  }
  const shown = await shownBy(engine, engineTimeout, folder).catch((error: unknown) => {
    if (error instanceof Interrupted) throw error
    return { why: messageOf(error) }
  })
  if ('why' in shown) return failed([shown.why])
  const { command, exitCode, output, errors } = shown
  if (exitCode !== 0) {
    return failed(
      say`${new Name(command)} cannot show it, and reported ${new Name(withoutFrame(errors))}. Run it with ${new Name('init')} in the folder first.`,
    )
  }
  try {
    return { kind: 'read', folder: await realpath(folder), ...(await managedLists(output)) }
  } catch (error) {
    if (error instanceof StateError) return failed([error.message])
    throw error
  }
}

async function shownBy(chosen: string | undefined, timeout: number, folder: string) {
  const command = await findEngine(chosen, folder)
  const words = ['show', '-json', '-no-color']
  const run = await handingOnInterrupts(
    'The search was interrupted.',
    async (interrupts) => await runEngine(command, words, folder, { timeout, interrupts }),
  )
  return { command, ...run }
}

function failed(why: Phrase): NotAsked {
  return { kind: 'not-asked', isFailure: true, says: say`The state cannot be read. ${why}` }
}

/** The errors of an engine on one line, without the frame around them. */
function withoutFrame(errors: string): string {
  return errors
    .split('\n')
    .map((line) => line.replace(/^[│╷╵|\s]+/u, '').trim())
    .filter((line) => line !== '')
    .join(' ')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? visible(error.message, 1_000) : String(error)
}

async function firstInitialized(folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const data = resolve(folder, process.env.TF_DATA_DIR || '.terraform')
    if (await exists(data)) return folder
  }
  return undefined
}

/**
 * Asks the appliance which categories contain each site, one by one. No request can change the appliance.
 *
 * @param witnesses sites that a category probably contains. They are asked for if nothing else was found: an answer for a site that no
 * category contains looks the same as some outages
 */
async function askAppliance(
  configuration: ConfiguredSettings,
  sites: SiteSet,
  witnesses: readonly Site[],
): Promise<ApplianceEvidence> {
  if ('problems' in configuration) {
    const problems = configuration.problems.map(({ finding, hint }) => sentences(finding, hint))
    return { kind: 'not-asked', isFailure: true, says: say`It was not asked. ${joined(problems, ' ')}` }
  }
  const { settings } = configuration
  const { signal } = new AbortController()
  // A person waits for the answer.
  const asking = { ...settings, retries: Math.min(1, settings.retries ?? 1) }
  const outcome = await withReadAppliance(
    asking,
    signal,
    async ({ categories }) => await categories?.holders(sites, signal, () => witnesses),
  )
  if (outcome === undefined) {
    const says = say`It was not asked. Set APPLIANCE_BASE_URL and APPLIANCE_TOKEN as for the provider, or specify a file with --config.`
    return { kind: 'not-asked', isFailure: false, says }
  }
  const { holders, unproven, failure } = outcome
  const found = [...holders].filter(([, categories]) => !unproven || categories.length > 0)
  const reason = failure
    ? sentences(diagnosticOf(failure).message, diagnosticOf(failure).advice)
    : unproven
      ? say`It found no site at all, which may be a failure. Ask for a site that a category certainly contains, too.`
      : undefined
  return {
    kind: 'asked',
    holders: new Map(
      found.map(([site, categories]) => [site, categories.map(({ id, name }) => ({ id, name }))] as const),
    ),
    ...(reason && { failure: reason }),
  }
}

/** A message may quote an appliance, so it is a name. The advice is this project's text. */
function sentences(message: string, advice: string): Phrase {
  return say`${new Name(message)} ${[visible(advice, 1_000)]}`
}
