import { printable } from '@webfilter/text'

/** Further facts of a log line. Never secrets. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>

/** Writes to Terraform's log, at the level that TF_LOG and its relatives ask for. */
export interface Logger {
  /** @param fields may be a function, which is called only if the line is written */
  trace(message: string, fields?: LogFields | (() => LogFields)): void
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

const levels = ['trace', 'debug', 'info', 'warn', 'error'] as const
type Level = (typeof levels)[number]

/** The host reads lines of up to 64 KiB. */
const maxLineBytes = 60_000
const maxTextLength = 8_000

export interface LoggerOptions {
  /** The provider's name: TF_LOG_PROVIDER_<NAME> is its own level. */
  readonly name: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly write: (line: string) => void
  readonly now?: () => Date
}

/** A logger whose lines the host understands: JSON, one object per line. Silent where no level is set. */
export function createLogger({ name, environment, write, now = () => new Date() }: LoggerOptions): Logger {
  const threshold = levelOf(name, environment)
  const module = `provider.${name}`
  const writerFor = (level: Level) => {
    if (threshold === undefined || levels.indexOf(level) < levels.indexOf(threshold)) return silence
    return (message: string, fields?: LogFields | (() => LogFields)) =>
      write(logLine(level, module, now(), message, typeof fields === 'function' ? fields() : fields))
  }
  return {
    trace: writerFor('trace'),
    debug: writerFor('debug'),
    info: writerFor('info'),
    warn: writerFor('warn'),
    error: writerFor('error'),
  }
}

/** The process's own log, on standard error, which is opened with the first line: most runs log nothing. */
export function processLogger(name: string): Logger {
  let opened: NodeJS.WriteStream | undefined
  const open = () => {
    // When the host is gone, so is the reader of the log: no reason to crash.
    opened = process.stderr.on('error', () => {})
    return opened
  }
  return createLogger({ name, environment: process.env, write: (line) => (opened ?? open()).write(line) })
}

function silence(): void {}

/** The most particular variable that is set decides. What is no level means everything, as in Terraform itself. */
function levelOf(name: string, environment: LoggerOptions['environment']): Level | undefined {
  const ownVariable = `TF_LOG_PROVIDER_${name.toUpperCase().replaceAll('-', '_')}`
  const value = environment[ownVariable] || environment.TF_LOG_PROVIDER || environment.TF_LOG
  if (!value || value.toLowerCase() === 'off') return undefined
  return levels.find((level) => level === value.toLowerCase()) ?? 'trace'
}

/** Hosts write texts as they are. */
function shown<T>(value: T): T | string {
  return typeof value === 'string' ? printable(value) : value
}

function logLine(level: Level, module: string, time: Date, message: string, fields: LogFields = {}): string {
  const entry = {
    ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shown(value)])),
    '@level': level,
    '@message': printable(message),
    '@module': module,
    // Terraform's parser wants exactly six fractional digits.
    '@timestamp': time.toISOString().replace('Z', '000Z'),
  }
  const line = JSON.stringify(entry)
  if (Buffer.byteLength(line) <= maxLineBytes) return `${line}\n`
  const shortened = JSON.stringify(entry, (_, value) =>
    typeof value === 'string' && value.length > maxTextLength ? `${value.slice(0, maxTextLength)}…` : value,
  )
  if (Buffer.byteLength(shortened) <= maxLineBytes) return `${shortened}\n`
  return logLine(level, module, time, message.slice(0, maxTextLength), { shortened: true })
}
