import {
  type Declared,
  type DeclaredCategory,
  type DeclaredList,
  foreignCategory,
  password,
} from './declared'

/** The files of a configuration, by their names. */
export function filesOf(declared: Declared): Readonly<Record<string, string>> {
  const lists = [...declared.categories, ...declared.lists].flatMap(filesOfList)
  return { 'declared.tf': blocksOf(declared).join('\n'), ...Object.fromEntries(lists) }
}

function filesOfList(list: DeclaredCategory | DeclaredList): readonly (readonly [string, string])[] {
  const name = `${list.label}-${list.name}`
  const text = (sites: readonly string[]) => sites.map((site) => `${site}\n`).join('')
  switch (list.source) {
    case 'sites':
      return []
    case 'file':
      return [[`${name}.txt`, text(list.sites)]]
    case 'exceptions':
      return [[`${name}.txt`, text([...list.sites, leftOut])]]
    case 'files':
      return [
        [`${name}.1.txt`, text(list.sites.slice(0, 1))],
        [`${name}.2.txt`, text(list.sites.slice(1).length > 0 ? list.sites.slice(1) : list.sites)],
      ]
  }
}

/** In files, and an exception of their lists. */
const leftOut = 'left-out.example'

/** A value that is written as it is. */
class Expression {
  constructor(readonly text: string) {}
}

type Value = Expression | string | number | boolean | undefined | readonly string[] | Values

interface Values {
  readonly [name: string]: Value
}

function blocksOf(declared: Declared): readonly string[] {
  const inDirectory = declared.hasService
    ? { depends_on: new Expression('[appliance_ldap_service.directory]') }
    : {}
  const category = (name: string) => {
    const label = declared.categories.find((each) => each.name === name)?.label
    return label === undefined
      ? new Expression(`data.appliance_category.${foreignCategory}.id`)
      : new Expression(`appliance_category.${label}.id`)
  }
  const gid = (name: string) => {
    const { label } = declared.groups.find((each) => each.name === name) ?? {}
    return label === undefined ? undefined : new Expression(`appliance_ldap_group.${label}.gid`)
  }
  const uid = (login: string) => {
    const { label } = declared.members.find((each) => each.uid === login) ?? {}
    return label === undefined ? login : new Expression(`appliance_ldap_member.${label}.uid`)
  }
  const siteOf = (name: string) => declared.categories.find((each) => each.name === name)?.sites[0]
  // Otherwise it may compile the category before they change it.
  const afterLists = (name: string | undefined): Values => {
    const lists = declared.lists.filter((each) => each.category === name)
    const addresses = lists.map(({ label }) => `appliance_category_sites.${label}`)
    return addresses.length === 0 ? {} : { depends_on: new Expression(`[${addresses.join(', ')}]`) }
  }
  const isForeign = declared.lists.some((list) => list.category === foreignCategory)
  return [
    isForeign ? `data "appliance_category" "${foreignCategory}" {\n  name = "${foreignCategory}"\n}\n` : '',
    declared.hasService ? block('appliance_ldap_service', 'directory', {}) : '',
    ...declared.categories.map((each) =>
      block('appliance_category', each.label, { name: each.name, ...listOf(each) }),
    ),
    ...declared.lists.map((each) =>
      block('appliance_category_sites', each.label, {
        name: each.name,
        category_id: category(each.category),
        ...listOf(each),
      }),
    ),
    ...declared.groups.map(({ label, name }) =>
      block('appliance_ldap_group', label, { name, organization: 'acme', ...inDirectory }),
    ),
    ...declared.members.map((member) =>
      block('appliance_ldap_member', member.label, {
        uid: member.uid,
        first_name: member.firstName,
        last_name: 'Lee',
        email: `${member.uid}@example.org`,
        organization: 'acme',
        title: member.title,
        telephone_number: member.telephone,
        password: member.hasPassword ? password : undefined,
        on_destroy: member.onDestroy,
        gid: member.group === undefined ? undefined : gid(member.group),
        ...inDirectory,
      }),
    ),
    ...declared.memberships.map((each) =>
      block('appliance_ldap_group_membership', `${each.uid.replace('.', '_')}_${each.group}`, {
        uid: uid(each.uid),
        gid: gid(each.group),
        ...inDirectory,
      }),
    ),
    ...declared.certificates.map(({ label, commonName, organization, onExisting }) =>
      block('appliance_certificate', label, {
        self_signed: {
          certificate_name: label,
          common_name: commonName,
          alternative_names: [commonName],
          organization_name: organization,
        },
        on_existing: onExisting,
      }),
    ),
    declared.hostname === undefined
      ? ''
      : block('appliance_hostname', 'this', { hostname: declared.hostname }),
    ...declared.delistings.map(({ database, addresses }) =>
      block('appliance_rbl_delisting', `of_${database}`, { database, addresses }),
    ),
    ...declared.operations.map((operation) =>
      block('appliance_operation', operation.label, {
        name: operation.name,
        arguments:
          operation.category === undefined
            ? undefined
            : { category_id: category(operation.category), site: siteOf(operation.category) },
        triggers: { number: operation.number },
        ...(operation.name.startsWith('directory') ? inDirectory : afterLists(operation.category)),
      }),
    ),
  ]
}

function listOf(list: DeclaredCategory | DeclaredList): Values {
  const name = `${list.label}-${list.name}`
  const bySource: Readonly<Record<typeof list.source, Values>> = {
    sites: { sites: list.sites },
    file: { sites_file: `${name}.txt` },
    exceptions: { sites_file: `${name}.txt`, exceptions: [leftOut] },
    files: { sites_files: [`${name}.1.txt`, `${name}.2.txt`] },
  }
  return {
    ...bySource[list.source],
    on_conflict: list.onConflict,
    on_remove: list.onRemove,
    on_destroy: list.onDestroy,
    compile: list.compile,
  }
}

function block(type: string, label: string, values: Values): string {
  return `resource "${type}" "${label}" ${text(values)}\n`
}

function text(value: Exclude<Value, undefined>): string {
  if (value instanceof Expression) return value.text
  if (typeof value !== 'object' || Array.isArray(value)) return JSON.stringify(value)
  const lines = Object.entries(value).flatMap(([name, each]) =>
    each === undefined ? [] : [`  ${name} = ${text(each).replaceAll('\n', '\n  ')}\n`],
  )
  return `{\n${lines.join('')}}`
}
