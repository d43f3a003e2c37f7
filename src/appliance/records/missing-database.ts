import { recordDatabaseMissing } from '../../diagnostics/other-areas'
import { ApplianceError } from '../errors'
import type { RecordDatabase } from './database-answers'

/** A failure whose cause may be a database that is not there says so where the list of databases tells. */
export async function namingTheDatabase(
  failure: unknown,
  database: string,
  list: () => Promise<readonly RecordDatabase[]>,
): Promise<unknown> {
  if (!(failure instanceof ApplianceError) || failure.kind !== 'failed') return failure
  try {
    const indexes = (await list()).map(({ id }) => id)
    if (indexes.length === 0 || indexes.includes(database)) return failure
    return new ApplianceError({
      kind: 'failed',
      told: recordDatabaseMissing({ database, failure: failure.message, known: indexes.slice(0, 10) }),
      cause: failure,
    })
  } catch (error) {
    if (error instanceof ApplianceError) return failure
    throw error
  }
}
