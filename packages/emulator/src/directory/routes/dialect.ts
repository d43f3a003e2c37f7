import { type Answer, type Dialect, json } from '../../protocol/envelope'

/** The product version that answers carry: the first release with this area (interface document 9). */
const version = '4.50 Service Pack 7'

/** How the user directory speaks: a failure is HTTP 200 with Status false (interface document 2.3 and 7). */
export const directoryDialect: Dialect = {
  success: (info) => json({ Status: true, Info: info, Error: '', Version: version }),
  failure: (message) => json({ Status: false, Error: message }),
}

/** A success with something to tell. */
export function dataAnswer(data: object): Answer {
  return json({ Status: true, Data: data, Error: '', Version: version })
}
