/** A number with what it counts: `1 site`, `2 sites`, `32,245 sites`. */
export function counted(count: number, what: string, several = `${what}s`): string {
  return `${numberText(count)} ${count === 1 ? what : several}`
}

/** A number in a sentence: `500`, `32,245`. Not for numbers that are names, such as those of categories, or values of attributes. */
export function numberText(number: number): string {
  return number.toLocaleString('en-US')
}
