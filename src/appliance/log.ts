/** Facts that go with a log line. Never headers, tokens or bodies: those may hold secrets. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>

/** Where the client tells what it does. The caller decides where that goes. */
export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
}

/** A log that keeps nothing, for callers that pass none. */
export const silentLog: Log = { debug() {}, info() {}, warn() {} }
