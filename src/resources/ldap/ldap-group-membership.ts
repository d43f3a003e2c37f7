import {
  type Appliance,
  ApplianceError,
  type Group,
  type GroupInOrganization,
} from '@webfilter/appliance-client'
import { groupListNotBelieved } from '@webfilter/appliance-declarations/diagnostics/absence'
import { memberMissing } from '@webfilter/appliance-declarations/diagnostics/accounts'
import {
  groupNumberRefused,
  groupNumberReused,
  membershipAdopted,
  membershipByNumber,
  membershipDeclaredTwice,
  membershipMissing,
  membershipNotChecked,
  membershipStays,
  membershipStillThere,
} from '@webfilter/appliance-declarations/diagnostics/directory'
import { loginName, range } from '@webfilter/appliance-declarations/validators'
import { canonicalUid, greatestGid, sameName } from '@webfilter/appliance-names'
import {
  gone,
  integer,
  isUnknown,
  type PrivateForms,
  ProviderError,
  string,
} from '@webfilter/terraform-plugin'
import { isJsonObject } from '@webfilter/text'
import { listResource, resource } from '../../definitions'
import { directoryDocumentation, withoutService } from '../../documentation'
import { type LookContext, type ProviderData, refuseSecond } from '../../provider-data'
import {
  keepInDirectory,
  lookIntoDirectory,
  parseGroupId,
  readWhileRunning,
  type SeenRecord,
  seenIn,
} from './directory-looks'

interface MembershipRecord extends SeenRecord {
  /**
   * What the answer for a member that does not exist looked like when the link was made. If an apply is killed between the deletion and the
   * creation of a member, only its memberships are left in the state to recognize that by.
   */
  readonly absence?: string | undefined
  /** Name of the group when the link was made: numbers of groups may come back. */
  readonly group?: string | undefined
}

