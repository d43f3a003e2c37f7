import { realpath } from 'node:fs/promises'
import { isAbsolute, resolve, sep } from 'node:path'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import type { Site } from '@webfilter/appliance-names'
import { Interrupted } from '@webfilter/concurrency'
import { FewSites, relativePathOfList, type SiteSet } from '@webfilter/site-lists'
import { repositoryAbove } from '../base/places'
import { textsOfConfigurations } from '../configuration/scan'
import { findEngine, handingOnInterrupts, runEngine } from '../engine'
import { exists, isFolder, messageOf } from '../files'
import { groupedBy } from '../grouped'
import { withReadAppliance } from '../inventory/inventory'
import { type ConfiguredSettings, providerSettings } from '../provider-settings'
import { joined, Name, type Phrase, say, visible } from '../report/phrase'
import { shownLines, showsColors } from '../report/terminal'
import { type Answer, answerText, answerTo } from './answer'
import { askedSite, Sought, sitesFor } from './asked-site'
import type { ApplianceEvidence, StateEvidence } from './explanation'
import { filesOfFolder, filesOfState } from './list-files'
import { managedLists } from './managed-lists'
import { mentionsOf } from './mentions'

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
  // A website that is named twice is explained once.
  const named = groupedBy(texts.map(askedSite), ({ name }) => name)
  const asked = [...named.values()].map(([first]) => first)
  const root = await rootFolder(options.root, chdir)
  const configuration = await providerSettings(config)
  const folder = chdir ?? (await firstInitialized(['.', root]))
  const state = await stateOf(folder, options)
  const shown = (path: string) => {
    const below = relativePathOfList(root, path)
    return isAbsolute(below) ? path : below.split(sep).join('/')
  }
  const sought = new Sought(asked)
  // Without a state, or if it has no lists, those of the folder.
  const files =
    folder !== undefined && state.lists.length + state.unreadable.length > 0
      ? await filesOfState(state.lists, await realpath(folder), sought, shown)
      : await filesOfFolder(root, sought, shown)
  const written = await textsOfConfigurations(root)
  const mentions = {
    found: asked.flatMap((each) => mentionsOf(each, written.texts)),
    notRead: written.unread,
  }
  const sites = new FewSites(asked.flatMap(sitesFor))
  // One site of each of the first lists in the state. A category probably contains it.
  const filled = state.lists.filter((list) => list.sites.size > 0)
  const witnesses = filled.slice(0, 3).map((list) => list.sites.siteAt(0))
  const appliance = await askAppliance(configuration, sites, witnesses)
  const answer = answerTo(asked, { files, mentions, state, appliance })
  const color = showsColors(process.stdout)
  process.stdout.write(shownLines(answerText(answer, color), 'lines', color))
  return exitCodes[answer.outcome]
}

const exitCodes: Readonly<Record<Answer['outcome'], number>> = { answered: 0, failed: 1, differs: 2 }

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
  if (folder === undefined)
    return unread(
      say`No state was read. Specify the folder of an initialized configuration with --chdir.`,
      false,
    )
  try {
    const command = await findEngine(engine, folder)
    const { exitCode, output, errors } = await handingOnInterrupts(
      'The search was interrupted.',
      async (interrupts) =>
        await runEngine(command, ['show', '-json', '-no-color'], folder, {
          timeout: engineTimeout,
          interrupts,
        }),
    )
    if (exitCode === 0) return await managedLists(output)
    const advice = say`Run it with ${new Name('init')} in the folder first.`
    return unread(
      say`The state cannot be read. ${new Name(command)} cannot show it, and reported ${new Name(withoutFrame(errors))}. ${advice}`,
    )
  } catch (error) {
    if (error instanceof Interrupted) throw error
    return unread(say`The state cannot be read. ${[visible(messageOf(error), 1_000)]}`)
  }
}

function unread(says: Phrase, isFailure = true): StateEvidence {
  return { lists: [], unreadable: [], unread: { says, isFailure } }
}

/** The errors of an engine on one line, without the frame around them. */
function withoutFrame(errors: string): string {
  return errors
    .split('\n')
    .map((line) => line.replace(/^[│╷╵|\s]+/u, '').trim())
    .filter((line) => line !== '')
    .join(' ')
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
    return unasked(say`It was not asked. ${joined(problems, ' ')}`, true)
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
    const advice = say`Set APPLIANCE_BASE_URL and APPLIANCE_TOKEN as for the provider, or specify a file with --config.`
    return unasked(say`It was not asked. ${advice}`, false)
  }
  const { holders, unproven, failure } = outcome
  const found = [...holders].filter(([, categories]) => !unproven || categories.length > 0)
  const reason = failure
    ? sentences(diagnosticOf(failure).message, diagnosticOf(failure).advice)
    : unproven
      ? say`It found no site at all, which may be a failure. Ask for a site that a category certainly contains, too.`
      : undefined
  return {
    holders: new Map(found),
    ...(reason && { unanswered: { says: reason, isFailure: true } }),
  }
}

function unasked(says: Phrase, isFailure: boolean): ApplianceEvidence {
  return { holders: new Map(), unanswered: { says, isFailure } }
}

/** A message may quote an appliance, so it is a name. The advice is this project's text. */
function sentences(message: string, advice: string): Phrase {
  return say`${new Name(message)} ${[visible(advice, 1_000)]}`
}
