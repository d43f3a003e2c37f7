import {
  type Appliance,
  ApplianceError,
  type Group,
  groupNamed,
  groupNumbered,
  lostLetters,
} from '@webfilter/appliance-client'
import {
  groupAdopted,
  groupDeclaredTwice,
  groupExists,
  groupMissing,
  groupNotChecked,
  groupStays,
  groupUnlisted,
  namelessGroupsNotListed,
  organizationNotListed,
} from '@webfilter/appliance-declarations/diagnostics/directory'
import { diagnosticOf, warnOf, wordsFor } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { protectionAttributes } from '@webfilter/appliance-declarations/protection'
import { notBlank } from '@webfilter/appliance-declarations/validators'
import { sameName } from '@webfilter/appliance-names'
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
import { refuseProtected } from '../deletion-protection'
import {
  type CreationNote,
  failedCreation,
  type UnlistedRecord,
  unlistedIn,
  vanishedIn,
} from '../failed-creation'
import {
  keepInDirectory,
  lookIntoDirectory,
  parseGroupId,
  readWhileRunning,
  type SeenRecord,
  seenIn,
} from './directory-looks'

const groupPrivateData: PrivateForms<UnlistedRecord & SeenRecord, CreationNote> = {
  record: (json) =>
    isJsonObject(json) ? { unlisted: unlistedIn(json.unlisted), seen: seenIn(json.seen) } : undefined,
  note: (json) => (isJsonObject(json) ? { vanished: vanishedIn(json.vanished) } : undefined),
}

/** Of a group by its name, among what is gone. */
function keyOf({ name, organization }: { readonly name: string; readonly organization: string }): string {
  return `group ${organization}/${name}`.toLowerCase()
}

/** What stands for the number in the state that a creation leaves which no list shows. */
const unlistedGid = 0

