import { counted } from '../counted'
import { error, warning } from '../diagnostic'

// Of files of sites: that they can be read, and what in them is taken.

export const sitesFileUnknown = error(
  'sites-file-unknown',
  'The name of a file of sites is not known yet',
  () => [
    'The name of the file is not known before the apply.',
    'The file is read when the plan is made: name one that exists before Terraform runs, and not one that another resource writes.',
  ],
)

export const sitesFileMissing = error(
  'sites-file-missing',
  'A file of sites does not exist',
  ({ file }: { readonly file: FileName }) => [
    `The file ${called(file)} does not exist.`,
    'It is read when the plan is made, so it must be written before Terraform runs: a file that another resource of the same apply ' +
      'writes comes too late. Within a module, begin its name with path.module.',
  ],
)

export const sitesFileUnreadable = error(
  'sites-file-unreadable',
  'A file of sites cannot be read',
  ({
    file,
    code,
  }: {
    readonly file: FileName /** Of the system, such as `EACCES`. */
    readonly code: string
  }) => {
    if (code === 'EACCES' || code === 'EPERM') {
      return [
        `The file ${called(file)} may not be read.`,
        'Give the user who runs Terraform the right to read it.',
      ]
    }
    return [
      `The file ${called(file)} cannot be read (${code}).`,
      'Look what keeps it from being read, and plan again.',
    ]
  },
)

export const sitesFileNotRegular = error(
  'sites-file-not-regular',
  'A file of sites is no regular file',
  ({ path, what }: { readonly path: string /** Such as `a folder`. */; readonly what: string }) => [
    `The file ${JSON.stringify(path)} is ${what}.`,
    'Name a text file with one site per line. What a command prints has to be written to such a file before Terraform runs.',
  ],
)

export const sitesFileNoList = error(
  'sites-file-no-list',
  'A file cannot be read as a list of sites',
  ({ path, found, advice }: UnreadableList) => [`The file ${JSON.stringify(path)} ${found}.`, advice],
)

export const sitesFileTooLong = error(
  'sites-file-too-long',
  'A file of sites is too long',
  ({ path, found, advice }: UnreadableList) => [`The file ${JSON.stringify(path)} ${found}.`, advice],
)

export const sitesFileLinesSkipped = warning(
  'sites-file-lines-skipped',
  'Lines of a file of sites are skipped',
  ({ path, count, kinds, lines }: InvalidLines) => [
    `${counted(count, 'line')} of ${JSON.stringify(path)} cannot be read as a site, and ${count === 1 ? 'is' : 'are'} skipped${among(kinds)}:\n${lines}`,
    'Nothing has to be done if that is meant. To refuse such a file, set on_invalid_line to "fail".',
  ],
)

export const sitesFileLinesInvalid = error(
  'sites-file-lines-invalid',
  'Lines of a file cannot be read as sites',
  ({ path, count, kinds, lines }: InvalidLines) => [
    `${counted(count, 'line')} of ${JSON.stringify(path)} cannot be read as a site${among(kinds)}:\n${lines}`,
    'Correct them, or set on_invalid_line to "skip".',
  ],
)

export const sitesStoredAsOthersSkipped = warning(
  'sites-stored-as-others-skipped',
  'Sites that the autonomous category service would store as others are skipped',
  ({ path, count, sites }: { readonly path: string; readonly count: number; readonly sites: string }) => [
    `${counted(count, 'site')} of ${JSON.stringify(path)} ${count === 1 ? 'is' : 'are'} skipped: ${sites}. ${whatIsCut(count)}`,
    'Where the appliance has the older routes, category_api = "older" takes them.',
  ],
)

export const sitesStoredAsOthers = error(
  'sites-stored-as-others',
  'The autonomous category service would store sites as others',
  ({
    list,
    count,
    sites,
  }: {
    /** Where they stand: the file in quotes, or `category 250`. */
    readonly list: string
    readonly count: number
    readonly sites: string
  }) => [
    `${counted(count, 'site')} of ${list} cannot be taken: ${sites}. ${whatIsCut(count)} Nothing of it was sent.`,
    `Leave ${count === 1 ? 'it' : 'them'} out, or set category_api to "older" where the appliance has the older routes.`,
  ],
)

/** The name of a file, and the folder that it is looked for in where the name does not tell. */
interface FileName {
  readonly path: string
  readonly folder: string | undefined
}

interface UnreadableList {
  readonly path: string
  /** A clause, such as `is compressed`. */
  readonly found: string
  readonly advice: string
}

interface InvalidLines {
  readonly path: string
  readonly count: number
  /** What rules on them say that a site cannot, with its number, such as `2 exceptions`; empty where there is none. */
  readonly kinds: readonly string[]
  /** The first of them with the reason of each, a line for each. */
  readonly lines: string
}

function among(kinds: readonly string[]): string {
  return kinds.length === 0 ? '' : ` (${kinds.join(', ')} among them)`
}

function called({ path, folder }: FileName): string {
  return folder === undefined ? JSON.stringify(path) : `${JSON.stringify(path)} in ${folder}`
}

function whatIsCut(count: number): string {
  return (
    `The autonomous category service would store ${count === 1 ? 'it as another domain' : 'them as other domains'}, since it drops ` +
    'all of a name up to a "www." in it.'
  )
}
