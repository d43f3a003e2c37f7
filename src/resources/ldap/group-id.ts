import { groupNumber } from '../../appliance/directory/group'

/** Reads an id that ends in the number of a group, such as `acme/5001` or `ann.lee/5001`; undefined for any other text. */
export function parseGroupId(id: string): { readonly owner: string; readonly gid: number } | undefined {
  const slash = id.lastIndexOf('/')
  const gid = groupNumber(id.slice(slash + 1))
  const owner = id.slice(0, slash)
  return slash < 1 || gid === undefined || owner.trim() === '' ? undefined : { owner, gid }
}
