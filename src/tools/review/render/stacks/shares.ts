/**
 * Shares room fairly: nobody gets more than is needed, and what some do not need is shared by the others.
 * @param needs what each needs
 * @returns what each gets, in the same order; together no more than there is
 */
export function sharesOf(needs: readonly number[], room: number): readonly number[] {
  const shares = needs.map(() => 0)
  const smallestFirst = needs
    .map((need, index) => ({ need, index }))
    .sort((one, other) => one.need - other.need)
  let left = Math.max(0, room)
  smallestFirst.forEach(({ need, index }, place) => {
    const share = Math.min(need, Math.floor(left / (needs.length - place)))
    shares[index] = share
    left -= share
  })
  return shares
}
