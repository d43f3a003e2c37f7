import type { Directory, DirectoryOptions } from '@webfilter/appliance-emulator'

import { startAppliance, type TestAppliance } from './appliance'
import { Workspace } from './workspace'

/** An appliance whose directory has the organizations `acme` and `other`, and a folder for configurations. */
export interface DirectoryTrial {
  readonly appliance: TestAppliance
  readonly directory: Directory
  readonly workspace: Workspace
  /** Makes a group of `acme` by hand. @returns its number */
  group(name: string): number
  /** The number of a group of `acme`. */
  gid(name: string): number
  /** The names of the groups that a member is linked to, sorted. */
  groupsOf(uid: string): readonly string[]
  /** Makes a member by hand, in `acme` unless told otherwise. */
  byHand(uid: string, place?: { readonly organization?: string; readonly gid?: number }): void
  close(): Promise<void>
}

/** @param host what plans and applies: the real engine where only that shows something */
export async function openDirectory(
  options: DirectoryOptions = {},
  host: 'open' | 'attached' = 'open',
): Promise<DirectoryTrial> {
  const appliance = await startAppliance({ directory: { service: 'running', ...options } })
  const workspace = await Workspace[host]({ ...appliance.environment, APPLIANCE_RETRIES: '0' })
  const { directory } = appliance
  for (const organization of ['acme', 'other']) directory.organizations.create(organization)
  return {
    appliance,
    directory,
    workspace,
    group: (name) => directory.groups.create({ name, organization: 'acme' }).gid,
    gid: (name) => directory.groups.in('acme').find((group) => group.name === name)?.gid ?? Number.NaN,
    groupsOf: (uid) =>
      directory.groups
        .of(uid)
        .map(({ name }) => name)
        .sort(),
    byHand(uid, place) {
      const attributes = { givenName: 'Ann', sn: 'Lee', mail: 'ann@example.org' }
      directory.members.create({ uid, organization: 'acme', password: 'by-hand', attributes, ...place })
    },
    async close() {
      await workspace.close()
      await appliance.close()
    },
  }
}

/**
 * The block of the member "ann.lee" of `acme`.
 * @param attributes to add or change; undefined leaves one out
 * @param further lines, as they are written
 */
export function member(
  attributes: Readonly<Record<string, unknown>> = {},
  name = 'ann',
  further = '',
): string {
  const all = {
    uid: 'ann.lee',
    first_name: 'Ann',
    last_name: 'Lee',
    email: 'ann@example.org',
    organization: 'acme',
    password: 'initial-password',
    ...attributes,
  }
  const lines = Object.entries(all)
    .filter(([, value]) => value !== undefined)
    .map(([attribute, value]) => `  ${attribute} = ${JSON.stringify(value)}`)
  return `
resource "appliance_ldap_member" "${name}" {
${lines.join('\n')}
  ${further}
}
`
}

/** A reference to something else, as the value of an attribute. */
export function reference(to: string): string {
  return `\${${to}}`
}
