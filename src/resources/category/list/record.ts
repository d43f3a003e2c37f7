import { isSite, type Site } from '@webfilter/appliance-names'
import type { PrivateForms } from '@webfilter/terraform-plugin'
import { firstOf } from '../../../sites/first-sites'
import type { SiteSet } from '../../../sites/table/site-set'
import { type DepartureNote, departureNoteIn, type PackedSites, packedSitesIn } from './packed-note'
import { isPlannedFile, type PlannedFile } from './planned-file'

/** What is remembered of a list beside its state: nothing that a plan would show. */
export interface ListRecord {
  /** The first few sites that the last change brought: a sample begins with them. */
  readonly first_added: readonly string[]
  /** How the file was read whose digest the state has. */
  readonly reading?: string | undefined
  /**
   * Sites of the list that lists which were planned before it was read declare too. A refresh says so to the apply: of the private data
   * of a plan, hosts before Terraform 1.16 keep only those of a destroy.
   */
  readonly shared?: PackedSites | undefined
}

/** What the plan of a list tells its apply, and the plan of a destroy or of a replacement the deletion. */
export interface ListNote extends Partial<DepartureNote> {
  /** How the file of the plan was read. */
  readonly reading?: string | undefined
  /** What the plan found in the file; absent where the list is not from a file, or was not known yet. */
  readonly file?: PlannedFile | undefined
}

/** How the private data of a list are read. */
export const listPrivateData: PrivateForms<ListRecord, ListNote> = {
  record(json) {
    if (typeof json !== 'object' || json === null) return undefined
    const first_added: unknown = Reflect.get(json, 'first_added')
    const isList = Array.isArray(first_added) && first_added.every((each) => typeof each === 'string')
    const shared = packedSitesIn(Reflect.get(json, 'shared'))
    return isList ? { first_added, reading: readingIn(json), ...(shared && { shared }) } : undefined
  },
  note(json) {
    if (typeof json !== 'object' || json === null) return undefined
    const file: unknown = Reflect.get(json, 'file')
    return { ...departureNoteIn(json), reading: readingIn(json), ...(isPlannedFile(file) && { file }) }
  },
}

function readingIn(json: object): string | undefined {
  const reading: unknown = Reflect.get(json, 'reading')
  return typeof reading === 'string' ? reading : undefined
}

/** What a change leaves to be remembered. A file that the plan did not read is the one that was read before. */
export function recordOfChange(
  added: SiteSet,
  noted: ListNote | undefined,
  before: ListRecord | undefined,
): ListRecord {
  const first_added = added.size > 0 ? firstOf(added, named) : (before?.first_added ?? [])
  return { first_added, reading: noted?.reading ?? before?.reading }
}

/** The sites that the last change brought, as far as they are remembered. */
export function lastAdded(record: ListRecord | undefined): readonly Site[] {
  return (record?.first_added ?? []).filter(isSite)
}

/** So many of the last change are remembered: private data are no place for a list. */
const named = 10
