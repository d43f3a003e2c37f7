import { InvalidArgumentError, Option } from 'commander'

// Options that several commands have.

export function formatOption(): Option {
  return new Option('--format <format>', 'format of the report')
    .choices(['text', 'markdown', 'json', 'junit', 'sarif', 'github'])
    .default('text')
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
    'maximum number of names in a line (default: 10, in JSON 1,000)',
  ).argParser(numberOfNames)
}

function numberOfNames(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('The number of names must be from 0 to 999999.')
}

/** Refuses an empty name of a folder, such as that of a variable that is not set: it would mean the current folder. */
export function namedFolder(text: string): string {
  if (text.trim() !== '') return text
  throw new InvalidArgumentError(
    'The name of the folder is empty. Name a folder, or write . for the current one.',
  )
}
