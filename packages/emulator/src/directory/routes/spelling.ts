/** How records and lists of them are written: unknown of real appliances (field notes, "Data of GET"), hence for choice. */
export interface Spelling {
  /** LDAP's own case of attribute names, or all letters alike. */
  readonly letterCase: 'ldap' | 'lower' | 'upper'
  /** Whether an attribute with one value is a string, or an array of strings as those with several are. */
  readonly values: 'strings' | 'arrays'
  /** Whether an attribute of a person that has no value is left out, or told as an empty one. */
  readonly empty: 'absent' | 'told'
  /** Whether a list is an object of records by their key, an object of names by their key, or an array of records. */
  readonly lists: 'keyed' | 'names' | 'array'
}

export const defaultSpelling: Spelling = {
  letterCase: 'ldap',
  values: 'strings',
  empty: 'absent',
  lists: 'keyed',
}

/** An entry by its LDAP attributes. One that is undefined has no value. */
export type LdapRecord = Readonly<Record<string, string | readonly string[] | undefined>>

/** One of a list: its key, its name, and itself. */
export interface ListedRecord {
  readonly key: string
  readonly name: string
  readonly record: LdapRecord
}

/** A record in a spelling. */
export function spelledRecord(record: LdapRecord, { letterCase, values, empty }: Spelling): object {
  const written = Object.entries(record).filter(([, value]) => value !== undefined || empty === 'told')
  const attributes = written.map(([name, value = '']) => [
    spelledName(name, letterCase),
    values === 'arrays' && typeof value === 'string' ? [value] : value,
  ])
  return Object.fromEntries(attributes)
}

/** A list of records in a spelling. */
export function spelledList(listed: readonly ListedRecord[], spelling: Spelling): object {
  switch (spelling.lists) {
    case 'array':
      return listed.map(({ record }) => spelledRecord(record, spelling))
    case 'names':
      return Object.fromEntries(listed.map(({ key, name }) => [key, name]))
    case 'keyed':
      return Object.fromEntries(listed.map(({ key, record }) => [key, spelledRecord(record, spelling)]))
  }
}

function spelledName(name: string, letterCase: Spelling['letterCase']): string {
  if (letterCase === 'ldap') return name
  return letterCase === 'lower' ? name.toLowerCase() : name.toUpperCase()
}
