import { sameName } from '@webfilter/appliance-names'
import { isUnknown, type Unknown } from '@webfilter/terraform-plugin'
import type { MemberRecord } from './private-data'

/** The attributes that the appliance cannot change. */
export type Place = 'organization' | 'gid'

/** What a plan makes of one of them. */
export type Move =
  /** The configuration was changed, and lets the member be replaced. */
  | { readonly attribute: Place; readonly kind: 'replaces' }
  /** It cannot be done. */
  | {
      readonly attribute: Place
      readonly kind: 'refused'
      /** Whose change it is; `unknown` where nothing tells what was last applied. */
      readonly by: 'configuration' | 'others' | 'unknown'
      readonly found: string | number
      readonly wanted: string | number
    }
  /** Nobody knows yet whether it changes, and no replacement is allowed. */
  | { readonly attribute: Place; readonly kind: 'unknown' }

interface WantedPlace {
  readonly organization: string | Unknown
  readonly gid: number | Unknown | null
  readonly on_move: 'replace' | 'fail' | Unknown | null
}

interface FoundPlace {
  /** Empty where an import could not read it. */
  readonly organization: string
  readonly gid: number | null
}

/**
 * How a configuration differs from where a member is. Only a value that differs from the one that was last applied is a wish to
 * move it: anything else is drift, which replaces nobody. What could not be read may be stated without a move.
 *
 * @param record what was last applied; undefined where nothing tells
 */
export function movesOf(
  prior: FoundPlace,
  wanted: WantedPlace,
  record: MemberRecord | undefined,
): readonly Move[] {
  const { organization, gid, on_move } = wanted
  const moves: Move[] = []
  if (prior.organization !== '') {
    if (isUnknown(organization)) moves.push(unknownMove('organization'))
    else if (!sameName(organization, prior.organization)) {
      const isNew = record && !sameName(organization, record.organization)
      moves.push(move('organization', isNew, prior.organization, organization))
    }
  }
  // 0 is what a configuration said that let the appliance choose: which group it chose is not known.
  if (prior.gid !== null && prior.gid !== 0 && gid !== null && gid !== 0) {
    if (isUnknown(gid)) moves.push(unknownMove('gid'))
    else if (gid !== prior.gid) moves.push(move('gid', record && gid !== record.gid, prior.gid, gid))
  }
  return moves

  function move(
    attribute: Place,
    isNew: boolean | undefined,
    found: string | number,
    to: string | number,
  ): Move {
    if (isNew && on_move === 'replace') return { attribute, kind: 'replaces' }
    const by = isNew === undefined ? 'unknown' : isNew ? 'configuration' : 'others'
    return { attribute, kind: 'refused', by, found, wanted: to }
  }

  function unknownMove(attribute: Place): Move {
    return { attribute, kind: on_move === 'replace' ? 'replaces' : 'unknown' }
  }
}

/**
 * Whether the record is older than a configuration that took over what others had changed: nothing else needs to be changed,
 * but the next drift would then look like a wish.
 */
export function isOutdated(record: MemberRecord | undefined, { organization, gid }: WantedPlace): boolean {
  if (!record) return false
  // What is not known yet may turn out to be what others made of it.
  if (isUnknown(organization) || isUnknown(gid)) return true
  if (!sameName(organization, record.organization)) return true
  return typeof gid === 'number' && gid !== 0 && gid !== record.gid
}
