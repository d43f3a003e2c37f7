import type { Group } from '../entries'
import type { Member } from '../members'
import type { LdapRecord, ListedRecord } from './spelling'

/** A member as LDAP knows it, without the password. */
export function memberRecord({ uid, organization, gid, attributes }: Member): LdapRecord {
  const fullName = [attributes.givenName, attributes.sn].filter((part) => part !== undefined).join(' ')
  return {
    objectClass: ['top', 'inetOrgPerson', 'posixAccount'],
    uid,
    cn: fullName === '' ? uid : fullName,
    ou: organization,
    gidNumber: String(gid),
    givenName: attributes.givenName,
    sn: attributes.sn,
    mail: attributes.mail,
    title: attributes.title,
    telephoneNumber: attributes.telephoneNumber,
    mobile: attributes.mobile,
  }
}

/** A group as a list has it, by its gid. */
export function listedGroup({ gid, name, organization }: Group): ListedRecord {
  const record = { cn: name, gidNumber: String(gid), ou: organization }
  return { key: String(gid), name, record }
}

/** An organization as a list has it, by its name. */
export function listedOrganization(name: string): ListedRecord {
  return { key: name, name, record: { ou: name } }
}