/** A group of the user directory (docs/appliance, "Create a group"). */
export const ldapGroup = resource('ldap_group', {
  description:
    'Manages a group of the user directory. If the organization has a group with this name, the resource adopts it, and the plan ' +
    'warns you; otherwise it creates the group. Use `appliance_ldap_group_membership` for the members of the group. Requires the ' +
    'directory service to run: see `appliance_ldap_service`.',
  documentation: {
    ...directoryDocumentation,
    irreversible:
      '~> **Warning:** The REST interface cannot delete or rename a group. A group that an apply has created stays on the appliance; a ' +
      'new `name` or `organization` creates another group beside it.',
    destroy: 'Nothing is sent. The group stays with its members, and the plan warns about it.',
    drift:
      'Each plan lists the groups of the organization. A group is identified by its number and its name. If it no longer exists, or has ' +
      'another number or name, the plan creates it again. If only the list lacks it, while one of up to ten members of the state is in ' +
      'it, the state keeps the group, and the plan warns (`group-unlisted`). If no such member is known, a second list must lack it ' +
      'too. If a member is then found in the group, the plan fails, and no link is removed. If the organization exists but its list of ' +
      'groups is empty, the plan fails as well, unless an apply has [installed the directory service](ldap_service.md#drift) since.\n\n' +
      'If the appliance accepts a creation and then lists no group of this name, the error names what is new in the list, and nothing is created ' +
      'under this name again, as for [a category](category.md#drift).' +
      `\n\n${withoutService}`,
    import: 'The ID is the organization and the number of the group, such as `acme/5001`.',
  },

  attributes: {
    name: string({
      required: true,
      requiresReplace: true,
      validate: notBlank,
      semanticEquals: sameName,
      description:
        'Name of the group, in any letter case. The REST interface cannot rename a group, so a new name creates another group.',
    }),
    organization: string({
      required: true,
      requiresReplace: true,
      validate: notBlank,
      semanticEquals: sameName,
      description:
        'Organization of the group. The data source `appliance_ldap_organizations` lists the organizations.',
    }),
    on_existing: string({
      default: 'adopt',
      oneOf: ['adopt', 'fail'],
      description:
        'Action if the group exists before it is created. `adopt` manages the existing group and changes nothing in it; `fail` rejects ' +
        'the plan.',
    }),
    ...protectionAttributes,
    gid: integer({
      computed: true,
      useStateForUnknown: true,
      description: 'Number of the group, chosen by the appliance.',
    }),
    id: string({
      computed: true,
      useStateForUnknown: true,
      description: 'Organization and number of the group, such as `acme/5001`.',
    }),
  },

  privateData: groupPrivateData,

  identity: {
    organization: { forImport: 'required', description: 'Organization of the group.' },
    gid: { forImport: 'required', description: 'Number of the group.' },
  },

  prefetch({ gid, name, organization }, { appliance }) {
    if (gid !== unlistedGid || typeof name !== 'string' || typeof organization !== 'string') return
    // Known before anything is created in its place, also without a refresh.
    appliance?.directory.groups.expectUnlisted({ name, organization }, null)
  },

  async plan({
    prior,
    proposed,
    object,
    notedInPlan,
    note,
    appliance,
    run,
    onUnreachable,
    diagnostics,
    signal,
  }) {
    const { name, organization, on_existing } = proposed
    // Terraform does not call planDestroy for a replacement, and replaces a group whose name is not known yet.
    const stored = prior && prior.gid !== unlistedGid ? prior : null
    if (stored && (stored.name !== name || stored.organization !== organization))
      diagnostics.raise(groupStays(stored))
    keepInDirectory(isUnknown(name) ? 'a group' : `group ${JSON.stringify(name)}`, {
      object,
      run,
      diagnostics,
    })
    if (isUnknown(name) || isUnknown(organization)) return {}
    if (run?.claims.claim('group', `${organization}/${name}`, object) === false) {
      diagnostics.raise(groupDeclaredTwice({ name, organization }), ['name'])
    }
    if (stored) return {}
    const vanished = run?.vanished.get(keyOf({ name, organization })) ?? notedInPlan?.vanished
    if (vanished) note({ vanished })
    const group = { name, organization, isRefused: on_existing === 'fail' }
    if (appliance && !diagnostics.hasErrors)
      await diagnoseCreation(group, { appliance, onUnreachable, diagnostics, signal })
    return {}
  },

  refuseDestroy({ state, deletionProtection }) {
    if (state.gid === unlistedGid) return undefined
    return refuseProtected(
      'ldap_group',
      `Group ${JSON.stringify(state.name)} of organization ${JSON.stringify(state.organization)}`,
      state,
      deletionProtection,
    )
  },

  planDestroy({ state, diagnostics }) {
    if (state.gid !== unlistedGid) diagnostics.raise(groupStays(state))
  },

  async create({ plan, object, noted, keep, appliance, run, signal }) {
    const { name, organization } = plan
    const isFirst = run.claims.create('group', `${organization}/${name}`, object)
    refuseSecond(isFirst, groupDeclaredTwice({ name, organization }))
    const created = appliance.directory.groups.create(name, organization, signal)
    const { gid, origin } = await created.catch((failure: unknown) => {
      const state = { ...plan, gid: unlistedGid, id: `${organization}/${unlistedGid}` }
      throw failedCreation(failure, state, { noted, keep })
    })
    // Adopting sends nothing, so nothing has been done yet.
    if (origin === 'adopted' && plan.on_existing === 'fail') {
      throw new ProviderError(groupExists({ name, organization, gid }), { path: ['name'] })
    }
    run.directory.find({ name, organization, gid })
    keep({ seen: Date.now() })
    return { ...plan, gid, id: `${organization}/${gid}` }
  },

  /** Only `on_existing` and `deletion_protection` can change, which are not sent to the appliance. */
  async update({ prior, plan }) {
    return { ...plan, gid: prior.gid, id: prior.id }
  },

  async read(args) {
    const { state, record, appliance, run, diagnostics, signal } = args
    return await readWhileRunning(state, args, async ({ mayBeEmptied }) => {
      if (state.gid === unlistedGid) return await readUnlisted()
      const members = { logins: run.directory.logins(), mayBeEmptied }
      const found = await appliance.directory.groups.findManaged(state, members, signal)
      if (!found) {
        // The members that it may have are read after it.
        run.directory.miss(state)
        run.vanished.set(keyOf(state), state)
        return gone
      }
      run.directory.find(state)
      const { shownBy: uid } = found
      if (uid !== undefined) diagnostics.raise(groupUnlisted({ ...state, uid }))
      return state
    })

    /** If it is listed by now, or was renamed in the console, the plan adopts it. */
    async function readUnlisted() {
      const { groups } = appliance.directory
      const { name, organization } = state
      if (groupNamed(name, await groups.list(organization, signal))) return gone
      groups.expectUnlisted(state, record?.unlisted ?? null)
      return state
    }
  },

  async delete() {},

  async importState({ id, identity, appliance, signal }) {
    const named = identity ? { owner: identity.organization, gid: identity.gid } : parseGroupId(id)
    const groups = named && (await appliance.directory.groups.list(named.owner, signal))
    const found = named && groups && groupNumbered(named.gid, groups)
    const state = named && found && importedGroup(named.owner, found)
    if (state) return state
    throw new ProviderError(groupMissing({ id: id ?? `${identity.organization}/${identity.gid}` }))
  },
})

