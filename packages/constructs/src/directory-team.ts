import { canonicalUid } from '@webfilter/appliance-names'
import {
  type ITerraformDependable,
  type TerraformElement,
  type TerraformProvider,
  TerraformResource,
} from 'cdktf'
import { Construct } from 'constructs'
import type { LdapGroupConfig } from '../bindings/cdktf/ldap-group/index'
import type { LdapGroupMembership } from '../bindings/cdktf/ldap-group-membership/index'
import { LdapMember } from '../bindings/cdktf/ldap-member/index'
import type { WithAllowedValues } from './allowed-values'
import {
  constructId,
  type FormerKeys,
  MovesOfRenamed,
  type RenamedResource,
  readFormerKeys,
} from './construct-ids'
import { ResourcesAsOne } from './dependable'
import { fromKeys, mapValues, type TakenFrom } from './keys'
import { quoted } from './messages'
import { plainText, referenceTo } from './secret'
import { checkStackOf } from './stack-checks'
import { resolved, synthesizedStack } from './synthesized'
import { commonConfig, notDeclared, TeamGroup, type TeamMember } from './team-members'
import { warnAboutTeam } from './team-warnings'

export type { TeamGroup, TeamMember }

export interface DirectoryTeamConfig<Login extends string = string, Group extends string = string> {
  readonly organization: string
  /** Members, by login. */
  readonly members: { readonly [L in Login]: TeamMember<TakenFrom<Group>> }
  /**
   * Names of the groups. Each member names the groups that it is in. Instead, the logins of the members of each group, by the name of
   * the group.
   */
  readonly groups: readonly Group[] | { readonly [G in Group]: readonly TakenFrom<Login>[] }
  /** Resources that must exist before the team, such as the directory service. */
  readonly dependsOn?: readonly ITerraformDependable[]
  /** Provider of the resources. Defaults to the only provider of the stack. */
  readonly provider?: TerraformProvider
}

/** Options of a group that is added to a team. */
export interface TeamGroupOptions
  extends Pick<WithAllowedValues<LdapGroupConfig, 'appliance_ldap_group'>, 'onExisting' | 'lifecycle'> {
  /** Organization and number of an existing group, such as `acme/5001`, which the first apply imports. */
  readonly importId?: string
}

/**
 * The groups and members of an organization, and the members of each group. Logins and names of groups are the IDs of the
 * constructs: the appliance cannot change them, and their order has no meaning.
 *
 * A membership is declared at the member, in `groups` beside the other attributes, so that one block says everything about a person.
 * Apps that list the logins at the groups can go on to do so. A membership has one place: the synth rejects one that both declare.
 *
 * The synth rejects a team, with all of its problems at once, if a password is plain text, or comes from a variable that is not
 * sensitive or has a default, or if the configuration names a member or a group that the team does not have. People and groups that
 * are managed elsewhere are given as `ExistingMember` and `ExistingGroup`.
 *
 * ```ts
 * const initialPassword = new TerraformVariable(this, 'initial_password', { type: 'string', sensitive: true })
 * const team = new DirectoryTeam(this, 'newsroom', {
 *   organization: 'acme',
 *   groups: ['staff', 'editors'],
 *   members: {
 *     'ann.lee': {
 *       firstName: 'Ann',
 *       lastName: 'Lee',
 *       email: 'ann.lee@example.org',
 *       group: 'staff',
 *       groups: ['editors'],
 *       password: initialPassword,
 *     },
 *   },
 * })
 * team.groups.editors.addMember(ExistingMember.fromUid(this, 'eve', 'eve.may'))
 * ```
 */
