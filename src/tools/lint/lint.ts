import { UnreadableList } from '../../sites/published/read-list'
import { counted, joined, Name, type Phrase, say } from '../review/phrase'
import { findingsIn, type LintFinding } from './findings'
import { type ListFile, readListFile } from './list-file'
import type { LintLevels } from './rules'

/** What there is to say of lists. */
export interface Lint {
  /** `refused` if a finding is fatal. */
  readonly outcome: 'clean' | 'warnings' | 'refused'
  /** One line that says it all. */
  readonly verdict: Phrase
  /** As they were named. */
  readonly files: readonly string[]
  /** In the order of the files and of their lines. */
  readonly findings: readonly LintFinding[]
}

/** A file of a list, and its bytes. */
export interface NamedFile {
  readonly path: string
  readonly bytes: Uint8Array
}

/** Looks at lists of sites, one by one and against each other, without an appliance. */
export function lintOf(files: readonly NamedFile[], levels: LintLevels): Lint {
  const lists: ListFile[] = []
  const unreadable: LintFinding[] = []
  for (const { path, bytes } of files) {
    try {
      lists.push(readListFile(path, bytes))
    } catch (error) {
      if (!(error instanceof UnreadableList)) throw error
      const level = levels['not-a-list']
      const says = say`${new Name(path)} ${[`${error.message}. ${error.advice.replace(/\.$/u, '')}`]}`
      if (level !== 'off')
        unreadable.push({ rule: 'not-a-list', level, says, addresses: [], place: { file: path } })
    }
  }
  const findings = [...unreadable, ...findingsIn(lists, levels)]
  const fatal = findings.filter(({ level }) => level === 'fatal').length
  const warnings = findings.length - fatal
  return {
    outcome: fatal > 0 ? 'refused' : warnings > 0 ? 'warnings' : 'clean',
    verdict: verdictOn(files.length, fatal, warnings),
    files: files.map(({ path }) => path),
    findings,
  }
}

function verdictOn(files: number, fatal: number, warnings: number): Phrase {
  const found = [
    ...(fatal > 0 ? [counted(fatal, 'fatal finding')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
  ]
  const what = found.length === 0 ? say`No findings` : joined(found, ', ')
  return say`${what} in ${counted(files, 'list')}.`
}
