import { chunkByBytes } from '../sites/chunks'
import type { Site } from '../sites/site'
import type { Answer } from './answer'
import { throwIfCancelled } from './cancellation'
import type { CategoryAddress, Generation } from './category'
import { readAddedCount } from './category-answers'
import type { CategoryQueries } from './category-queries'
import { readSuccess } from './envelope'
import { ApplianceError, asApplianceError } from './errors'
import type { Log } from './log'
import { categoryRoutes } from './operations'
import { type SitesOutcome, sitesOutcome } from './outcomes'
import type { RouteCaller } from './route-caller'

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

/** Adds sites by the route that takes many at once, batch after batch until one fails. */
export async function addInBatches(
  tools: BatchTools,
  generation: Generation,
  category: CategoryAddress,
  sites: readonly Site[],
  signal: AbortSignal,
): Promise<SitesOutcome> {
  const limits = {
    maximumBytes: batchBytes,
    separatorBytes: encodeURIComponent(separators[generation]).length,
  }
  const batches = [...chunkByBytes([...new Set(sites)], limits)]
  const confirmed = new Set<Site>()
  let failure: ApplianceError | undefined
  for (let batch = batches.shift(); batch && !failure; batch = batches.shift()) {
    try {
      throwIfCancelled(signal)
      const outcome = await addBatch(tools, generation, category, batch, signal)
      for (const site of outcome.confirmed) confirmed.add(site)
      failure = outcome.failure
    } catch (error) {
      if (isTooLarge(error) && batch.length > 1) batches.unshift(...halves(batch))
      else failure = asApplianceError(error)
    }
  }
  return sitesOutcome(sites, (site) => confirmed.has(site), failure)
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
  const text = batch.join(separators[generation])
  const answer =
    generation === 'older'
      ? await tools.caller.ask(
          categoryRoutes.add.older,
          { parameters: { ID: category.id }, form: { items: text } },
          signal,
        )
      : await tools.caller.ask(
          categoryRoutes.add.autonomous,
          { parameters: { category_id: category.id }, form: { sites: text } },
          signal,
        )
  const added = readAddedCount(readSuccess(answer))
  if (added === undefined) {
    tools.log.debug('the answer tells no count of the sites added, so its status was trusted', {
      category: category.id,
      sites: batch.length,
    })
  }
  if (added === undefined || added === batch.length)
    return { confirmed: batch, unconfirmed: [], failure: undefined }
  return await askWhatIsThere(tools, category, batch, miscount(answer, added, batch.length), signal)
}

/** More sites than this are not asked for one by one after a count that does not fit; they count as unconfirmed. */
const mostAsked = 5000

/** After a count that does not confirm a batch: asks for each of its sites, and confirms those that are there. */
async function askWhatIsThere(
  { queries, log }: BatchTools,
  category: CategoryAddress,
  batch: readonly Site[],
  doubt: ApplianceError,
  signal: AbortSignal,
): Promise<SitesOutcome> {
  log.warn('the count of the sites added does not fit what was sent', {
    category: category.id,
    sites: batch.length,
  })
  if (batch.length > mostAsked) return sitesOutcome(batch, () => false, doubt)
  const { present, failure } = await queries.present(category, batch, signal)
  const there = new Set(present)
  const cancelled = failure?.kind === 'cancelled' ? failure : undefined
  return sitesOutcome(
    batch,
    (site) => there.has(site),
    cancelled ?? (there.size === batch.length ? undefined : doubt),
  )
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
