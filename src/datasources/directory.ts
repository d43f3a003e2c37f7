import { lostLetters, type MemberText, memberTexts } from '@webfilter/appliance-client'
import { memberMissing } from '@webfilter/appliance-declarations/diagnostics/accounts'
import { warnOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { loginName, notBlank } from '@webfilter/appliance-declarations/validators'
import { bool, integer, listOf, mapOf, nestedList, ProviderError, string } from '@webfilter/terraform-plugin'
import { dataSource } from '../definitions'
import { directoryDocumentation } from '../documentation'

/** The state of the directory service (docs/appliance, "Status of the directory service"). */
export const ldapService = dataSource('ldap_service', {
  description: 'Reads the status of the directory service, even if it is not installed.',
  documentation: directoryDocumentation,

  attributes: {
    installed: bool({ computed: true, description: 'Whether the service is installed.' }),
    running: bool({ computed: true, description: 'Whether the service runs.' }),
    version: string({
      computed: true,
      nullable: true,
      description: 'Version of the service. Null if the appliance does not return it.',
    }),
    details: mapOf('string', {
      computed: true,
      description:
        'Details of the service, as the appliance returns them. Values that differ in each answer, such as memory usage, are left ' +
        'out. The keys differ between releases.',
    }),
  },

  async read({ appliance, signal }) {
    const { state, version, details } = await appliance.directory.service.status(signal)
    return {
      installed: state !== 'not installed',
      running: state === 'running',
      version: version ?? null,
      details: Object.fromEntries(Object.entries(details).filter(([key]) => !isMeasured(key))),
    }
  },
})

/** Whether a key of the status describes the process that runs at the moment: its age, its number, what it uses. */
function isMeasured(key: string): boolean {
  return /uptime|time$|_pid$|^pid$|memory|processes|cpu|threads/.test(key)
}

/** The organizations of the user directory (docs/appliance, "List organizations"). */
export const ldapOrganizations = dataSource('ldap_organizations', {
  description:
    'Lists the organizations of the user directory. It is a single one, unless the appliance is configured for several.',
  documentation: directoryDocumentation,

  attributes: {
    organizations: listOf('string', {
      computed: true,
      description: 'Names of the organizations, in the order of the appliance.',
    }),
  },

  async read({ appliance, signal }) {
    return { organizations: await appliance.directory.organizations(signal) }
  },
})

/** The groups of an organization (docs/appliance, "List groups"). */
export const ldapGroups = dataSource('ldap_groups', {
  description: 'Lists the groups of one organization of the user directory.',
  documentation: directoryDocumentation,

  attributes: {
    organization: string({ required: true, validate: notBlank, description: 'Name of the organization.' }),
    groups: nestedList(
      {
        gid: integer({ computed: true, description: 'Number of the group.' }),
        name: string({
          computed: true,
          nullable: true,
          description: 'Name of the group. Null if the appliance returns only the number.',
        }),
      },
      { computed: true, description: 'Groups, in the order of the appliance.' },
    ),
  },

  async read({ config: { organization }, appliance, run, diagnostics, signal }) {
    const groups = await appliance.directory.groups.list(organization, signal)
    // A number that comes from here was chosen by its name.
    for (const { gid, name } of groups)
      if (name !== undefined) run.directory.find({ gid, name, organization })
    const [{ encoding } = {}] = groups
    const names = groups.map(({ name }) => name)
    warnOf(lostLetters(names, encoding), diagnostics)
    return { organization, groups: groups.map(({ gid, name }) => ({ gid, name: name ?? null })) }
  },
})

/** A member of the user directory (docs/appliance, "Read a member"). */
export const ldapMember = dataSource('ldap_member', {
  description:
    'Reads one member of the user directory by its login, and the groups of the member. Values that the appliance does not return are null.',
  documentation: directoryDocumentation,

  attributes: {
    uid: string({
      required: true,
      validate: loginName,
      description: 'Login of the member, in any letter case.',
    }),
    first_name: returnedText('First name.'),
    last_name: returnedText('Last name.'),
    email: returnedText('Email address.'),
    organization: returnedText('Organization that the member belongs to.'),
    gid: integer({
      computed: true,
      nullable: true,
      description: "Number of the member's primary group.",
    }),
    title: returnedText('Title.'),
    telephone_number: returnedText('Phone number.'),
    mobile: returnedText('Mobile phone number.'),
    groups: nestedList(
      {
        gid: integer({ computed: true, description: 'Number of the group.' }),
        name: returnedText('Name of the group.'),
      },
      { computed: true, description: 'Groups of the member, in the order of the appliance.' },
    ),
  },

  async read({ config: { uid }, appliance, diagnostics, signal }) {
    const { members, groups } = appliance.directory
    const [seen, memberships] = await Promise.all([
      members.look(uid, signal),
      groups.ofUnseenMember(uid, signal),
    ])
    const { member, unproven } = seen
    if (!member) {
      throw new ProviderError(memberMissing({ uid, unproven }), { path: ['uid'] })
    }
    const text = (name: MemberText) => member.texts[name]?.[0] ?? null
    const texts = memberTexts.map(text)
    warnOf(lostLetters([...texts, member.organization], member.encoding), diagnostics)
    return {
      uid,
      first_name: text('firstName'),
      last_name: text('lastName'),
      email: text('email'),
      organization: member.organization ?? null,
      gid: member.gid ?? null,
      title: text('title'),
      telephone_number: text('telephoneNumber'),
      mobile: text('mobile'),
      groups: (memberships ?? []).map(({ gid, name }) => ({ gid, name: name ?? null })),
    }
  },
})

function returnedText(description: string) {
  return string({
    computed: true,
    nullable: true,
    description,
  })
}

/** The last backup of the user directory (docs/appliance, "Directory backups"). */
export const ldapBackup = dataSource('ldap_backup', {
  description:
    'Reads the last backup of the user directory. Use the resource `appliance_operation` to create a backup, or to import one by ' +
    'its file name.',
  documentation: directoryDocumentation,

  attributes: {
    found: bool({ computed: true, description: 'Whether a backup exists.' }),
    size: integer({
      computed: true,
      nullable: true,
      description: 'Size of the backup in bytes. Null if no backup exists.',
    }),
    time: string({
      computed: true,
      nullable: true,
      description: 'Time of the backup in UTC, such as `2026-06-17T02:00:00Z`. Null if no backup exists.',
    }),
    filename: string({
      computed: true,
      nullable: true,
      description:
        'Name of the backup file. Null if no backup exists, or if the appliance does not return it.',
    }),
  },

  async read({ appliance, signal }) {
    const backup = await appliance.directory.lastBackup(signal)
    return {
      found: backup !== undefined,
      size: backup?.size ?? null,
      time: backup ? backup.time.toISOString().replace('.000Z', 'Z') : null,
      filename: backup?.filename ?? null,
    }
  },
})
