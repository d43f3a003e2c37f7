import {
  countText,
  entriesLeftOut,
  type FileNames,
  type ListCount,
  type ListError,
} from '@webfilter/site-lists'
import { caseOf, type Diagnostic, error, errorCode, warning } from '@webfilter/terraform-plugin/diagnostics'
import { numberText } from '@webfilter/text'
import { counted, fileNames, filesWith, isSeveral } from './wording'

// Files of sites: whether they can be read, and which of their lines are used.

export const sitesFileUnknown = error(
  'sites-file-unknown',
  'The name of a site list file is not known yet',
  () => [
    'The name of the file is known only after apply, but the file is read during the plan.',
    'Use a file that exists before Terraform runs instead of one that another resource writes.',
  ],
)

export const sitesFileEmpty = error(
  'sites-file-empty',
  'A site list file contains no sites',
  ({ path }: { readonly path: FileNames }) => [
    `${filesWith(path, 'contain')} no usable site. An empty list would remove all managed sites from the category, unless on_remove is "keep".`,
    'Check the file, because its download may have failed. Only if all sites are to be removed, set allow_empty = true.',
  ],
)

export const sitesFilesNone = caseOf(sitesFileEmpty, 'No site list file is named', () => [
  'The list sites_files contains no file. An empty list would remove all managed sites from the category, unless on_remove is "keep".',
  'If the names come from fileset, check its folder and its pattern. To stop managing the sites, remove the resource instead.',
])

export const sitesFileUnreadable = error(
  'sites-file-unreadable',
  'A site list file cannot be read',
  ({
    file,
    code,
  }: {
    readonly file: FileName /** Of the system, such as `EACCES`. */
    readonly code: string
  }) => {
    if (code === 'EACCES' || code === 'EPERM') {
      return [
        `The user who runs Terraform has no permission to read the file ${called(file)}.`,
        'Give this user read permission.',
      ]
    }
    return [`The file ${called(file)} cannot be read (${code}).`, 'Fix the cause, and plan again.']
  },
)

/** What file() returns, where the name of the file is due: other providers take it so. */
export const sitesFileIsContent = caseOf(
  sitesFileUnreadable,
  'The content of a site list file is given instead of its path',
  ({ attribute, characters }: { readonly attribute: string; readonly characters: number }) => [
    `The value of ${attribute} is not a path: it has ${counted(characters, 'character')}, with line breaks or more than a path can have, like the content of a file.`,
    `Set ${attribute} to the path alone, such as "\${path.module}/sites.txt", without file(): the provider reads the file itself. To write ` +
      'the sites in the configuration, use the attribute for a list instead.',
  ],
)

export const sitesFileIsUrl = caseOf(
  sitesFileUnreadable,
  'A URL is given instead of the path of a site list file',
  ({ attribute, begins }: { readonly attribute: string; readonly begins: string }) => [
    `The value of ${attribute} is a URL, which begins with ${JSON.stringify(begins)}. The provider reads files, and downloads nothing.`,
    `Download the list before Terraform runs, as the guide "Checking and fetching lists" shows, and set ${attribute} to the path of the file.`,
  ],
)

export const sitesFileInHome = caseOf(
  sitesFileUnreadable,
  'The path of a site list file begins with "~"',
  ({ attribute }: { readonly attribute: string }) => [
    `The value of ${attribute} begins with "~", which only a shell replaces with the home folder.`,
    'Write the whole path, or pass the value to the function pathexpand().',
  ],
)

export const sitesFileMissing = caseOf(
  sitesFileUnreadable,
  'A site list file does not exist',
  ({ file }: { readonly file: FileName }) => [
    `The file ${called(file)} does not exist.`,
    'The file is read during the plan, so it must exist before Terraform runs; another resource cannot write it in the same apply. In a ' +
      'module, begin its name with path.module. A destroy begins with a plan that reads it, too: to destroy without the file, run ' +
      'terraform destroy -refresh=false.',
  ],
)

