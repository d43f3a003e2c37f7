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
import type { Construct } from 'constructs'
import { DataApplianceLdapGroups } from '../../bindings/cdktf/data-appliance-ldap-groups'
import { isKnown } from '../known-values'
import { type CommonOptions, commonConfig } from './common-options'

/**
 * The number of the group with a name, which Terraform looks up in the groups of the organization. The plan fails if the group is not
 * among them.
 *
 * @param scope gets the data source
 */
export function gidOfGroup(
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
