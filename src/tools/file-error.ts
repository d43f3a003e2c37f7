/** A sentence of what is wrong with a file, with the system's code where it gave one, and one of what to do. */
export function fileError(path: string, what: string, advice: string, cause: unknown): Error {
  const reason = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
  return new Error(`The file ${JSON.stringify(path)} ${what}${reason}. ${advice}`, { cause })
}
