import { InvalidArgumentError, Option } from 'commander'

/** What the commands that write reports have in common. */
export function formatOption(): Option {
  return new Option('--format <format>', 'how it is written')
    .choices(['text', 'markdown', 'json', 'junit'])
    .default('text')
}

export function namesOption(): Option {
  return new Option(
    '--names <number>',
    'names of a line at most; 10 without it, and 1,000 in JSON',
  ).argParser(numberOfNames)
}

function numberOfNames(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('A number of names is from 0 to 999999.')
}
