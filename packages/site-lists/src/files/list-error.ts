/** Name of a file, or the names of several that make one list. */
export type FileNames = string | readonly string[]

/** The attribute that names a file. */
export type FileAttribute = 'sites_file' | 'sites_files' | 'exceptions_file'

/** Files that cannot be read, or not as a list of sites. Whoever tells a person about it finds the words. */
export class ListError extends Error {
  override readonly name = 'ListError'
  /** As they are configured. */
  readonly names: FileNames
  readonly attribute: FileAttribute
  readonly problem: ListProblem

  constructor(names: FileNames, attribute: FileAttribute, problem: ListProblem, cause?: unknown) {
    super(`${attribute}: ${problem.is}`, cause === undefined ? undefined : { cause })
    this.names = names
    this.attribute = attribute
    this.problem = problem
  }
}

/** What is wrong with the files of a list. */
export type ListProblem =
  | { readonly is: 'no file named' }
  /** What `file()` returns stands where a path is due. */
  | { readonly is: 'content instead of a path'; readonly characters: number }
  /** @property begins its scheme and host, such as `https://lists.example.org` */
  | { readonly is: 'URL instead of a path'; readonly begins: string }
  /** A shell resolves `~`, and Terraform does not. */
  | { readonly is: 'home folder' }
  | { readonly is: 'missing'; readonly folder: string | undefined }
  /** @property what such as `a folder` */
  | { readonly is: 'not regular'; readonly what: string }
  /** @property code of the system, such as `EACCES` */
  | { readonly is: 'unreadable'; readonly code: string; readonly folder: string | undefined }
  /** @property found a clause, such as `is in UTF-16` */
  | { readonly is: 'no list' | 'too long'; readonly found: string; readonly advice: string }
