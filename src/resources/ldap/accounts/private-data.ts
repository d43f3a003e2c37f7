import { isJsonObject, type PrivateForms } from '@webfilter/terraform-plugin'

/** What was last applied from the configuration and cannot be changed. What the directory shows instead is drift. */
export interface MemberRecord {
  readonly organization: string
  /** Null where the appliance was to choose. */
  readonly gid: number | null
  /** The login of a replaced account that could not be deleted after this member was created. */
  readonly leftBehind?: string
  /** What the answer for a member that does not exist looked like then; undefined if nothing showed it. */
  readonly absence?: string | undefined
}

/** What a plan of a member tells the second plan of a replacement, and the deletion that is half of one. */
export type MemberNote =
  | {
      readonly plan: 'change'
      /** In canonical form, as the state has it. */
      readonly uid: string
      readonly adopted: boolean
      /** What a replacement leads to is said already. */
      readonly isTold: boolean
    }
  | {
      readonly plan: 'creation'
      readonly successor: Successor
      /** The login that the plan spoke of, in canonical form; null where it was not known. No other account may be deleted. */
      readonly of: string | null
      /** Whether its account is deleted; null where the state of the resource decides. */
      readonly deletes: boolean | null
    }
  /** Terraform destroys an object in the middle of an apply: `create_before_destroy` has replaced it, or an earlier apply has left it. */
  | { readonly plan: 'deposed' }

/** The member that is to be there once another one was deleted for it. Null is what is known after apply only. */
export interface Successor {
  readonly uid: string | null
  readonly organization: string | null
  /** 0 where the appliance chooses. */
  readonly gid: number | null
  readonly hasPassword: boolean
}

/** Both forms are those of this release. Anything else counts as nothing: then a difference is drift, and nothing is replaced. */
export const memberPrivateData: PrivateForms<MemberRecord, MemberNote> = {
  record(json) {
    if (!isJsonObject(json)) return undefined
    const { organization, gid, leftBehind, absence } = json
    if (typeof organization !== 'string' || !(gid === null || typeof gid === 'number')) return undefined
    return {
      organization,
      gid,
      ...(typeof leftBehind === 'string' && { leftBehind }),
      ...(typeof absence === 'string' && { absence }),
    }
  },
  note(json) {
    if (!isJsonObject(json)) return undefined
    const { plan, uid, adopted, isTold, successor, of, deletes } = json
    if (plan === 'change' && typeof uid === 'string' && typeof adopted === 'boolean') {
      return { plan, uid, adopted, isTold: isTold === true }
    }
    if (plan === 'deposed') return { plan }
    const read = successorIn(successor)
    if (plan !== 'creation' || !read || !(deletes === null || typeof deletes === 'boolean')) return undefined
    if (!(of === null || typeof of === 'string')) return undefined
    return { plan, successor: read, of, deletes }
  },
}

function successorIn(json: unknown): Successor | undefined {
  if (!isJsonObject(json)) return undefined
  const { uid, organization, gid, hasPassword } = json
  if (!(uid === null || typeof uid === 'string')) return undefined
  if (!(organization === null || typeof organization === 'string')) return undefined
  if (!(gid === null || typeof gid === 'number') || typeof hasPassword !== 'boolean') return undefined
  return { uid, organization, gid, hasPassword }
}