export class DirectoryTeam<Login extends string = string, Group extends string = string>
  extends Construct
  implements ITerraformDependable
{
  /** Members, by login. Those that were added later are there too. */
  readonly members: { readonly [L in Login]: LdapMember }
  /** Groups, by name. Those that were added later are there too. */
  readonly groups: { readonly [G in Group]: TeamGroup }
  readonly #organization: string
  readonly #common: ReturnType<typeof commonConfig>
  readonly #parents: { readonly groups: Construct; readonly members: Construct }
  readonly #members: Record<string, LdapMember> = {}
  readonly #groups: Record<string, TeamGroup> = {}
  readonly #problems: string[] = []
  readonly #asOne: ResourcesAsOne
  /** Logins that members had before. */
  readonly #formerly = new Map<LdapMember, readonly string[]>()

  constructor(scope: Construct, id: string, config: DirectoryTeamConfig<Login, Group>) {
    super(scope, id)
    checkStackOf(this)
    this.#organization = config.organization
    this.#common = commonConfig(config)
    this.#parents = { groups: new Construct(this, 'groups'), members: new Construct(this, 'members') }
    this.#asOne = new ResourcesAsOne(this, () => this.resources)
    this.groups = this.#groups as { readonly [G in Group]: TeamGroup }
    this.members = this.#members as { readonly [L in Login]: LdapMember }

    const loginsByGroup = byName(config.groups)
    for (const name of Object.keys(loginsByGroup)) this.addGroup(name)
    for (const [login, member] of Object.entries<TeamMember<Group>>(config.members))
      this.addMember(login, member)
    for (const [name, logins] of Object.entries(loginsByGroup)) {
      for (const login of new Set(logins)) this.#putInto(name, login)
    }
    this.node.addValidation({ validate: () => this.#validate() })
  }

  /** Memberships, by the name of the group and the login. */
  get memberships(): { readonly [G in Group]: { readonly [L in Login]?: LdapGroupMembership } } {
    type OfGroup = { readonly [L in Login]?: LdapGroupMembership }
    return mapValues<Group, TeamGroup, OfGroup>(this.groups, ({ memberships }) => memberships as OfGroup)
  }

  /** All resources of the team: its groups, its members, and who is in its groups. */
  get resources(): readonly TerraformResource[] {
    const groups = Object.values(this.#groups)
    const memberships = groups.flatMap((group) => Object.values(group.memberships))
    return [...groups, ...Object.values(this.#members), ...memberships]
  }

  /** All resources of the team, for the `dependsOn` of others. */
  get fqn(): string {
    return this.#asOne.fqn
  }

  /**
   * Adds a member. Groups that were added to the team are given as objects.
   *
   * @param login must be none of the team's
   */
  addMember(login: string, member: TeamMember<Group>): LdapMember {
    const {
      group,
      groups = [],
      password,
      passwordVersion,
      importId,
      formerly,
      dependsOn = [],
      ...attributes
    } = member
    const dependencies = [...(this.#common.dependsOn ?? []), ...dependsOn]
    const reference = referenceTo(password)
    const { id, problems } = constructId(this.#parents.members, login)
    this.#problems.push(...problems.map((problem) => `Member ${quoted(login)} ${problem}`))
    const resource = new LdapMember(this.#parents.members, id, {
      ...this.#common,
      ...attributes,
      dependsOn: dependencies.length > 0 ? dependencies : undefined,
      uid: login,
      organization: this.#organization,
      gid: typeof group === 'string' ? this.#groupNamed(group, login)?.gid : group?.gid,
      passwordWo: reference,
      passwordWoVersion: passwordVersion ?? (reference === undefined ? undefined : 1),
    })
    if (importId !== undefined) resource.importFrom(importId, resource.provider)
    this.#members[login] = resource
    if (formerly !== undefined) this.#rename(resource, formerly)
    for (const each of new Set(groups)) {
      const found = typeof each === 'string' ? this.#groupNamed(each, login) : each
      found?.addMember(resource)
    }
    if (password !== undefined && reference === undefined)
      this.#problems.push(plainText(`The password of member ${quoted(login)}`))
    return resource
  }

  /**
   * Adds a group.
   *
   * @param name must be none of the team's
   */
  addGroup(name: string, { importId, ...options }: TeamGroupOptions = {}): TeamGroup {
    const config = { ...this.#common, ...options, name, organization: this.#organization }
    const { id, problems } = constructId(this.#parents.groups, name)
    this.#problems.push(...problems.map((problem) => `Group ${quoted(name)} ${problem}`))
    const group = new TeamGroup(this.#parents.groups, id, config, {
      memberNamed: (login) => ownOf(this.#members, login),
    })
    if (importId !== undefined) group.importFrom(importId, group.provider)
    this.#groups[name] = group
    return group
  }

  #rename(member: LdapMember, formerly: FormerKeys): void {
    if (this.#formerly.size === 0)
      new MovesOfRenamed(this, () =>
        [...this.#formerly].flatMap(([each, logins]) => renamedMember(each, logins, this.#parents.members)),
      )
    const { keys, problems } = readFormerKeys(formerly)
    this.#formerly.set(member, keys)
    const login = member.node.id
    this.#problems.push(...problems.map((problem) => `Member ${quoted(login)} ${problem}`))
    for (const key of keys)
      if (canonicalUid(key) !== canonicalUid(login))
        this.#problems.push(
          `Member ${quoted(login)} had the login ${quoted(key)}, as formerly says, but another login is another account. Remove ` +
            'formerly, and keep the old login as a member of its own until its owner no longer needs the account.',
        )
  }

  #groupNamed(name: string, login: string): TeamGroup | undefined {
    const group = ownOf(this.#groups, name)
    if (group === undefined) {
      this.#problems.push(`Member ${quoted(login)} has the group ${quoted(name)}, ${notDeclared}`)
    }
    return group
  }

  #putInto(group: string, login: string): void {
    const member = ownOf(this.#members, login)
    if (member) this.#groups[group]?.addMember(member)
    else this.#problems.push(`Group ${quoted(group)} has the member ${quoted(login)}, ${notDeclared}`)
  }

  #validate(): string[] {
    const synthesized = synthesizedStack(this)
    warnAboutTeam(
      {
        groups: Object.values(this.#groups),
        members: Object.values(this.#members),
      },
      synthesized,
    )
    return [...this.#problems]
  }
}

/** Logins by the name of the group; none for groups that are only named. */
function byName(groups: DirectoryTeamConfig['groups']): { readonly [name: string]: readonly string[] } {
  return isListOfNames(groups) ? fromKeys(groups, () => []) : groups
}

/** Array.isArray does not say so of what is read-only. */
function isListOfNames(groups: DirectoryTeamConfig['groups']): groups is readonly string[] {
  return Array.isArray(groups)
}

function ownOf<Value>(values: { readonly [name: string]: Value }, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

/**
 * A member with another login, and all memberships of the stack whose id is the login: a group has them below it, be it one of the
 * team, of another team, or one that exists on the appliance.
 *
 * @param members what contains the members of the team
 */
function renamedMember(
  member: LdapMember,
  logins: readonly string[],
  members: Construct,
): readonly RenamedResource[] {
  const login = member.node.id
  const formerly = logins.map((key) => ({ key, path: [key] }))
  const memberships = member.cdktfStack.node.findAll().filter((each) => isMembershipOf(each, member))
  return [
    { resource: member, name: `member ${quoted(login)}`, within: members, formerly },
    ...memberships.flatMap((membership) => {
      const group = membership.node.scope
      const name = `the membership of ${quoted(login)} in group ${quoted(group?.node.id ?? '')}`
      return group ? [{ resource: membership, name, within: group as Construct, formerly }] : []
    }),
  ]
}

function isMembershipOf(construct: unknown, member: LdapMember): construct is TerraformResource {
  if (!TerraformResource.isTerraformResource(construct)) return false
  if (construct.terraformResourceType !== 'appliance_ldap_group_membership') return false
  const { uidInput } = construct as TerraformElement & { readonly uidInput?: unknown }
  return (
    construct.node.id === member.node.id && resolved(uidInput, construct) === resolved(member.uid, member)
  )
}
