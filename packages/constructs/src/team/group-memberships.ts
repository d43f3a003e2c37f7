import { Token } from 'cdktf'
import type { Construct, IConstruct } from 'constructs'
import { LdapGroupMembership } from '../../bindings/cdktf/ldap-group-membership'
import { constructId } from '../construct-ids'
import { quoted } from '../wording'
import { type CommonOptions, commonConfig } from './common-options'

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
