import type { Site } from '@webfilter/appliance-names'
import {
  cutByAutonomousService,
  emptyTable,
  FewSites,
  firstOf,
  type SiteSet,
  SiteTable,
  sampleOf,
  sitesInEither,
  sitesWithout,
} from '@webfilter/site-lists'
import { afterSending, throwIfCancelled } from '../cancellation'
import { ApplianceError, asApplianceError, isDenied, mayHaveWorked } from '../errors'
import type { Incidents } from '../incidents'
import type { Answer } from '../protocol/answer'
import { readSuccess } from '../protocol/envelope'
import type { RequestBody } from '../protocol/route'
import type { RouteCaller } from '../protocol/route-caller'
import type { Log } from '../settings'
import { chunksOf, doOneByOne, progressOf } from '../work'
import { readAddedAmong, readAddedCount } from './answers'
import {
  type AddOptions,
  type AddOutcome,
  allConfirmed,
  type CategoryAddress,
  type CountedSites,
  type Generation,
  noneConfirmed,
  type PresenceOutcome,
  sitesOutcome,
} from './category'
import type { CategoryListing } from './listing'
import { type CategoryQueries, orEvidence } from './queries'
import { categoryRoutes } from './routes'

/** Adding sites to a category, in as few requests as the route that is asked takes them. */
export interface CategoryAddition {
  /**
   * Adds sites to a category. `compile` says whether the category may be compiled on the way, `compiled` of the
   * outcome whether it was: the older batch route always compiles, the autonomous add route never does. With
   * `compile` false the older generation is asked on the one-site route of port 9000.
   */
  add(
    category: CategoryAddress,
    sites: SiteSet,
    options: AddOptions,
    signal: AbortSignal,
  ): Promise<AddOutcome>
}

/** Additions ask those that hold a site, by `queries`, where an answer leaves open which ones were added. */
export function createCategoryAddition(
  caller: RouteCaller,
  listing: CategoryListing,
  queries: CategoryQueries,
  log: Log,
): CategoryAddition {
  async function add(
    category: CategoryAddress,
    sites: SiteSet,
    { compile, by }: AddOptions,
    signal: AbortSignal,
  ): Promise<AddOutcome> {
    if (sites.size === 0) return { ...allConfirmed(emptyTable), compiled: false }
    try {
      const generation = by ?? (await listing.generation(signal))
      if (generation === 'older') {
        const { older } = categoryRoutes[compile ? 'add' : 'addWithoutCompile']
        await queries.requireOlderRoute(older, signal)
      }
      const outcome = await listing.whileWriting(() => {
        if (generation === 'older' && !compile) return addOneByOne(category, sites, signal)
        return addInBatches({ caller, queries, log }, generation, category, sites, signal)
      })
      return { ...outcome, compiled: generation === 'older' && compile && outcome.failure === undefined }
    } catch (error) {
      return { ...noneConfirmed(sites, asApplianceError(error)), compiled: false }
    }
  }

  async function addOneByOne(
    category: CategoryAddress,
    sites: SiteSet,
    signal: AbortSignal,
  ): Promise<AdditionOutcome> {
    const route = categoryRoutes.addWithoutCompile.older
    const isDone = (holders: ReadonlySet<number>) => holders.has(category.id)
    const unsure = new Map<Site, ApplianceError>()
    let doubt: ApplianceError | undefined
    const advance = progressOf('adding sites', { category: category.id }, sites.size, log)
    const { isDone: isAdded, failure } = await doOneByOne(
      sites,
      caller.concurrency,
      signal,
      async (sitename) => {
        const request = { parameters: { ID: category.id, sitename } }
        const send = async () => readSuccess(await caller.ask(route, request, signal))
        doubt =
          (await orEvidence(queries, sitename, isDone, signal, send).catch((error: unknown) => {
            if (mayHaveAdded(error)) unsure.set(sitename, error)
            throw error
          })) ?? doubt
        advance(1)
      },
    )
    const became = { failure: asApplianceError(failure), doubt }
    if (unsure.size === 0) return sitesOutcome(sites, isAdded, became)
    const over = [...unsure].flatMap(([site, error]) => (isOver(error) ? [site] : []))
    const answers = await queries.present(category, new FewSites(over.slice(0, mostAsked)), signal)
    const maybeAdded = sitesWithout(new FewSites(unsure.keys()), surelyAbsent(answers))
    return sitesOutcome(sites, isAdded, { ...became, unsure: maybeAdded })
  }

  return { add }
}

/** What adding in batches needs of the client. */
interface BatchTools {
  readonly caller: RouteCaller
  readonly queries: CategoryQueries
  readonly log: Log
}