/** Says of a group that is to be created whether it exists, and refuses one whose creation was sent before and never listed. */
async function diagnoseCreation(
  { name, organization, isRefused }: { name: string; organization: string; isRefused: boolean },
  {
    appliance,
    onUnreachable,
    diagnostics,
    signal,
  }: Pick<ProviderData<Appliance>, 'appliance'> & LookContext & { readonly signal: AbortSignal },
): Promise<void> {
  const { groups } = appliance.directory
  const notChecked = (failure: string) => groupNotChecked({ name, organization, failure })
  const found = await lookIntoDirectory(notChecked, { diagnostics, onUnreachable }, async () =>
    groupNamed(name, await groups.list(organization, signal)),
  )
  const existing = isRefused ? groupExists : groupAdopted
  const unlisted = groups.unlisted({ name, organization })
  if (found) diagnostics.raise(existing({ name, organization, gid: found.gid }), ['name'])
  else if (unlisted) diagnostics.raise(wordsFor(unlisted), ['name'])
}

/** The state of a group that was found; undefined if the directory does not return its name, which a configuration requires. */
export function importedGroup(organization: string, { gid, name }: Group) {
  if (name === undefined || name.trim() === '') return undefined
  const id = `${organization}/${gid}`
  return { name, organization, on_existing: 'adopt', deletion_protection: null, gid, id } as const
}

/** The groups of the user directory, for `terraform query` (docs/appliance, "List groups"). */
export const ldapGroupList = listResource('ldap_group', {
  description:
    'Lists the groups of the user directory. If the groups of one organization cannot be read, a warning names the organization, ' +
    'and the result contains those of the others. A group without a name cannot be imported and is not listed.',

  attributes: {
    organization: string({
      optional: true,
      validate: notBlank,
      description:
        'Organization whose groups are listed. If not set, the groups of all organizations are listed, one organization after the other.',
    }),
    name_contains: string({
      optional: true,
      validate: notBlank,
      description:
        'Text that the name contains. Letter case has no meaning. If not set, all groups are listed.',
    }),
  },

  async *list({ config: { organization, name_contains }, appliance, diagnostics, signal }) {
    const organizations = organization ? [organization] : await appliance.directory.organizations(signal)
    const wanted = (name_contains ?? '').trim().toLowerCase()
    let answered = 0
    for (const [index, each] of organizations.entries()) {
      const mustAnswer = answered === 0 && index === organizations.length - 1
      const groups = await groupsOf(each, mustAnswer)
      if (!groups) continue
      answered += 1
      const [{ encoding } = {}] = groups
      const names = groups.map(({ name }) => name)
      warnOf(lostLetters(names, encoding), diagnostics)
      const importable = groups.flatMap((group) => importedGroup(each, group) ?? [])
      const nameless = groups.length - importable.length
      if (nameless > 0) diagnostics.raise(namelessGroupsNotListed({ organization: each, count: nameless }))
      for (const state of importable) {
        if (!state.name.toLowerCase().includes(wanted)) continue
        yield { displayName: `${each}/${state.name}`, state }
      }
    }

    /** Undefined if they cannot be read, which is a warning. An error if no organization at all could be read. */
    async function groupsOf(of: string, mustAnswer: boolean): Promise<readonly Group[] | undefined> {
      try {
        return await appliance.directory.groups.list(of, signal)
      } catch (error) {
        if (signal.aborted || mustAnswer || !(error instanceof ApplianceError)) throw error
        const { message, advice } = diagnosticOf(error)
        const failure = [message, advice].filter((sentence) => sentence !== '').join(' ')
        diagnostics.raise(organizationNotListed({ organization: of, failure }))
        return undefined
      }
    }
  },
})
