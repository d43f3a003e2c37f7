import { Lazy } from 'cdktf'
import type { Construct } from 'constructs'
import { LdapGroup, type LdapGroupConfig } from '../../bindings/cdktf/ldap-group'
import type { LdapGroupMembership } from '../../bindings/cdktf/ldap-group-membership'
import type { LdapMember } from '../../bindings/cdktf/ldap-member'
import { quoted } from '../wording'
import type { CommonOptions } from './common-options'
import { type DirectoryMember, GroupMemberships, loginOf } from './group-memberships'

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