export const sitesFileNotRegular = caseOf(
  sitesFileUnreadable,
  'A site list file is not a regular file',
  ({ path, what }: { readonly path: FileNames /** Such as `a folder`. */; readonly what: string }) => [
    `The file ${fileNames(path)} is ${what}.`,
    'Use a text file with one site per line. To use the output of a command, write it to a file before Terraform runs.',
  ],
)

export const sitesFileNoList = errorCode('sites-file-no-list', 'A file cannot be used as a list of sites')

export const sitesFileNotAList = caseOf(
  sitesFileNoList,
  'A file is not a readable list of sites',
  ({ path, found, advice }: UnreadableList) => [whatIsFound(path, found), advice],
)

export const sitesFileTooLong = caseOf(
  sitesFileNoList,
  'A site list file is too large',
  ({ path, found, advice }: UnreadableList) => [whatIsFound(path, found), advice],
)

export const listTooLongForState = error(
  'list-too-long-for-state',
  'A list is too long for the state',
  ({
    path,
    bytes,
    most,
    form = 'in packed form',
    isTogether,
  }: {
    readonly path: FileNames
    readonly bytes: number
    readonly most: number
    /** The form in which they are so many bytes. */
    readonly form?: 'in packed form' | 'unpacked'
    /** Whether it is so only together with the sites in the state that it replaces. */
    readonly isTogether: boolean
  }) => {
    const sizes = `${numberText(bytes)} bytes ${form}, and a state can hold ${numberText(most)}`
    const split =
      'split it into several files, each in its own list, such as one appliance_category_sites for each.'
    return isTogether
      ? [
          `The list of ${fileNames(path)} is too long to replace the one in the state. An apply that fails midway must leave ` +
            `the sites of both in the state. They take ${sizes}. Nothing was sent.`,
          `First apply a list of the sites that both contain, and then this one. If the list itself is too long, ${split}`,
        ]
      : [
          `The list of ${fileNames(path)} is too long for the state: it takes ${sizes}. Nothing was sent.`,
          `S${split.slice(1)}`,
        ]
  },
)

export const sitesFileLinesSkipped = warning(
  'sites-file-lines-skipped',
  'Lines of a site list file are skipped',
  ({ path, count, kinds, lines }: InvalidLines) => [
    `${counted(count, 'line')} of ${fileNames(path)} ${count === 1 ? 'is not a valid site and is' : 'are not valid sites and are'} skipped${including(kinds)}:\n${lines}`,
    'If that is intended, no action is required. To reject such a file, set on_invalid_line = "fail".',
  ],
  { group: 'lines-skipped' },
)

export const fileLinesInvalid = errorCode('file-lines-invalid', 'Lines of a list file are invalid')

export const sitesFileLinesInvalid = caseOf(
  fileLinesInvalid,
  'Lines of a site list file are invalid',
  ({ path, count, kinds, lines }: InvalidLines) => [
    `${counted(count, 'line')} of ${fileNames(path)} ${count === 1 ? 'is not a valid site' : 'are not valid sites'}${including(kinds)}:\n${lines}`,
    'Correct the lines, or set on_invalid_line = "skip".',
  ],
)

export const sitesFileMostlyInvalid = caseOf(
  fileLinesInvalid,
  'Most lines of a site list file are invalid',
  ({
    path,
    count,
    kinds,
    lines,
    linesWithSites,
    looksLike,
  }: InvalidLines & {
    readonly linesWithSites: number
    /** Such as `an HTML page`; undefined if the kind of file is not known. */
    readonly looksLike: string | undefined
  }) => [
    `The file ${fileNames(path)} looks like ${looksLike ?? 'a list in another format'}: ${counted(linesWithSites, 'line')} ` +
      `${linesWithSites === 1 ? 'is a valid site' : 'are valid sites'}, and ${numberText(count)} ${count === 1 ? 'is' : 'are'} ` +
      `not${including(kinds)}:\n${lines}`,
    'Check the file, because its download may have failed. If only some of its lines are meant to be sites, set on_invalid_line = "skip" ' +
      'to use those.',
  ],
)

