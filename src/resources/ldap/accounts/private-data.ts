import type { ShownInstead } from '@webfilter/appliance-declarations/member-values'
import type { PrivateForms } from '@webfilter/terraform-plugin'
import { isJsonObject } from '@webfilter/text'
import { type SeenRecord, seenIn } from '../directory-looks'
import type { Unfinished } from './completion'

/** What is stored of a member beside its state: nothing that a plan would show. */
export interface MemberRecord extends SeenRecord {
  /** The primary group that was last configured; null if the appliance was to choose it. Undefined if no apply has configured the member. */
  readonly gid?: number | null | undefined
  /** What the answer for a member that does not exist looked like then; undefined if nothing showed it. */
  readonly absence?: string | undefined
  /** What the creation of the account has left undone. */
  readonly unfinished?: Unfinished
  /** What the directory showed instead of attributes that the last change set. */
  readonly instead?: ShownInstead | undefined
}

/**
 * What the plan of a member notes: the first plan of a replacement for the second one, and that of a creation for the deletion of what is
 * replaced. It is stored in the private data, by these names.
 */
export type MemberNote =
  | { readonly plan: 'change'; readonly replaces: Replaced }
  | {
      readonly plan: 'creation'
      /** The login, in canonical form; null if it was not known. */
      readonly of: string | null
      /** Absent if the plan was not shown what is replaced, as it is not of a tainted object. */
      readonly replaces?: Replaced | undefined
    }

/** The account of an object that is replaced. */
export interface Replaced {
  /** In canonical form. */
  readonly uid: string
  readonly adopted: boolean
}

/** How the private data of a member are read. Any other form counts as none. */
export const memberPrivateData: PrivateForms<MemberRecord, MemberNote> = {
  record(json) {
    if (!isJsonObject(json)) return undefined
    const { gid, absence, instead, unfinished } = json
    return {
      ...((gid === null || typeof gid === 'number') && { gid }),
      seen: seenIn(json.seen),
      ...(typeof absence === 'string' && { absence }),
      ...(isJsonObject(unfinished) && { unfinished: unfinishedIn(unfinished) }),
      ...(isShownInstead(instead) && { instead }),
    }
  },
  note(json) {
    if (!isJsonObject(json)) return undefined
    const { plan, of, replaces } = json
    const known = isReplaced(replaces) ? replaces : undefined
    if (plan === 'change' && known) return { plan, replaces: known }
    if (plan === 'creation' && (of === null || typeof of === 'string')) return { plan, of, replaces: known }
    return undefined
  },
}

function unfinishedIn({ texts, password, gids }: Readonly<Record<string, unknown>>): Unfinished {
  const left = Array.isArray(gids) ? gids.filter((each) => typeof each === 'number') : []
  return { texts: texts === true, password: password === true, gids: left }
}

function isShownInstead(json: unknown): json is ShownInstead {
  return (
    isJsonObject(json) && Object.values(json).every((value) => value === null || typeof value === 'string')
  )
}

function isReplaced(json: unknown): json is Replaced {
  return isJsonObject(json) && typeof json.uid === 'string' && typeof json.adopted === 'boolean'
}
