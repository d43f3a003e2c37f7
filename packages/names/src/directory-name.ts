/** The directory compares uids without case and stores them in lower case (field notes, "members"). */
export function canonicalUid(uid: string): string {
  return uid.trim().toLowerCase()
}

/** The greatest number that a group may have: one of 32 bits. */
export const greatestGid = 4_294_967_295

/** Names of organizations and groups are compared as LDAP compares them: without case. */
export function sameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

/** Whether an appliance may refuse to create a member with this login: short ones and `administrator` (field notes, "members"). */
export function mayRefuseLogin(uid: string): boolean {
  const login = canonicalUid(uid)
  return login.length < 4 || login === 'administrator'
}