export const sitesFileRedirecting = caseOf(
  fileLinesInvalid,
  'Most lines of a site list file answer with one public address',
  ({
    path,
    address,
    count,
    linesWithSites,
  }: {
    readonly path: FileNames
    readonly address: string
    /** How many lines are left out. */
    readonly count: number
    readonly linesWithSites: number
  }) => [
    `Most lines of the file ${fileNames(path)} answer with the public address ${address}, which may be that of a block page of its publisher. ` +
      `Such a line redirects to another website and blocks nothing: ${counted(linesWithSites, 'line')} ${linesWithSites === 1 ? 'is a valid site' : 'are valid sites'}, and ` +
      `${numberText(count)} ${count === 1 ? 'is' : 'are'} not.`,
    'Use a version of the list that answers with 0.0.0.0 or contains the sites alone. If only the other lines are meant to be sites, set ' +
      'on_invalid_line = "skip" to use those.',
  ],
)

export const sitesFileChangedAfterPlan = error(
  'sites-file-changed-after-plan',
  'A site list file changed after the plan',
  ({
    path,
    planned,
    now,
  }: {
    readonly path: FileNames
    readonly planned: FileFacts
    readonly now: FileFacts
  }) => [
    `The ${isSeveral(path) ? 'files' : 'file'} ${fileNames(path)} changed after the plan. The plan found ${factsText(planned)}. The apply finds ${factsText(now)}. ` +
      (planned.sites === now.sites
        ? 'The number of sites is the same, so perhaps only their order or a comment changed. '
        : '') +
      'Nothing of this resource was sent.',
    'Plan again, and apply with the same file that was planned. In a pipeline, store the file together with the plan.',
  ],
)

interface FileFacts {
  readonly sites: number
  /** Of the bytes of the file, hexadecimal. */
  readonly sha256: string
}

function factsText({ sites, sha256 }: FileFacts): string {
  return `${counted(sites, 'site')} (SHA-256 of the file: ${sha256.slice(0, 16)}…)`
}

export const sitesFileEmptied = warning(
  'sites-file-emptied',
  'A site list becomes empty',
  ({ path, category, leaving, sites, staysActive, count }: EmptiedList) => [
    `${filesWith(path, 'contain')} no sites, and allow_empty = true permits that${countedAs(count)}. The list in category ` +
      `${JSON.stringify(category)} loses ${counted(leaving, 'managed site')}: ${sites}. ${whatStaysActive[staysActive]}`,
    'If you do not want that, restore the file before the apply, or remove allow_empty.',
  ],
)

export const sitesFileSinkholes = warning(
  'sites-file-sinkholes',
  'Lines of a site list file answer with private addresses',
  ({
    path,
    count,
    addresses,
  }: {
    readonly path: FileNames
    readonly count: number
    /** Each address with the number of its lines. */
    readonly addresses: string
  }) => [
    `${counted(count, 'line')} of ${fileNames(path)} ${count === 1 ? 'answers' : 'answer'} with a private address: ${addresses}. The list takes ` +
      `${count === 1 ? 'this line as a block' : 'these lines as blocks'}, as if the address were that of a sinkhole.`,
    'If the address is that of a server that users must reach, remove its lines from the file, or add their sites to exceptions.',
  ],
)

