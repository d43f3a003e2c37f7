import type { ITerraformDependable } from 'cdktf'
import { Construct } from 'constructs'
import type { LdapGroupMembership } from '../bindings/cdktf/ldap-group-membership'
import { ResourcesAsOne } from './dependable'
import { checkStackOf } from './stack-checks'
import type { CommonOptions } from './team/common-options'
import { gidOfGroup } from './team/group-by-name'
import { type DirectoryMember, GroupMemberships, loginOf } from './team/group-memberships'

/** Options of a group that is found by its name. */
export interface NamedGroupOptions extends CommonOptions {
  /** Organization that has the group. */
  readonly organization: string
}

/**
 * A group that exists in the user directory, and that this stack does not own: one of another stack, or one that is maintained in the
 * console. The stack can put members into it, and make it the primary group of members.
 *
 * ```ts
 * const everyone = ExistingGroup.fromName(this, 'everyone', 'Everyone', { organization: 'acme' })
 * everyone.addMember(team.members['ann.lee'])
 * ```
 */
export class ExistingGroup extends Construct implements ITerraformDependable {
  /**
   * A group by its name, in any letter case. Each plan lists the groups of the organization, and fails if the group is not among them.
   */
  static fromName(scope: Construct, id: string, name: string, options: NamedGroupOptions): ExistingGroup {
    return new ExistingGroup(scope, id, options, (group) => gidOfGroup(name, options, group))
  }

  /** A group by its number, such as the `gid` of a group in another stack. */
  static fromGid(scope: Construct, id: string, gid: number, options: CommonOptions = {}): ExistingGroup {
    return new ExistingGroup(scope, id, options, () => gid)
  }

  /** Number of the group. */
  readonly gid: number
  /** Memberships that the app declares, by the login of the member. */
  readonly memberships: { readonly [login: string]: LdapGroupMembership }
  readonly #memberships: GroupMemberships
  readonly #asOne = new ResourcesAsOne(this, () => this.resources)

  private constructor(
    scope: Construct,
    id: string,
    options: CommonOptions,
    gidIn: (group: Construct) => number,
  ) {
    super(scope, id)
    this.gid = gidIn(this)
    this.#memberships = new GroupMemberships(this, options)
    this.memberships = this.#memberships.byLogin
    this.node.addValidation({ validate: () => [...this.#memberships.problems()] })
    checkStackOf(this)
  }

  /** Puts a member into the group. Others that are in it stay. */
  addMember(member: DirectoryMember): LdapGroupMembership {
    return this.#memberships.add(loginOf(member), member.uid)
  }

  /** Memberships that this construct has added. */
  get resources(): readonly LdapGroupMembership[] {
    return Object.values(this.memberships)
  }

  /** What stands for all memberships of this construct in the `dependsOn` of others. */
  get fqn(): string {
    return this.#asOne.fqn
  }
}
