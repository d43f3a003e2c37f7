/** The directory compares uids without case and stores them in lower case (field notes, "members"). */
export function canonicalUid(uid: string): string {
  return uid.trim().toLowerCase()
}

/** Names of organizations and groups are compared as LDAP compares them: without case. */
export function sameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}