export const sitesFileChanged = warning(
  'sites-file-changed',
  'The site list of a file changes',
  ({ path, category, added, leaving, isTakenOut, isFirst = false, count }: ChangedList) => {
    const missing = isFirst ? ' if missing' : ''
    const coming =
      added.count > 0 ? [`${counted(added.count, 'site')} will be added${missing}: ${added.sites}`] : []
    const fate =
      isTakenOut === undefined
        ? 'will no longer be managed, and may be removed from the category'
        : isTakenOut
          ? 'will be removed from the category unless another list of it declares them'
          : 'will no longer be managed, but will stay in the category'
    const going = leaving.count > 0 ? [`${counted(leaving.count, 'site')} ${fate}: ${leaving.sites}`] : []
    return [
      `The list of ${fileNames(path)} in category ${JSON.stringify(category)} changes${countedAs(count)}. ${[...coming, ...going].join('. ')}.`,
      '',
      count && entriesLeftOut(count) > 0 ? { left_out: entriesLeftOut(count) } : undefined,
    ]
  },
)

export const sitesFileCounted = warning(
  'sites-file-counted',
  'A new list has fewer sites than its file has entries',
  ({ path, count }: { readonly path: FileNames; readonly count: ListCount }) => [
    `Not every entry of ${fileNames(path)} becomes a site of the list: ${countText(count)}.`,
    'No action is required. The command "appliance lint" names the lines.',
    { left_out: entriesLeftOut(count) },
  ],
)

export const sitesStoredAsOthersSkipped = warning(
  'sites-stored-as-others-skipped',
  'Sites that the autonomous category service would change are skipped',
  ({ path, count, sites }: { readonly path: FileNames; readonly count: number; readonly sites: string }) => [
    `${counted(count, 'site')} of ${fileNames(path)} ${count === 1 ? 'is' : 'are'} skipped: ${sites}. ${whatIsCut(count)}`,
    'To include them, set category_api = "older" if the appliance has the older routes.',
  ],
  { group: 'lines-skipped' },
)

export const sitesNotStorable = errorCode('sites-not-storable', 'The appliance cannot store sites of a list')

export const sitesStoredAsOthers = caseOf(
  sitesNotStorable,
  'The autonomous category service would change sites',
  ({
    list,
    count,
    sites,
  }: {
    /** Where they are: the file in quotes, or `category 250`. */
    readonly list: string
    readonly count: number
    readonly sites: string
  }) => [
    `${counted(count, 'site')} of ${list} cannot be stored: ${sites}. ${whatIsCut(count)} No sites were sent.`,
    `Remove ${count === 1 ? 'this site' : 'these sites'}, or set category_api = "older" if the appliance has the older routes.`,
  ],
)

export const sitesDeletedByCompileSkipped = warning(
  'sites-deleted-by-compile-skipped',
  'Sites that a compile deletes from this category are skipped',
  (found: DeletedSites) => [
    `${counted(found.count, 'site')} of ${fileNames(found.path)} ${found.count === 1 ? 'is' : 'are'} skipped: ${whatIsDeleted(found)}`,
    'No action is required. Other categories keep such a site. Here, list the domains below it instead.',
  ],
  { group: 'lines-skipped' },
)

export const sitesDeletedByCompile = caseOf(
  sitesNotStorable,
  'A compile deletes sites from this category',
  (found: DeletedSites) => [
    `${counted(found.count, 'site')} of ${fileNames(found.path)} cannot stay in this category: ${whatIsDeleted(found)} No sites were sent.`,
    `Remove ${found.count === 1 ? 'this site, or list the domains below it' : 'these sites, or list the domains below them'} instead.`,
  ],
)

/** Sites that a compile deletes from one table. */
interface DeletedSites {
  /** The file, or the attribute, that has them. */
  readonly path: FileNames
  readonly count: number
  readonly sites: string
  readonly table: string
}

function whatIsDeleted({ count, sites, table }: DeletedSites): string {
  return `${sites}. Each compile deletes ${count === 1 ? 'it' : 'them'} from the table ${JSON.stringify(table)}.`
}

/** The name of a file, and the folder that a relative name starts from. */
interface FileName {
  readonly path: FileNames
  readonly folder: string | undefined
}

