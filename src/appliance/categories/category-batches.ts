import { chunkByBytes } from '../../sites/chunks'
import type { Site } from '../../sites/site'
import type { Answer } from '../answer'
import { throwIfCancelled } from '../cancellation'
import { readSuccess } from '../envelope'
import { ApplianceError } from '../errors'
import type { Log } from '../log'
import { type SitesOutcome, sitesOutcome } from '../outcomes'
import { progressOf } from '../progress'
import type { RouteCaller } from '../route-caller'
import { isCutByAutonomousService } from './autonomous-spelling'
import type { CategoryAddress, Generation } from './category'
import { readAddedCount } from './category-answers'
import type { CategoryQueries } from './category-queries'
import { categoryRoutes } from './category-routes'

/** What adding in batches needs of the client. */
export interface BatchTools {
  readonly caller: RouteCaller
  readonly queries: CategoryQueries
  readonly log: Log
}

/**
 * Bytes of one batch, as it is encoded. Limits are not shown by the interface document; common servers in front of
 * such services take a megabyte, and one that takes less answers 413, after which the batch is halved.
 */
const batchBytes = 512 * 1024

/** Adds sites, each given once, by the route that takes many at once, batch after batch until one fails. */
export async function addInBatches(
  tools: BatchTools,
  generation: Generation,
  category: CategoryAddress,
  sites: readonly Site[],
  signal: AbortSignal,
): Promise<SitesOutcome> {
  const cut = generation === 'autonomous' ? sites.find(isCutByAutonomousService) : undefined
  if (cut !== undefined) return sitesOutcome(sites, () => false, cutSite(category, cut))
  const limits = {
    maximumBytes: batchBytes,
    separatorBytes: encodeURIComponent(separators[generation]).length,
  }
  const batches = [...chunkByBytes(sites, limits)]
  const advance = progressOf('adding sites', { category: category.id }, sites.length, tools.log)
  const confirmed: (readonly Site[])[] = []
  for (let batch = batches.shift(); batch; batch = batches.shift()) {
    const outcome = await addOrHalve(batch)
    if (outcome === 'too large') {
      batches.unshift(...halves(batch))
      continue
    }
    confirmed.push(outcome.confirmed)
    advance(outcome.confirmed.length)
    if (outcome.failure) {
      const unconfirmed = [outcome.unconfirmed, ...batches].flat()
      return { confirmed: confirmed.flat(), unconfirmed, failure: outcome.failure }
    }
  }
  return { confirmed: sites, unconfirmed: [], failure: undefined }

  async function addOrHalve(batch: readonly Site[]): Promise<SitesOutcome | 'too large'> {
    try {
      throwIfCancelled(signal)
      return await addBatch(tools, generation, category, batch, signal)
    } catch (error) {
      if (isTooLarge(error) && batch.length > 1) return 'too large'
      if (!(error instanceof ApplianceError)) throw error
      return { confirmed: [], unconfirmed: batch, failure: error }
    }
  }
}

// Interface document: items of `quick` are separated by commas (4.1), sites of `add` by line feeds (4.2).
const separators: Readonly<Record<Generation, string>> = { older: ',', autonomous: '\n' }

async function addBatch(
  tools: BatchTools,
  generation: Generation,
  category: CategoryAddress,
  batch: readonly Site[],
  signal: AbortSignal,
): Promise<SitesOutcome> {
  try {
    const answer = await sendBatch(tools.caller, generation, category, batch, signal)
    const added = readAddedCount(readSuccess(answer))
    if (added === undefined || added === batch.length) return sitesOutcome(batch, () => true, undefined)
    const outcome = await askWhatIsThere(
      tools,
      category,
      batch,
      miscount(answer, added, batch.length),
      signal,
    )
    return outcome.unconfirmed.length === 0 ? { ...outcome, failure: undefined } : outcome
  } catch (error) {
    if (!mayHaveAdded(error)) throw error
    return await askWhatIsThere(tools, category, batch, error, signal)
  }
}

function sendBatch(
  caller: RouteCaller,
  generation: Generation,
  { id }: CategoryAddress,
  batch: readonly Site[],
  signal: AbortSignal,
): Promise<Answer> {
  const text = batch.join(separators[generation])
  return generation === 'older'
    ? caller.ask(categoryRoutes.add.older, { parameters: { ID: id }, form: { items: text } }, signal)
    : caller.ask(
        categoryRoutes.add.autonomous,
        { parameters: { category_id: id }, form: { sites: text } },
        signal,
      )
}

/** More sites than this are not asked for one by one after a doubtful answer; they count as unconfirmed. */
const mostAsked = 5000

/** After an answer that leaves a doubt: asks for each site of the batch, and confirms those that are there. */
async function askWhatIsThere(
  { queries, log }: BatchTools,
  category: CategoryAddress,
  batch: readonly Site[],
  doubt: ApplianceError,
  signal: AbortSignal,
): Promise<SitesOutcome> {
  const ask = batch.length <= mostAsked
  log.warn('adding sites left a doubt', { category: category.id, sites: batch.length, kind: doubt.kind, ask })
  if (!ask) return sitesOutcome(batch, () => false, doubt)
  const { present, failure } = await queries.present(category, batch, signal)
  const there = new Set(present)
  return sitesOutcome(batch, (site) => there.has(site), failure?.kind === 'cancelled' ? failure : doubt)
}

/** Failures that leave it open whether some or all sites were added: a compile that failed after it is one of them. */
function mayHaveAdded(error: unknown): error is ApplianceError {
  const doubtful: readonly string[] = ['failed', 'interrupted', 'timeout', 'unreadable']
  return error instanceof ApplianceError && doubtful.includes(error.kind)
}

function cutSite({ id }: CategoryAddress, site: Site): ApplianceError {
  return new ApplianceError({
    kind: 'failed',
    message: `No site was sent to the category ${id}, since the autonomous service would store ${JSON.stringify(site)} as another domain: it strips "www." also from the middle of a name.`,
    advice:
      'Take this site out of the list, or set category_api to "older" where the appliance has the older routes.',
  })
}

function miscount(answer: Answer, added: number, sent: number): ApplianceError {
  return new ApplianceError({
    kind: 'failed',
    message: `${answer.request} was sent ${sent} sites but was answered with "${answer.beginning}", which tells of ${added}.`,
    advice: 'Look in the category which of the sites are missing, check their spelling, and apply again.',
  })
}

function isTooLarge(error: unknown): boolean {
  return error instanceof ApplianceError && error.status === 413
}

function halves(batch: readonly Site[]): readonly (readonly Site[])[] {
  const middle = Math.ceil(batch.length / 2)
  return [batch.slice(0, middle), batch.slice(middle)]
}