/**
 * Bytes of one batch, as it is encoded. No limits are documented (docs/appliance, "Times and limits"); common servers in front of
 * such services take a megabyte, and one that takes less answers 413, after which the batch is halved.
 */
const batchBytes = 512 * 1024

type AdditionOutcome = Omit<AddOutcome, 'compiled'>

/** Adds sites, each given once, by the route that takes many at once, batch after batch until one fails. */
async function addInBatches(
  tools: BatchTools,
  generation: Generation,
  category: CategoryAddress,
  sites: SiteSet,
  signal: AbortSignal,
): Promise<AdditionOutcome> {
  const [cut] = generation === 'autonomous' ? firstOf(cutByAutonomousService(sites), 1) : []
  if (cut !== undefined) return noneConfirmed(sites, cutSite(category, cut))
  const limits = {
    maximumBytes: batchBytes,
    separatorBytes: encodeURIComponent(separators[generation]).length,
  }
  const batches = chunksOf(sites, limits).map((chunk) => new Batch(generation, chunk))
  const advance = progressOf('adding sites', { category: category.id }, sites.size, tools.log)
  let done = 0
  let doubt: ApplianceError | undefined
  let undercounted: CountedSites | undefined
  for (let batch = batches.shift(); batch; batch = batches.shift()) {
    const [next] = batches
    // Written while the appliance works on the one before.
    setImmediate(() => next?.body)
    const outcome = await addOrHalve(batch)
    if (outcome === 'too large') {
      batches.unshift(...batch.halves())
      continue
    }
    doubt = outcome.doubt ?? doubt
    undercounted = together(undercounted, outcome.undercounted)
    advance(outcome.confirmed.size)
    if (outcome.failure) {
      const confirmed = sitesInEither(sites.slice(0, done), outcome.confirmed)
      const unconfirmed = sitesInEither(outcome.unconfirmed, sites.slice(done + batch.sites.size))
      return { ...outcome, confirmed, unconfirmed, doubt, undercounted }
    }
    done += batch.sites.size
  }
  return { ...allConfirmed(sites, doubt), undercounted }

  async function addOrHalve(batch: Batch): Promise<AdditionOutcome | 'too large'> {
    try {
      throwIfCancelled(signal)
      return await addBatch(tools, generation, category, batch, signal)
    } catch (error) {
      if (isTooLarge(error) && batch.sites.size > 1) return 'too large'
      if (!(error instanceof ApplianceError)) throw error
      const unsure = mayHaveAdded(error) ? batch.sites : emptyTable
      return { ...noneConfirmed(batch.sites, error), unsure }
    }
  }
}

function together(one: CountedSites | undefined, other: CountedSites | undefined): CountedSites | undefined {
  if (!one || !other) return one ?? other
  return { ...one, sites: sitesInEither(one.sites, other.sites) }
}

// Items of `quick` are separated by commas, sites of `add` by line feeds (docs/appliance, "Add sites and compile" and "Add sites by the
// autonomous service").
const separators: Readonly<Record<Generation, string>> = { older: ',', autonomous: '\n' }

/** The sites of one request, and the body that carries them, written when it is first asked for. */
class Batch {
  readonly sites: SiteSet
  readonly #generation: Generation
  #body: RequestBody | undefined

  constructor(generation: Generation, sites: SiteSet) {
    this.#generation = generation
    this.sites = sites
  }

  get body(): RequestBody {
    this.#body ??= bodyOf(this.#generation, textOf(this.sites, separators[this.#generation]))
    return this.#body
  }

