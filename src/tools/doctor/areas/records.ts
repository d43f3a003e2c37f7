import type { RecordDatabase } from '../../../appliance/records/database-answers'
import type { ListedAddress } from '../../../appliance/records/record-answers'
import { databasesRoute, recordsRoute } from '../../../appliance/records/record-routes'
import type { Records } from '../../../appliance/records/records'
import { counted } from '../../../diagnostics/counted'
import { topics } from '../assumptions'
import { judgeAccess, judgeAssumption, judgeReading, type Reading, read, toldBy } from '../reading'
import type { AreaExamination } from './area-examination'

/** Reserved for documentation (RFC 5737), so hardly any database lists it. */
const anyAddress = '192.0.2.1'

/** The list tells of databases; the records of the first one are asked for too. */
export async function examineRecords(
  records: Records,
  hasToken: boolean,
  signal: AbortSignal,
): Promise<AreaExamination> {
  const databases = await read(databasesRoute, () => records.databases(signal))
  const [first] = toldBy(databases) ?? []
  const listed = first && (await read(recordsRoute, () => records.listed(first.id, [anyAddress], signal)))
  return judgeRecords(databases, listed, hasToken)
}

function judgeRecords(
  databases: Reading<readonly RecordDatabase[]>,
  listed: Reading<readonly ListedAddress[]> | undefined,
  hasToken: boolean,
): AreaExamination {
  const access = judgeAccess(listed ? [databases, listed] : [databases], hasToken)
  const routes = [
    judgeReading(databases, (value) => `${counted(value.length, 'record database')}.`),
    ...(listed
      ? [
          judgeReading(
            listed,
            ({ length }) =>
              `${anyAddress} is ${length > 0 ? 'listed' : 'not listed'} in the first record database.`,
          ),
        ]
      : []),
  ]
  return {
    checks: access ? [access, ...routes] : routes,
    verdicts: listed ? verdicts(listed) : [],
  }
}

function verdicts(listed: Reading<readonly ListedAddress[]>): AreaExamination['verdicts'] {
  return [
    ...judgeAssumption(topics.listedRecords, listed, ({ length }) =>
      length > 0 ? 'the provider can read the record of an address.' : undefined,
    ),
    ...judgeAssumption(topics.noListedRecord, listed, ({ length }) =>
      length === 0 ? 'the provider can read the answer for an address that is not listed.' : undefined,
    ),
  ]
}
