import { parseDuration } from '@webfilter/appliance-names/settings'
import { InvalidArgumentError, Option } from 'commander'
import { type FurtherReport, formats } from './report/output'

// What the command lines of several commands have.

/**
 * How pages and help texts run the command where the npm package is installed. With the two hyphens, npx leaves all options to the
 * command; without them it would take the first one for itself. npx with the short name could run a package of somebody else.
 */
export const oneForm = 'npx --no appliance'

export function formatOption(): Option {
  return new Option('--format <format>', 'format of the report').choices(formats).default('text')
}

export function alsoOption(): Option {
  return new Option(
    '--also <format=file>',
    'also write the report to a file in this format, such as sarif=review.sarif; may be repeated',
  ).argParser(furtherReport)
}

export function rootOption(): Option {
  return new Option(
    '--root <folder>',
    'root of the repository, to which places are relative (default: the folder above with .git)',
  ).argParser(namedFolder)
}

export function namesOption(): Option {
  return new Option(
    '--names <number>',
    'maximum number of names in a line (default: 10; in HTML and JSON 1,000)',
  ).argParser(numberOfNames)
}

export function engineTimeoutOption(): Option {
  return new Option(
    '--engine-timeout <duration>',
    'time after which an engine is interrupted, such as 45m or 1h30m, at most 24h; 30 seconds later it is killed',
  )
    .default(30 * minute, '30m')
    .argParser(timeout)
}

/** Milliseconds. */
const minute = 60_000

/** Reads a time from one second to a day. */
function timeout(text: string): number {
  const duration = parseDuration(text)
  if (duration !== undefined && duration >= 1_000 && duration <= 24 * 60 * minute) return duration
  throw new InvalidArgumentError('The time must be from 1s to 24h, with its unit, such as 45m or 1h30m.')
}

function furtherReport(text: string, before: readonly FurtherReport[] = []): readonly FurtherReport[] {
  const [, name, file] = /^([^=]+)=(.+)$/s.exec(text) ?? []
  const format = formats.find((each) => each === name)
  if (format !== undefined && file !== undefined) return [...before, { format, file }]
  throw new InvalidArgumentError(`Specify a format and a file, with = between them: ${formats.join(', ')}.`)
}

function numberOfNames(text: string): number {
  if (/^\d{1,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('The number of names must be from 0 to 99999999.')
}

/** An option that may be given several times. @param read returns a value, and throws if the text is none */
export function repeatable(flags: string, description: string, read = (text: string) => text): Option {
  return new Option(flags, description).argParser((text: string, before: readonly string[] = []) => [
    ...before,
    read(text),
  ])
}

/** Refuses an empty value. @param what it is called */
export function filled(what: string): (text: string) => string {
  return (text) => {
    if (text.trim() !== '') return text
    throw new InvalidArgumentError(`The ${what} must not be empty.`)
  }
}

/** Refuses an empty name of a folder, such as that of a variable that is not set: it would mean the current folder. */
export function namedFolder(text: string): string {
  if (text.trim() !== '') return text
  throw new InvalidArgumentError(
    'The name of the folder is empty. Specify a folder, or write . for the current one.',
  )
}
