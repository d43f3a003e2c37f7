import { InvalidArgumentError } from 'commander'

/** A folder as a command line names it. What is empty, such as a variable that is not set, would be this folder. */
export function namedFolder(text: string): string {
  if (text.trim() !== '') return text
  throw new InvalidArgumentError(
    'The name of the folder is empty. Name a folder, or write . for the current one.',
  )
}
