import { caseOf, error, warning } from '@webfilter/terraform-plugin/diagnostics'
import { fileLinesInvalid } from './site-files'
import { counted, listPhrase } from './wording'

// Exceptions of lists: what they cannot be, and what they do not do.

export const exceptionPublicSuffix = error(
  'exception-public-suffix',
  'An exception is a public suffix',
  ({ count, names }: NamedExceptions) => [
    `${counted(count, 'exception')} ${count === 1 ? 'is a public suffix' : 'are public suffixes'}, under which anyone can register a ` +
      `domain: ${names}. The list would lose the domains of others.`,
    'Use the domains below it as exceptions instead.',
  ],
)

export const exceptionsBesideSites = error(
  'exceptions-beside-sites',
  'Exceptions are set for a list that is not from a file',
  ({ attribute }: { readonly attribute: string }) => [
    `${attribute} leaves sites out of a list from a file, and this list is not from a file.`,
    'Remove the site from sites instead.',
  ],
)

export const exceptionsFileLinesInvalid = caseOf(
  fileLinesInvalid,
  'Lines of an exceptions file are invalid',
  ({
    path,
    count,
    lines,
  }: {
    readonly path: string
    readonly count: number
    /** The first of them with the reason of each, a line for each. */
    readonly lines: string
  }) => [
    `${counted(count, 'line')} of ${JSON.stringify(path)} ${count === 1 ? 'is not a valid exception' : 'are not valid exceptions'}:\n${lines}`,
    'Correct or remove the lines. An exception that is skipped would leave its sites in the category.',
  ],
)

export const exceptionsLeaveNothing = error(
  'exceptions-leave-nothing',
  'The exceptions leave nothing of a list',
  ({ count }: { readonly count: number }) => [
    `The exceptions leave out every site of the list (${counted(count, 'site')}).`,
    'Check the exceptions. To stop managing the sites, remove the resource instead.',
  ],
)

export const exceptionsCovered = warning(
  'exceptions-covered',
  'Exceptions are still matched by their list',
  (covered: CoveredExceptions) => [
    whatIsCovered(covered),
    'Make the domain above it an exception too, or remove the exception.',
  ],
)

export const exceptionsWithoutEffect = warning(
  'exceptions-without-effect',
  'Exceptions change nothing',
  ({ count, names }: NamedExceptions) => [
    `${counted(count, 'exception')} ${count === 1 ? 'changes' : 'change'} nothing, because the list contains neither ` +
      `${count === 1 ? 'it nor a site below or above it' : 'them nor sites below or above them'}: ${names}.`,
    'If you expected an effect, check the spelling. Otherwise, no action is required.',
  ],
)

export const exceptionsOfOtherList = warning(
  'exceptions-of-other-list',
  'Another list of the category contains exceptions of a list',
  ({
    category,
    list,
    other,
    count,
    sites,
  }: {
    readonly category: string
    /** The list with the exceptions; null for that of the category itself. */
    readonly list: string | null
    readonly other: string | null
    readonly count: number
    readonly sites: string
  }) => [
    `In category ${JSON.stringify(category)}, ${listPhrase(other)} declares ${counted(count, 'site')} that the exceptions of ` +
      `${listPhrase(list)} leave out or lie below: ${sites}. The exceptions of a list concern no other list, so the category contains ` +
      `${count === 1 ? 'this site' : 'these sites'}.`,
    'If that is not intended, add the exceptions to the other list too.',
  ],
)

interface NamedExceptions {
  readonly count: number
  /** The first of them. */
  readonly names: string
}

interface CoveredExceptions {
  readonly count: number
  /** The first of them with the domain above each: `login.example.com (through example.com)`. */
  readonly names: string
}

function whatIsCovered({ count, names }: CoveredExceptions): string {
  return (
    `The category still matches ${counted(count, 'exception')}, because the list contains ` +
    `${count === 1 ? 'a domain above it' : 'domains above them'}: ${names}. A site matches everything below it, and a category cannot ` +
    'contain exceptions.'
  )
}
