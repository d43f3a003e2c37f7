import type { ITerraformDependable, TerraformProvider, TerraformVariable } from 'cdktf'
import { Construct } from 'constructs'
import { LdapGroup } from '../../bindings/cdktf/ldap-group'
import { LdapGroupMembership } from '../../bindings/cdktf/ldap-group-membership'
import { LdapMember, type LdapMemberConfig } from '../../bindings/cdktf/ldap-member'
import { fromKeys, mapValues } from './map-values'
import { problemsOfSecret, referenceTo } from './secret-variable'
import { quoted } from './wording'

type Password = 'password' | 'passwordWo' | 'passwordWoVersion'

/** A member of a team, with the attributes of the resource. */
export interface TeamMember<Group extends string = string>
  extends Omit<LdapMemberConfig, 'uid' | 'organization' | 'gid' | Password> {
  /** The team's group that the member belongs to by itself: else the appliance chooses one. Another one is refused unless `onMove` is "replace". */
  readonly group?: Group
  /**
   * A sensitive variable without a default. It is sent as a write-only attribute, which Terraform and OpenTofu know from 1.11
   * on, so it is in no state.
   */
  readonly password?: TerraformVariable
  /** Raise it to have a new password sent: 1 where it is left out. */
  readonly passwordVersion?: number
}

export interface DirectoryTeamConfig<Login extends string = string, Group extends string = string> {
  readonly organization: string
  /** By their logins. */
  readonly members: { readonly [L in Login]: TeamMember<NoInfer<Group>> }
  /** By the names of the groups, the logins of who is in them. */
  readonly groups: { readonly [G in Group]: readonly NoInfer<Login>[] }
  /** What has to be there before all of it, such as the directory service. */
  readonly dependsOn?: readonly ITerraformDependable[]
  /** The only one of the stack, unless given. */
  readonly provider?: TerraformProvider
}

/**
 * The groups and the members of an organization, and who is in which group. Logins and names of groups are the ids of the
 * constructs: the appliance cannot change them, and their order means nothing.
 *
 * A team is refused at synth, with all of its problems at once, where a password is no sensitive variable or has a default, and
 * where a member or a group is named that the team does not have. Who belongs to nobody's team joins a group by an
 * `LdapGroupMembership` of its own, with `team.groups.NAME.gid`.
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
  /** The resources, by login. */
  readonly members: { readonly [L in Login]: LdapMember }
  /** The resources, by name. */
  readonly groups: { readonly [G in Group]: LdapGroup }
  /** The resources, by the name of the group and the login. */
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
  }
}

function problemsOf({ members, groups }: DirectoryTeamConfig): readonly string[] {
  return [
    ...Object.entries(members).flatMap(([login, { password, group }]) => [
      ...problemsOfSecret(`The password of member ${quoted(login)}`, password),
      ...(group === undefined || Object.hasOwn(groups, group)
        ? []
        : [
            `Member ${quoted(login)} is to be in group ${quoted(group)}, which the team does not have. ${correct}`,
          ]),
    ]),
    ...Object.entries(groups).flatMap(([name, logins]) =>
      logins
        .filter((login) => !Object.hasOwn(members, login))
        .map(
          (login) => `Group ${quoted(name)} has ${quoted(login)}, who is no member of the team. ${correct}`,
        ),
    ),
  ]
}

const correct = 'Correct the name, or declare it in the team.'
