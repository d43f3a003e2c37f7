import { type ITerraformDependable, Lazy, type TerraformProvider, Token } from 'cdktf'
import type { Construct, IConstruct } from 'constructs'
import { LdapGroup, type LdapGroupConfig } from '../bindings/cdktf/ldap-group/index'
import { LdapGroupMembership } from '../bindings/cdktf/ldap-group-membership/index'
import type { LdapMember, LdapMemberConfig } from '../bindings/cdktf/ldap-member/index'
import type { WithAllowedValues } from './allowed-values'
import { constructId, type FormerKeys } from './construct-ids'
import { quoted } from './messages'
import type { Secret } from './secret'

type Password = 'password' | 'passwordWo' | 'passwordWoVersion'

/** A member of a team, with the attributes of the resource. */
export interface TeamMember<Group extends string = string>
  extends Omit<
    WithAllowedValues<LdapMemberConfig, 'appliance_ldap_member'>,
    'uid' | 'organization' | 'gid' | Password
  > {
  /**
   * Primary group of the member: a group of the team by its name, or any other group, such as an `ExistingGroup`. If not set, the
   * appliance chooses the group. A later change is rejected, unless the directory shows it already.
   */
  readonly group?: Group | { readonly gid: number }
  /** Groups that the member is in besides its primary group: groups of the team by their names, or any other groups. */
  readonly groups?: readonly (Group | GroupWithMembers)[]
  /**
   * Sensitive variable without a default, or another reference, such as the attribute of an ephemeral resource. It is sent as a
   * write-only attribute, so no state contains it. Requires Terraform or OpenTofu 1.11.
   */
  readonly password?: Secret
  /** Version of the password. Change it to send a new password. Defaults to 1. */
  readonly passwordVersion?: number
  /** Login of an existing member, which the first apply imports. Set `onDestroy` too: a destroy deletes imported accounts. */
  readonly importId?: string
  /**
   * The same login in the letter case that it was declared with before, or several: nothing changes on the appliance. Another login is another
   * account: declare it as a member of its own.
   */
  readonly formerly?: FormerKeys
}

/** A group that members can be put into: of another team, or one that exists on the appliance. */
export interface GroupWithMembers {
  readonly gid: number
  addMember(member: LdapMember): unknown
}

/** What a group knows of its team. */
interface Team {
  memberNamed(login: string): LdapMember | undefined
}

/** A group of a team, and the members that are put into it. */
export class TeamGroup extends LdapGroup {
  /** Memberships, by the login of the member. */
  readonly memberships: { readonly [login: string]: LdapGroupMembership }
  readonly #memberships: GroupMemberships
  readonly #team: Team
  readonly #logins = new Set<string>()

  /** Teams create their groups: see `DirectoryTeam.addGroup`. */
  constructor(scope: Construct, id: string, config: LdapGroupConfig & CommonOptions, team: Team) {
    super(scope, id, config)
    this.#team = team
    this.#memberships = new GroupMemberships(this, config)
    this.memberships = this.#memberships.byLogin
    this.node.addValidation({ validate: () => [...this.#unknownMembers(), ...this.#memberships.problems()] })
  }

  /**
   * Puts a member into the group.
   *
   * @param member login of a member of the team, or any member: of another team, or one that exists on the appliance
   */
  addMember(member: string | DirectoryMember): LdapGroupMembership {
    if (typeof member !== 'string') return this.#memberships.add(loginOf(member), member.uid)
    this.#logins.add(member)
    return this.#memberships.add(member, this.#uidOf(member))
  }

  /** The team may declare the member later. */
  #uidOf(login: string): string {
    const uid = () => this.#team.memberNamed(login)?.uid
    return uid() ?? Lazy.stringValue({ produce: () => uid() ?? login })
  }

  #unknownMembers(): readonly string[] {
    return [...this.#logins]
      .filter((login) => this.#team.memberNamed(login) === undefined)
      .map((login) => `Group ${quoted(this.node.id)} has the member ${quoted(login)}, ${notDeclared}`)
  }
}

/** Goes on after a name that a team does not have. */
export const notDeclared = 'which the team does not declare. Correct the name, or declare it in the team.'

/** A member that a group can have, such as an `LdapMember`, an `ExistingMember`, or the data source of a member. */
export interface DirectoryMember extends IConstruct {
  readonly uid: string
  // With undefined, as the classes have it: apps with exactOptionalPropertyTypes compile only so.
  readonly uidInput?: string | undefined
}

/** The memberships of one group, which are children of its construct, by the logins of the members. */
export class GroupMemberships {
  readonly byLogin: Record<string, LdapGroupMembership> = {}
  readonly #repeated = new Set<string>()
  readonly #rejected: string[] = []
  readonly #group: Construct & { readonly gid: number }
  readonly #options: CommonOptions

  constructor(group: Construct & { readonly gid: number }, options: CommonOptions) {
    this.#group = group
    this.#options = options
  }

  /** The membership of a member, which is declared once, however often it is asked for. */
  add(login: string, uid: string): LdapGroupMembership {
    const present = Object.hasOwn(this.byLogin, login) ? this.byLogin[login] : undefined
    if (present) this.#repeated.add(login)
    const membership = present ?? this.#declare(login, uid)
    this.byLogin[login] = membership
    return membership
  }

  /** With members that would stay in the group if one of the places that put them there no longer did. */
  problems(): readonly string[] {
    const repeated = [...this.#repeated].map(
      (login) =>
        `Member ${quoted(login)} is put into group ${quoted(this.#group.node.id)} in several places: by the group, by the member, or by ` +
        'addMember. Keep one of them.',
    )
    return [...this.#rejected, ...repeated]
  }

  #declare(login: string, uid: string): LdapGroupMembership {
    const { id, problems } = constructId(this.#group, login)
    this.#rejected.push(...problems.map((problem) => `Member ${quoted(login)} of a group ${problem}`))
    return new LdapGroupMembership(this.#group, id, {
      ...commonConfig(this.#options),
      uid,
      gid: this.#group.gid,
    })
  }
}

/** The login of a member; its id if only Terraform knows the login. */
export function loginOf({ uidInput, node }: DirectoryMember): string {
  return uidInput === undefined || Token.isUnresolved(uidInput) ? node.id : uidInput
}

/** Options of all resources of a team, or of one group. */
export interface CommonOptions {
  readonly dependsOn?: readonly ITerraformDependable[]
  readonly provider?: TerraformProvider
}

/** The configuration of one of these resources, with a list of its own: generated classes take none that is read-only. */
export function commonConfig({ dependsOn, provider }: CommonOptions) {
  return { dependsOn: dependsOn && [...dependsOn], provider }
}