interface ChangedList extends CountedList {
  readonly path: FileNames
  readonly category: string
  readonly added: NamedSites
  readonly leaving: NamedSites
  /** What leaves the list is removed from the category; undefined while that is not known. */
  readonly isTakenOut: boolean | undefined
  /** Whether the state has no list yet, as after an import: what is added may be there. */
  readonly isFirst?: boolean
}

interface CountedList {
  /** How the lines of the file come to its sites; undefined if it is not the file that changes the list. */
  readonly count: ListCount | undefined
}

function countedAs(count: ListCount | undefined): string {
  return count === undefined ? '' : ` (${countText(count)})`
}

interface NamedSites {
  readonly count: number
  readonly sites: string
}

interface EmptiedList extends CountedList {
  readonly path: FileNames
  readonly category: string
  /** How many sites leave it. */
  readonly leaving: number
  readonly sites: string
  /**
   * What is active after the apply: all, where sites are kept or the change is not compiled, or else what the compile by a generation
   * leaves; `unknown` while it is not known which one answers.
   */
  readonly staysActive: keyof typeof whatStaysActive
}

/** No generation compiles an empty category, so the client adds a placeholder name for the compile. */
const whatStaysActive = {
  kept: 'on_remove is "keep", so they stay in the category and stay active.',
  'not compiled': 'compile is false, so they stay active until the next compile.',
  older:
    'If that empties the category, the compile adds a placeholder name under .invalid, which matches no website, and removes it again. ' +
    'The placeholder name stays active until the next compile.',
  autonomous:
    'If that empties the category, the compile adds a placeholder name under .invalid, which matches no website. The placeholder name ' +
    'stays in the category, and stays active.',
  unknown:
    'Which names stay active depends on the generation of the category routes, which is not known yet.',
}

interface UnreadableList {
  readonly path: FileNames
  /** A clause, such as `is compressed`. */
  readonly found: string
  readonly advice: string
}

interface InvalidLines {
  readonly path: FileNames
  readonly count: number
  /** Kinds of rules that a site cannot express, with their numbers, such as `2 exceptions`; empty where there is none. */
  readonly kinds: readonly string[]
  /** The first of them with the reason of each, a line for each. */
  readonly lines: string
}

function including(kinds: readonly string[]): string {
  return kinds.length === 0 ? '' : ` (including ${kinds.join(', ')})`
}

function called({ path, folder }: FileName): string {
  return folder === undefined ? fileNames(path) : `${fileNames(path)} in ${folder}`
}

function whatIsCut(count: number): string {
  return (
    `The autonomous category service would store ${count === 1 ? 'it as another domain' : 'them as other domains'} because it drops ` +
    'everything up to and including the first "www." of a name, even inside a word.'
  )
}

/** Of several files, which are a list only together. */
function whatIsFound(path: FileNames, found: string): string {
  if (!isSeveral(path)) return `The file ${fileNames(path)} ${found}.`
  return `The files ${fileNames(path)} ${found.replace(/^has /u, 'have ')}.`
}

/** The words for files that cannot be read, or not as a list. */
export function diagnosticOfFiles({ names, attribute, problem }: ListError): Diagnostic {
  switch (problem.is) {
    case 'no file named':
      return sitesFilesNone()
    case 'content instead of a path':
      return sitesFileIsContent({ attribute, characters: problem.characters })
    case 'URL instead of a path':
      return sitesFileIsUrl({ attribute, begins: problem.begins })
    case 'home folder':
      return sitesFileInHome({ attribute })
    case 'missing':
      return sitesFileMissing({ file: { path: names, folder: problem.folder } })
    case 'not regular':
      return sitesFileNotRegular({ path: names, what: problem.what })
    case 'unreadable':
      return sitesFileUnreadable({ file: { path: names, folder: problem.folder }, code: problem.code })
    case 'no list':
      return sitesFileNotAList({ path: names, found: problem.found, advice: problem.advice })
    case 'too long':
      return sitesFileTooLong({ path: names, found: problem.found, advice: problem.advice })
  }
}
