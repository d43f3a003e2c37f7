import { realpath } from 'node:fs/promises'
import { isAbsolute, resolve, sep } from 'node:path'
import {
  type ApplianceSettings,
  createCategories,
  createCheckedCaller,
  createTransport,
  type HoldersOutcome,
  silentLog,
} from '@webfilter/appliance-client'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import type { Site } from '@webfilter/appliance-names'
import { Interrupted } from '@webfilter/concurrency'
import {
  FewSites,
  NotRegular,
  readListText,
  relativePathOfList,
  type SiteSet,
  TooLarge,
  tooLarge,
  UnreadableList,
} from '@webfilter/site-lists'
import { repositoryAbove } from '../base/places'
import { planOf } from '../base/plan-files'
import { findEngine, handingOnInterrupts, runEngine } from '../engine'
import { exists, isFolder } from '../files'
import { type AskedSite, askedSite, NoWebsite, Sought, sitesFor } from '../lists/asked-site'
import { listsBelow } from '../lists/declared-lists'
import { type EvaluatedLists, plannedLists, recordedLists } from '../lists/evaluated-lists'
import type { ReadFile } from '../lists/list-exceptions'
import { managedLists, StateError } from '../lists/managed-lists'
import { readPlan } from '../plan/plan'
import { type ConfiguredSettings, providerSettings } from '../provider-settings'
import { readOnlyCaller } from '../read-only-caller'
import { checkOutput, printReport } from '../report/output'
import { joined, Name, type Phrase, say, visible } from '../report/phrase'
import type { Place } from '../report/report'
import { type Answer, answerTo } from './answer'
import {
  type ApplianceEvidence,
  type Holder,
  type NotAsked,
  type PlanEvidence,
  type StateEvidence,
  stackName,
} from './explanation'
import { type Declarations, searchDeclarations } from './list-search'
import { type ExplainFormat, renderAnswer } from './render'

/** What the command line of `appliance explain` says. */
export interface ExplainCommandOptions {
  readonly root?: string
  readonly chdir?: string
  readonly plan?: string
  readonly engine?: string
  /** Milliseconds. */
  readonly engineTimeout: number
  readonly config?: string
  readonly format: ExplainFormat
  readonly output?: string
}

/**
 * Explains websites and prints the answer.
 * @returns the exit code
 * @throws {Error} with a sentence for the user if a text names no website, or a folder or file cannot be used
 */
export async function runExplain(texts: readonly string[], options: ExplainCommandOptions): Promise<number> {
  const { chdir, config, format, output } = options
  const asked = distinct(texts.map(websiteIn))
  const root = await rootFolder(options.root)
  await checkOutput(output)
  const configuration = await providerSettings(config)
  const folder = chdir ?? (await firstInitialized(['.', root]))
  const planned = await plannedIn(folder ?? '.', options)
  const state = await stateOf(folder, options)
  const lists = await searchLists(root, new Sought(asked), [
    ...(planned ? [planned] : []),
    ...(state.kind === 'read' ? [recordedLists(state.lists, state.folder, stateFile(root, state))] : []),
  ])
  const sites = new FewSites(asked.flatMap(sitesFor))
  const appliance = await askAppliance(configuration, sites, witnessesIn(state))
  const plan: PlanEvidence = planned ? { kind: 'read', folder: planned.folder } : noPlan
  const answer = answerTo(asked, { root, lists, plan, state, appliance })
  const most = format === 'json' ? 1_000 : 20
  const notation = format === 'json' ? 'json' : 'lines'
  await printReport(output, answer.verdict, notation, (color) =>
    renderAnswer(answer, format, { color, most }),
  )
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
 * The folder below which lists are searched: the one that was chosen, or the repository of the current folder, or this folder alone.
 * @returns its full path without links
 * @throws {Error} if it is no folder
 */
async function rootFolder(chosen: string | undefined): Promise<string> {
  if (chosen === undefined) return (await repositoryAbove('.')) ?? (await realpath('.'))
  if (await isFolder(chosen)) return await realpath(chosen)
  throw new Error(`${JSON.stringify(chosen)} is not an existing folder. Specify another one with --root.`)
}

const noPlan: PlanEvidence = {
  kind: 'not-asked',
  says: say`None was read. Specify a plan of the configuration with --plan: it contains what only Terraform can evaluate.`,
}

/** What a state calls the place of a list whose block is in no file. */
function stateFile(root: string, { folder }: { readonly folder: string }): Place {
  return { file: stackName(root, folder) }
}

/** The lists of the plan that was named. @throws {Error} if it cannot be read */
async function plannedIn(
  folder: string,
  options: Pick<ExplainCommandOptions, 'plan' | 'chdir' | 'engine' | 'engineTimeout'>,
): Promise<EvaluatedLists | undefined> {
  const { plan: file } = options
  if (file === undefined) return undefined
  const text = await planOf(file, { ...options, chdir: folder })
  return plannedLists(readPlan(text), await realpath(folder), { file })
}

/** Searches all lists that plan, state and the configurations below a folder declare. */
async function searchLists(
  root: string,
  sought: Sought,
  evaluated: readonly EvaluatedLists[],
): Promise<Declarations> {
  const { lists, notRead } = await listsBelow(root, evaluated)
  return await searchDeclarations(lists, notRead, sought, readList, (path) => shownFrom(root, path))
}

const readList: ReadFile = async (path) => {
  try {
    return { bytes: (await readListText(path, new AbortController().signal)).text }
  } catch (error) {
    if (error instanceof NotRegular) return { why: `is ${error.what}` }
    if (error instanceof TooLarge) return { why: tooLarge().message }
    if (error instanceof UnreadableList) return { why: error.message }
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return { why: code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})` }
  }
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
  if (!hasAddress(settings)) {
    const says = say`It was not asked. Set APPLIANCE_BASE_URL and APPLIANCE_TOKEN as for the provider, or specify a file with --config.`
    return { kind: 'not-asked', isFailure: false, says }
  }
  const { holders, unproven, failure } = await holdersOf(settings, sites, witnesses)
  const found = [...holders].filter(([, categories]) => !unproven || categories.length > 0)
  const reason = failure
    ? sentences(diagnosticOf(failure).message, diagnosticOf(failure).advice)
    : unproven
      ? say`It found no site at all, which may be a failure. Ask for a site that a category certainly contains, too.`
      : undefined
  return {
    kind: 'asked',
    holders: new Map(found.map(([site, categories]) => [site, categories.map(holderOf)] as const)),
    ...(reason && { failure: reason }),
  }
}

async function holdersOf(
  settings: ApplianceSettings,
  sites: SiteSet,
  witnesses: readonly Site[],
): Promise<HoldersOutcome> {
  const { signal } = new AbortController()
  // A person waits for the answer.
  const asking = { ...settings, retries: Math.min(1, settings.retries ?? 1) }
  const transport = createTransport(asking)
  try {
    const caller = readOnlyCaller(createCheckedCaller(asking, transport, 'fail'))
    const categories = createCategories(caller, settings.categoryApi ?? 'auto', silentLog)
    return await categories.holders(sites, signal, () => witnesses)
  } finally {
    await transport.close()
  }
}

function hasAddress({ baseUrl, endpoints }: ApplianceSettings): boolean {
  return baseUrl !== undefined || endpoints?.categories?.url !== undefined
}

function holderOf({ id, name }: Holder): Holder {
  return { id, name }
}

/** A message may quote an appliance, so it is a name. The advice is this project's text. */
function sentences(message: string, advice: string): Phrase {
  return say`${new Name(message)} ${[visible(advice, 1_000)]}`
}
