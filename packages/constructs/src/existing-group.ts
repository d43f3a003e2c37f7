import {
  conditional,
  Fn,
  FOR_EXPRESSION_VALUE,
  forExpression,
  type IResolvable,
  type ITerraformDependable,
  Op,
  propertyAccess,
  ref,
  Token,
} from 'cdktf'
import { Construct } from 'constructs'
import { DataApplianceLdapGroups } from '../bindings/cdktf/data-appliance-ldap-groups/index'
import type { LdapGroupMembership } from '../bindings/cdktf/ldap-group-membership/index'
import { ResourcesAsOne } from './dependable'
import { checkStackOf } from './stack-checks'
import { isKnown } from './synthesized'
import {
  type CommonOptions,
  commonConfig,
  type DirectoryMember,
  GroupMemberships,
  loginOf,
} from './team-members'

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

  /** All memberships of this construct, for the `dependsOn` of others. */
  get fqn(): string {
    return this.#asOne.fqn
  }
}

/**
 * The number of the group with a name, which Terraform looks up in the groups of the organization. The plan fails if the group is not
 * among them.
 *
 * @param scope gets the data source
 */
function gidOfGroup(
  name: string,
  { organization, ...options }: CommonOptions & { readonly organization: string },
  scope: Construct,
): number {
  // The parentheses keep the id apart from the logins of members, and are no part of the name in Terraform.
  const groups = new DataApplianceLdapGroups(scope, '(groups)', {
    ...commonConfig(options),
    organization,
    lifecycle: {
      postcondition: [
        {
          // Its own address is a reference to itself, which engines refuse.
          condition: Op.eq(Fn.lengthOf(gidsOf(ref('self.groups'), name)), 1),
          errorMessage: `Organization "${organization}" has no group "${name}". Correct the name, or declare the group.`,
        },
      ],
    },
  })
  return Token.asNumber(Fn.one(gidsOf(propertyAccess(groups, ['groups']), name)))
}

/** Numbers of the groups with this name. */
function gidsOf(groups: IResolvable, name: string): IResolvable {
  const [nameOfGroup, gid] = ['name', 'gid'].map((part) => propertyAccess(FOR_EXPRESSION_VALUE, [part]))
  // The appliance may return only the number of a group, and then its name is null.
  const hasName = Op.eq(comparable(Fn.try([nameOfGroup, ''])), comparable(inExpression(name)))
  return Fn.flatten(forExpression(groups, conditional(hasName, [gid], [])))
}

/** As the directory compares names. */
function comparable(name: unknown): IResolvable {
  return Token.asAny(Fn.lower(Fn.trimspace(Token.asString(name))))
}

/** A reference is written in a template: `"${var.group}"` is an expression of Terraform, too. */
function inExpression(name: string): unknown {
  if (Token.isUnresolved(name)) return name
  return ref(`"${isKnown(name) ? name.replaceAll(/["\\]/g, '\\$&') : name}"`)
}