const membershipPrivateData: PrivateForms<MembershipRecord, never> = {
  record: (json) =>
    isJsonObject(json)
      ? { absence: textIn(json.absence), group: textIn(json.group), seen: seenIn(json.seen) }
      : undefined,
  note: () => undefined,
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** A link between a member and a group of the user directory (docs/appliance, "Link a member to a group"). */
export const ldapGroupMembership = resource('ldap_group_membership', {
  description:
    'Manages the link between one member and one group of the user directory. Other members and groups stay unchanged. Take `uid` and ' +
    '`gid` from the resources of the member and the group, so that they exist first. The first plan of a link to a number names the ' +
    'group that has it.',
  documentation: {
    ...directoryDocumentation,
    destroy:
      'The link is removed. The member and the group stay. If the directory still lists the link afterward, it stays in the state, and the ' +
      'apply fails.',
    drift:
      'Each plan reads the groups of the member, once for all of its memberships. If others removed a link, the plan creates it ' +
      'again. Links that others added are not detected: the REST interface lists the groups of a member, but not the members of a ' +
      'group.\n\n' +
      'If the number in the configuration now belongs to another group, the plan is refused with both names (`number-refused`): the ' +
      'link would give the member the rights of that group. If the group was only renamed, run `terraform state rm` for the membership ' +
      'and apply.' +
      `\n\n${withoutService}`,
    import: 'The ID is the login of the member and the number of the group, such as `ann.lee/5001`.',
  },

  attributes: {
    uid: string({
      required: true,
      requiresReplace: true,
      validate: loginName,
      semanticEquals: (prior, next) => canonicalUid(prior) === canonicalUid(next),
      description: 'Login of the member, in any letter case.',
    }),
    gid: integer({
      required: true,
      requiresReplace: true,
      validate: range(1, greatestGid),
      description: 'Number of the group.',
    }),
    id: string({
      computed: true,
      useStateForUnknown: true,
      description: 'Login of the member and number of the group, such as `ann.lee/5001`.',
    }),
  },

  identity: {
    uid: { forImport: 'required', description: 'Login of the member.' },
    gid: { forImport: 'required', description: 'Number of the group.' },
  },

  privateData: membershipPrivateData,

  async plan({ prior, proposed, object, appliance, run, onUnreachable, diagnostics, signal }) {
    const { uid, gid } = proposed
    keepInDirectory('a membership', { object, run, diagnostics })
    if (isUnknown(uid) || isUnknown(gid)) return {}
    const id = idOf(uid, gid)
    if (run?.claims.claim('membership', id, object) === false) {
      diagnostics.raise(membershipDeclaredTwice({ uid, gid }), ['uid'])
    } else if (appliance && run) {
      const context = { appliance, run, onUnreachable, diagnostics, signal }
      await diagnoseGroup({ uid, gid, isStored: prior !== null }, context)
    }
    return { id }
  },

  async create({ plan, keep, object, appliance, run, signal }) {
    const { groups, members } = appliance.directory
    const id = idOf(plan.uid, plan.gid)
    refuseSecond(run.claims.create('membership', id, object), membershipDeclaredTwice(plan))
    run.directory.declare('membership', id)
    return await run.changes.turn('membership', id, signal, async () => {
      const linked = await groups.link(plan.gid, plan.uid, signal)
      keep({ absence: await members.absence(signal), group: legibleName(linked), seen: Date.now() })
      return { ...plan, id }
    })
  },

  async read(args) {
    const { state, keep, appliance, run, diagnostics, signal } = args
    if (args.record?.absence !== undefined) appliance.directory.members.recognize(args.record.absence)
    run.directory.expectMember(state.uid)
    appliance.directory.members.expect([...run.directory.accounts.storedLogins(), state.uid])
    return await readWhileRunning(state, args, async ({ record, mayBeEmptied }) => {
      const all = appliance.directory.groups
      const groups = await (mayBeEmptied ? all.ofUnseenMember : all.ofMember)(state.uid, signal)
      const missed = run.directory.missedAmong(groups ?? [])
      if (missed)
        throw new ProviderError(groupListNotBelieved({ ...missed, list: 'incomplete', member: state.uid }))
      const linked = groups?.find(({ gid }) => gid === state.gid)
      const [was, now] = [record?.group, legibleName(linked)]
      if (was !== undefined) run.formerNames.set(keyOf(state), { was, now })
      if (!linked) return gone
      // A state of an import, or of a release that did not record it.
      if (was === undefined && now !== undefined) keep({ ...record, group: now })
      if (was !== undefined && now !== undefined && !sameName(was, now))
        diagnostics.raise(groupNumberReused({ gid: state.gid, group: was, now }))
      return state
    })
  },

  async delete({ state, record, appliance, run, diagnostics, signal }) {
    if (record?.absence !== undefined) appliance.directory.members.recognize(record.absence)
    const id = idOf(state.uid, state.gid)
    await run.changes.turn('membership', id, signal, async () => {
      if (!run.directory.isDeclared('membership', id)) {
        const { uid, gid } = state
        const { groups } = appliance.directory
        await groups.unlink(gid, uid, signal)
        if (await groups.remains(gid, uid, run.waits.untilGone, signal))
          throw new ProviderError(membershipStillThere({ uid, gid }))
        return
      }
      diagnostics.raise(membershipStays(state))
    })
  },

  async importState({ id, identity, appliance, signal }) {
    const named = identity ? { owner: identity.uid, gid: identity.gid } : parseGroupId(id)
    const groups = named && (await appliance.directory.groups.ofUnseenMember(named.owner, signal))
    if (named && groups?.some(({ gid }) => gid === named.gid))
      return importedMembership(named.owner, named.gid)
    throw new ProviderError(membershipMissing({ id: id ?? `${identity.uid}/${identity.gid}` }))
  },
})

/**
 * Refuses a link to a group that has the number of another one by now, which the state knows by the name that the link was made for. And says of
 * a link that is to be made to which group it leads, unless the configuration most likely refers to that.
 */
async function diagnoseGroup(
  { uid, gid, isStored }: { readonly uid: string; readonly gid: number; readonly isStored: boolean },
  {
    appliance,
    run,
    onUnreachable,
    diagnostics,
    signal,
  }: Pick<ProviderData<Appliance>, 'appliance' | 'run'> & LookContext & { readonly signal: AbortSignal },
): Promise<void> {
  const { groups } = appliance.directory
  const former = run.formerNames.get(keyOf({ uid, gid }))
  if (isStored) {
    refuseAnother(former?.now)
    return
  }
  const notChecked = (failure: string) => membershipNotChecked({ uid, gid, failure })
  const found = await lookIntoDirectory(notChecked, { diagnostics, onUnreachable }, async () => {
    const linked = (await groups.ofUnseenMember(uid, signal))?.find((group) => group.gid === gid)
    const declared = run.directory.nameOfGroup(gid)
    const known = legibleName(linked) ?? declared
    if (known !== undefined) return { linked, declared, name: known }
    const { group, organization } = (await groupByNumber()) ?? {}
    return { linked, declared, name: legibleName(group), organization }
  })
  if (!found || refuseAnother(found.name)) return
  const { linked, declared, name, organization } = found
  if (linked) diagnostics.raise(membershipAdopted({ uid, gid, group: name }))
  else if (declared === undefined && name !== undefined)
    diagnostics.raise(membershipByNumber({ uid, gid, group: name, organization }), ['gid'])

  function refuseAnother(now: string | undefined): boolean {
    if (former === undefined || now === undefined || sameName(former.was, now)) return false
    diagnostics.raise(groupNumberRefused({ uid, gid, group: former.was, now }), ['gid'])
    return true
  }

  /** If it only gives a name to what the configuration says, what keeps it from finding out is no failure. */
  async function groupByNumber(): Promise<GroupInOrganization | undefined> {
    try {
      return await groups.findByNumber(gid, signal)
    } catch (error) {
      if (former === undefined && error instanceof ApplianceError && error.kind !== 'cancelled')
        return undefined
      throw error
    }
  }
}

/** Undefined where letters of the name are lost, too. */
function legibleName(group: Group | undefined): string | undefined {
  return group?.encoding === undefined ? group?.name : undefined
}

/** Of the membership, among what states say of numbers. */
function keyOf({ uid, gid }: { readonly uid: string; readonly gid: number }): string {
  return `membership ${idOf(uid, gid)}`
}

/** The state of a link that was found. */
export function importedMembership(uid: string, gid: number) {
  return { uid: canonicalUid(uid), gid, id: idOf(uid, gid) }
}

function idOf(uid: string, gid: number): string {
  return `${canonicalUid(uid)}/${gid}`
}

/** The groups of one member, for `terraform query` (docs/appliance, "Groups of a member"). */
export const ldapGroupMembershipList = listResource('ldap_group_membership', {
  description:
    'Lists the memberships of one member of the user directory. The REST interface lists the groups of a member, but not the members ' +
    'of a group, so a list begins with a member.',

  attributes: {
    uid: string({
      required: true,
      validate: loginName,
      description: 'Login of the member, in any letter case.',
    }),
  },

  async *list({ config: { uid }, appliance, signal }) {
    const groups = await appliance.directory.groups.ofUnseenMember(uid, signal)
    if (!groups) throw new ProviderError(memberMissing({ uid }), { path: ['uid'] })
    for (const { gid, name } of groups) {
      // No configuration can declare a membership in any other group.
      if (gid < 1 || gid > greatestGid) continue
      const state = importedMembership(uid, gid)
      yield { displayName: name === undefined ? state.id : `${state.id} (${name})`, state }
    }
  },
})
