import { createContext, runInContext } from 'node:vm'

/** What some work returns. Throws if it takes more than ten seconds, also within a regular expression. */
export function atOnce<Result>(work: () => Result): Result {
  return runInContext('work()', createContext({ work }), { timeout: 10_000 })
}
