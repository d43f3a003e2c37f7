/**
 * Sets of sites are equal if they have the same sites in the same order, whichever form they have: those of few sites, tables, and the arrays
 * that tests write down.
 */
expect.addEqualityTesters([
  function sameSites(one, other) {
    if (!isSiteSet(one) && !isSiteSet(other)) return undefined
    if (![one, other].every((each) => isSiteSet(each) || Array.isArray(each))) return undefined
    return this.equals([...one], [...other])
  },
])

function isSiteSet(value) {
  return (
    typeof value?.slice === 'function' && typeof value.has === 'function' && typeof value.at === 'function'
  )
}
