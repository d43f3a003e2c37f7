import {
  conditional,
  Fn,
  FOR_EXPRESSION_VALUE,
  forExpression,
  type IResolvable,
  Op,
  propertyAccess,
  ref,
  Token,
} from 'cdktf'
import { Construct } from 'constructs'
import { DataApplianceLdapGroups } from '../../bindings/cdktf/data-appliance-ldap-groups'
import type { LdapGroupMembership } from '../../bindings/cdktf/ldap-group-membership'
import { isKnown } from './known-sites'
import { type CommonOptions, type DirectoryMember, GroupMemberships, loginOf } from './team/group-memberships'

/** A group by its name, which is compared without case. */
export interface NamedGroup extends CommonOptions {
  readonly organization: string
  readonly name: string
}

/**
 * A group that exists in the user directory and that this app does not manage. Members can be put into it, and it can be the primary
 * group of members. Others that are in it stay.
 *
 * ```ts
 * const everyone = ExistingGroup.fromName(this, 'everyone', { organization: 'acme', name: 'everyone' })
 * everyone.addMember(team.members['ann.lee'])
 * ```
 */
export class ExistingGroup extends Construct {
  /** Number of the group. */
  readonly gid: number
  /** Memberships that the app declares, by the login of the member. */
  readonly memberships: { readonly [login: string]: LdapGroupMembership }
  readonly #memberships: GroupMemberships

  /** Terraform lists the groups of the organization in each plan, which fails if there is no such group. */
  static fromName(scope: Construct, id: string, named: NamedGroup): ExistingGroup {
    return new ExistingGroup(scope, id, named, (group) => gidOf(group, named))
  }

  /** Nothing is asked of the appliance. */
  static fromGid(scope: Construct, id: string, gid: number, options: CommonOptions = {}): ExistingGroup {
    return new ExistingGroup(scope, id, options, () => gid)
  }

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
  }

  /** Puts a member into the group. */
  addMember(member: DirectoryMember): LdapGroupMembership {
    return this.#memberships.add(loginOf(member), member.uid)
  }
}

// The parentheses keep the id apart from the logins of members, and are no part of the name in Terraform.
function gidOf(scope: Construct, { organization, name, provider, dependsOn }: NamedGroup): number {
  const groups = new DataApplianceLdapGroups(scope, '(groups)', {
    organization,
    provider,
    dependsOn: dependsOn && [...dependsOn],
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
