import type { Log, LogFields } from '../src/settings'

/** A log that keeps every line, traces included. */
export function logInto(keep: (message: string, fields: LogFields | undefined) => void): Log {
  return { trace: (message, fields) => keep(message, fields()), debug: keep, info: keep, warn: keep }
}

/** The same as JSON. */
export function logOfJson(lines: string[]): Log {
  return logInto((message, fields) => void lines.push(JSON.stringify([message, fields])))
}
