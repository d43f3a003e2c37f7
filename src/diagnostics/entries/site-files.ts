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

export const sitesFileMostlyInvalid = error(
  'sites-file-mostly-invalid',
  'Most lines of a file are no sites',
  ({
    path,
    count,
    kinds,
    lines,
    linesWithSites,
    looksLike,
  }: InvalidLines & {
    readonly linesWithSites: number
    /** Such as `an HTML page`; undefined where nothing is known of it. */
    readonly looksLike: string | undefined
  }) => [
    `The file ${JSON.stringify(path)} looks like ${looksLike ?? 'a list in another form'}: ${counted(count, 'line')} cannot be read as a ` +
      `site${among(kinds)}, and ${linesWithSites} can:\n${lines}`,
    'Look at the file: a download may have failed. If it is a list of which only some lines are sites, write on_invalid_line = "skip" ' +
      'in the configuration, which takes these.',
  ],
)

export const sitesFileEmpty = error(
  'sites-file-empty',
  'A file of sites has no site',
  ({ path }: { readonly path: string }) => [
    `The file ${JSON.stringify(path)} has no site that could be taken, and a list without sites filters nothing.`,
    'Look at the file: a download may have failed. If the list is to be empty, set allow_empty = true.',
  ],
)

export const sitesFileEmptied = warning(
  'sites-file-emptied',
  'A list of sites becomes empty',
  ({ path, category, leaving, sites, staysActive }: EmptiedList) => [
    `The file ${JSON.stringify(path)} has no site, and allow_empty is set: ${counted(leaving, 'site')} managed in category ` +
      `${JSON.stringify(category)} ${leaving === 1 ? 'leaves' : 'leave'} the list: ${sites}. ${whatStaysActive[staysActive]}`,
    'If that is not meant, write the list anew before the apply, or leave allow_empty out.',
  ],
)

export const sitesFileChanged = warning(
  'sites-file-changed',
  'The list of a file changes',
  ({ path, category, added, leaving, isTakenOut }: ChangedList) => {
    const coming =
      added.count > 0
        ? [`${counted(added.count, 'site')} ${added.count === 1 ? 'is' : 'are'} added: ${added.sites}`]
        : []
    const whither = isTakenOut ? 'taken out of the category' : 'left in the category and no longer managed'
    const going =
      leaving.count > 0
        ? [
            `${counted(leaving.count, 'site')} ${leaving.count === 1 ? 'is' : 'are'} ${whither}: ${leaving.sites}`,
          ]
        : []
    return [
      `The list of ${JSON.stringify(path)} in category ${JSON.stringify(category)} changes. ${[...coming, ...going].join('. ')}.`,
    ]
  },
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

interface ChangedList {
  readonly path: string
  readonly category: string
  readonly added: NamedSites
  readonly leaving: NamedSites
  /** What leaves the list is taken out of the category. */
  readonly isTakenOut: boolean
}

interface NamedSites {
  readonly count: number
  readonly sites: string
}

interface EmptiedList {
  readonly path: string
  readonly category: string
  /** How many sites leave it. */
  readonly leaving: number
  readonly sites: string
  /**
   * What is active after the apply: all, where sites are kept or the change is not compiled, or else what the compile by a generation
   * leaves; `unknown` while nobody knows which one answers.
   */
  readonly staysActive: keyof typeof whatStaysActive
}

/** No generation compiles an empty category, so the client adds a name for the compile. */
const whatStaysActive = {
  kept: 'on_remove is "keep", so they stay in the category, and stay active.',
  'not compiled': 'compile is false, so they stay active until the next compile.',
  older:
    'If nothing else is in the category, a name below .invalid, which stands for no website, is added for the compile and taken out ' +
    'again: it stays active until the next compile.',
  autonomous:
    'If nothing else is in the category, a name below .invalid, which stands for no website, is added for the compile, and stays in ' +
    'the category and active.',
  unknown: 'What stays active depends on the generation of the category routes, which is not known yet.',
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
