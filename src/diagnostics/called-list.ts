/** How a sentence names a list of sites in a category: the category's own, which has no name, or another one. */
export function calledList(list: string | null): string {
  return list === null ? "the category's own list" : `the list ${JSON.stringify(list)}`
}