  halves(): readonly Batch[] {
    const middle = Math.ceil(this.sites.size / 2)
    return [this.sites.slice(0, middle), this.sites.slice(middle)].map(
      (half) => new Batch(this.#generation, half),
    )
  }
}

function textOf(sites: SiteSet, separator: string): string {
  // Strings of many sites take a tenth of the time that they take one by one.
  return sites instanceof SiteTable
    ? sites.text(0, sites.size).replaceAll('\n', separator)
    : [...sites].join(separator)
}

function bodyOf(generation: Generation, sites: string): RequestBody {
  return generation === 'older'
    ? categoryRoutes.add.older.body.with({ items: sites })
    : categoryRoutes.add.autonomous.body.with({ sites })
}

async function addBatch(
  tools: BatchTools,
  generation: Generation,
  category: CategoryAddress,
  { sites: batch, body }: Batch,
  signal: AbortSignal,
): Promise<AdditionOutcome> {
  try {
    const answer = await sendBatch(tools.caller, generation, category, body, signal)
    const envelope = readSuccess(answer)
    const added = readAddedCount(answer, envelope)
    if (added === undefined || added === batch.size) {
      const isFewer = (readAddedAmong(envelope) ?? batch.size) < batch.size
      const undercounted = isFewer ? { sites: batch, answer: answer.words(envelope) } : undefined
      return { ...allConfirmed(batch), undercounted }
    }
    const outcome = await askWhatIsThere(
      tools,
      category,
      batch,
      miscount({ request: answer.request, answer: answer.words(envelope), sent: batch.size, added }),
      signal,
    )
    return outcome.unconfirmed.size === 0 ? { ...outcome, failure: undefined } : outcome
  } catch (error) {
    if (!canBeAsked(error)) throw error
    const outcome = await askWhatIsThere(tools, category, batch, error, signal)
    const isDone = error.kind === 'unreadable' && outcome.unconfirmed.size === 0
    return isDone ? { ...outcome, failure: undefined, doubt: error } : outcome
  }
}

function sendBatch(
  caller: RouteCaller,
  generation: Generation,
  { id }: CategoryAddress,
  body: RequestBody,
  signal: AbortSignal,
): Promise<Answer> {
  return generation === 'older'
    ? caller.ask(categoryRoutes.add.older, { parameters: { ID: id }, body }, signal)
    : caller.ask(categoryRoutes.add.autonomous, { parameters: { category_id: id }, body }, signal)
}

/**
 * More sites than this are not asked for one by one after a doubtful answer. After a failure they count as unconfirmed; after an answer
 * that says neither yes nor no, so many of them speak for all.
 */
const mostAsked = 5000

/** After an answer that leaves a doubt: asks for each site of the batch, and confirms those that are there. */
async function askWhatIsThere(
  { queries, log }: BatchTools,
  category: CategoryAddress,
  batch: SiteSet,
  doubt: ApplianceError,
  signal: AbortSignal,
): Promise<AdditionOutcome> {
  const isSilence = doubt.kind === 'unreadable'
  const ask = isSilence || batch.size <= mostAsked
  log.warn('the result of adding sites is unclear', {
    category: category.id,
    sites: batch.size,
    kind: doubt.kind,
    ask,
  })
  if (!ask) return { ...noneConfirmed(batch, doubt), unsure: batch }
  const asked = sampleOf(batch, mostAsked, Math.random)
  const answers = await afterSending(() => queries.present(category, asked, signal))
  const { present, failure } = answers
  const outcome = failure?.kind === 'cancelled' ? failure : doubt
  if (present.size === asked.size) return { ...allConfirmed(batch), failure: outcome }
  const isThere = Uint8Array.from(batch, (site) => Number(present.has(site)))
  const { unconfirmed, ...rest } = sitesOutcome(batch, (index) => isThere[index] === 1, { failure: outcome })
  const absent = isOver(doubt) ? surelyAbsent(answers) : emptyTable
  return { ...rest, unconfirmed, unsure: sitesWithout(unconfirmed, absent) }
}

/**
 * Whether the appliance works on a request no more that failed with this error: what it has not stored by then it stores no more. What stands
 * between (502, 504) may have given up while the appliance goes on.
 */
function isOver({ kind, status }: ApplianceError): boolean {
  const isAnswered = kind === 'failed' || kind === 'unreadable' || kind === 'refused'
  return isAnswered && status !== 502 && status !== 504
}

/** The sites of which it is certain that they are not there. */
function surelyAbsent({ unproven, absent }: PresenceOutcome): SiteSet {
  return unproven ? emptyTable : absent
}

/** Whether a request that failed may have added sites: it was sent, and no answer says that it added none. */
function mayHaveAdded(error: unknown): error is ApplianceError {
  return isDenied(error) || mayHaveWorked(error)
}

/**
 * Failures that leave it open whether some or all sites were added, and after which the appliance can be asked: a compile that failed after it
 * is one of them.
 */
function canBeAsked(error: unknown): error is ApplianceError {
  return error instanceof ApplianceError && error.kind !== 'cancelled' && mayHaveAdded(error)
}

function cutSite({ id }: CategoryAddress, site: Site): ApplianceError {
  return new ApplianceError({
    kind: 'failed',
    incident: { is: 'site-stored-as-another', id, site },
  })
}

function miscount(facts: Incidents['sites-miscounted']): ApplianceError {
  return new ApplianceError({ kind: 'failed', incident: { is: 'sites-miscounted', ...facts } })
}

function isTooLarge(error: unknown): boolean {
  return error instanceof ApplianceError && error.status === 413
}
