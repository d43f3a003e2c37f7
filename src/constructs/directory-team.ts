import type { ITerraformDependable, TerraformProvider, TerraformVariable } from 'cdktf'
import { Construct } from 'constructs'
import { LdapGroup } from '../../bindings/cdktf/ldap-group'
import { LdapGroupMembership } from '../../bindings/cdktf/ldap-group-membership'
import { LdapMember, type LdapMemberConfig } from '../../bindings/cdktf/ldap-member'
import type { WithAllowedValues } from './allowed-values'
import { fromKeys, mapValues } from './map-values'
import { problemsOfSecret, referenceTo } from './secret-variable'
import { checkStackOf } from './stack-checks'
import { quoted } from './wording'

type Password = 'password' | 'passwordWo' | 'passwordWoVersion'

/** A member of a team, with the attributes of the resource. */
export interface TeamMember<Group extends string = string>
  extends Omit<
    WithAllowedValues<LdapMemberConfig, 'appliance_ldap_member'>,
    'uid' | 'organization' | 'gid' | Password
  > {
  /**
   * Primary group of the member, which must be a group of the team. If not set, the appliance chooses the group. A later change is
   * rejected unless `onMove` is "replace".
   */
  readonly group?: Group
  /**
   * Sensitive variable without a default. It is sent as a write-only attribute, so no state contains it. Requires Terraform or
   * OpenTofu 1.11.
   */
  readonly password?: TerraformVariable
  /** Version of the password. Change it to send a new password. Defaults to 1. */
  readonly passwordVersion?: number
}

export interface DirectoryTeamConfig<Login extends string = string, Group extends string = string> {
  readonly organization: string
  /** Members, by login. */
  readonly members: { readonly [L in Login]: TeamMember<NoInfer<Group>> }
  /** Logins of the members of each group, by the name of the group. */
  readonly groups: { readonly [G in Group]: readonly NoInfer<Login>[] }
  /** Resources that must exist before the team, such as the directory service. */
  readonly dependsOn?: readonly ITerraformDependable[]
  /** Provider of the resources. Defaults to the only provider of the stack. */
  readonly provider?: TerraformProvider
}

/**
 * The groups and members of an organization, and the members of each group. Logins and names of groups are the IDs of the
 * constructs: the appliance cannot change them, and their order has no meaning.
 *
 * The synth rejects a team, with all of its problems at once, if a password is not a sensitive variable or has a default, or if the
 * configuration names a member or a group that the team does not have. To add another member to a group of the team, use an
 * `LdapGroupMembership` with `team.groups.NAME.gid`.
 *
 * ```ts
 * const initialPassword = new TerraformVariable(this, 'initial_password', { type: 'string', sensitive: true })
 * new DirectoryTeam(this, 'newsroom', {
 *   organization: 'acme',
 *   members: {
 *     'ann.lee': { firstName: 'Ann', lastName: 'Lee', email: 'ann.lee@example.org', password: initialPassword },
 *   },
 *   groups: { editors: ['ann.lee'] },
 * })
 * ```
 */
export class DirectoryTeam<Login extends string = string, Group extends string = string> extends Construct {
  /** Members, by login. */
  readonly members: { readonly [L in Login]: LdapMember }
  /** Groups, by name. */
  readonly groups: { readonly [G in Group]: LdapGroup }
  /** Memberships, by the name of the group and the login. */
  readonly memberships: { readonly [G in Group]: { readonly [L in Login]?: LdapGroupMembership } }

  constructor(scope: Construct, id: string, config: DirectoryTeamConfig<Login, Group>) {
    super(scope, id)
    const { organization, provider } = config
    const common = { provider, dependsOn: config.dependsOn && [...config.dependsOn] }

    const groups = new Construct(this, 'groups')
    this.groups = mapValues(
      config.groups,
      (_, name) => new LdapGroup(groups, name, { ...common, name, organization }),
    )

    const members = new Construct(this, 'members')
    this.members = mapValues(config.members, ({ group, password, passwordVersion, ...attributes }, uid) => {
      return new LdapMember(members, uid, {
        ...common,
        ...attributes,
        uid,
        organization,
        gid: group === undefined ? undefined : this.groups[group]?.gid,
        passwordWo: referenceTo(password),
        passwordWoVersion: passwordVersion ?? (password && 1),
      })
    })

    this.memberships = mapValues(config.groups, (logins, name) => {
      const present = [...new Set(logins)].filter((login) => Object.hasOwn(this.members, login))
      return fromKeys(present, (login) => {
        const [group, { uid }] = [this.groups[name], this.members[login]]
        return new LdapGroupMembership(group, login, { ...common, uid, gid: group.gid })
      })
    })

    this.node.addValidation({ validate: () => [...problemsOf(config)] })
    checkStackOf(this)
  }
}

function problemsOf({ members, groups }: DirectoryTeamConfig): readonly string[] {
  return [
    ...Object.entries(members).flatMap(([login, { password, group }]) => [
      ...problemsOfSecret(`The password of member ${quoted(login)}`, password),
      ...(group === undefined || Object.hasOwn(groups, group)
        ? []
        : [
            `Member ${quoted(login)} has the group ${quoted(group)}, which the team does not declare. ${correct}`,
          ]),
    ]),
    ...Object.entries(groups).flatMap(([name, logins]) =>
      logins
        .filter((login) => !Object.hasOwn(members, login))
        .map(
          (login) =>
            `Group ${quoted(name)} has the member ${quoted(login)}, which the team does not declare. ${correct}`,
        ),
    ),
  ]
}

const correct = 'Correct the name, or declare it in the team.'
