import type { Site } from '@webfilter/appliance-names'
import { afterSending } from '../../cancellation'
import { ApplianceError } from '../../errors'
import type { CategoryQueries } from './queries'

/**
 * Does something with one site. The responses of these routes are not shown (interface document, 4.1), so an answer that says
 * neither yes nor no is no failure where asking for the site shows that it was done.
 *
 * @param isDone whether it was, going by the numbers of the categories that hold the site
 * @param work sends the requests and reads their answers
 * @returns the answer that could not be read, where there is one
 */
export async function orEvidence(
  queries: Pick<CategoryQueries, 'evidence'>,
  site: Site,
  isDone: (holders: ReadonlySet<number>) => boolean,
  signal: AbortSignal,
  work: () => Promise<unknown>,
): Promise<ApplianceError | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (!(error instanceof ApplianceError) || error.kind !== 'unreadable') throw error
    const holders = await afterSending(() => holdersOf(queries, site, signal))
    if (holders && isDone(holders)) return error
    throw error
  }
}

/** Undefined if that cannot be determined: then the answer that could not be read is what has to be told. */
async function holdersOf(
  queries: Pick<CategoryQueries, 'evidence'>,
  site: Site,
  signal: AbortSignal,
): Promise<ReadonlySet<number> | undefined> {
  try {
    const holders = await queries.evidence(site, signal)
    return holders && new Set(holders.map(({ id }) => id))
  } catch (error) {
    if (error instanceof ApplianceError && error.kind !== 'cancelled') return undefined
    throw error
  }
}
