/** What a plan makes of the resource that has a list of sites in the state, and the setting that decides about its sites. */
export type ListFate =
  /** The same list, with other sites: `on_remove` as it is planned, undefined if it is known only after the apply. */
  | { readonly fate: 'updated'; readonly on_remove: 'remove' | 'keep' | undefined }
  /** Its block is gone, or its element of `count` or `for_each`: `on_destroy` as the state has it. */
  | { readonly fate: 'destroyed'; readonly on_destroy: 'remove' | 'keep' }
  /** Only removed from the state: `removed` with `destroy = false`, `terraform state rm`. */
  | { readonly fate: 'forgotten' }

/** What becomes of the sites that a list had, and that neither it nor another list of its category declares after the apply. */
export type LeavingSites = 'removed' | 'stay' | 'known only after the apply'

/**
 * What becomes of the sites that leave a list, as far as no other list of its category declares them. The provider acts by it, and the review
 * reports by it. The sites that the successor of a replaced list declares in the same category do not leave.
 */
export function leavingSites(list: ListFate): LeavingSites {
  switch (list.fate) {
    case 'updated':
      if (list.on_remove === undefined) return 'known only after the apply'
      return list.on_remove === 'remove' ? 'removed' : 'stay'
    case 'destroyed':
      return list.on_destroy === 'remove' ? 'removed' : 'stay'
    case 'forgotten':
      return 'stay'
  }
}
