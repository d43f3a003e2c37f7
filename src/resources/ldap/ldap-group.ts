import { groupNamed } from '../../appliance/directory/group'
import { resource } from '../../definitions'
import {
  groupAdopted,
  groupDeclaredTwice,
  groupExists,
  groupMissing,
  groupNotChecked,
  groupStays,
} from '../../diagnostics/entries/directory'
import { directoryDocumentation } from '../../documentation'
import { sameName } from '../../names/directory-name'
import { gone } from '../../terraform/provider/definition'
import { ProviderError } from '../../terraform/provider/failures'
import { integer, string } from '../../terraform/schema/builders'
import { isUnknown } from '../../terraform/values/unknown'
import { notBlank } from '../../validators'
import { lookIntoDirectory, readWhileRunning } from './directory-looks'
import { parseGroupId } from './group-id'
import { withoutService } from './without-service'

/** A group of the user directory (interface document, 2.7 and 4.6). */
export const ldapGroup = resource('ldap_group', {
  description:
    'A group of the user directory. It is created if its organization has no group of this name yet, and adopted if it has: ' +
    'the plan says so. Who is in it is for `appliance_ldap_group_membership` to say. Needs the directory service to run, see ' +
    '`appliance_ldap_service`.',
  documentation: {
    ...directoryDocumentation,
    destroy: 'The appliance cannot delete a group: it stays with its members, and the plan warns of it.',
    drift:
      'Each plan lists the groups of the organization. A group is the same only where number and name fit; one that is gone, or has ' +
      `another number or name, is planned to be created again.\n\n${withoutService}`,
    import: 'By organization and number, as `acme/5001`.',
  },

  attributes: {
    name: string({
      required: true,
      requiresReplace: true,
      validate: notBlank,
      semanticEquals: sameName,
      description:
        'Name of the group, in any letter case. The appliance cannot rename a group, so another name makes another one.',
    }),
    organization: string({
      required: true,
      requiresReplace: true,
      validate: notBlank,
      semanticEquals: sameName,
      description: 'Organization of the group, as the data source `appliance_ldap_organizations` lists them.',
    }),
    on_existing: string({
      default: 'adopt',
      oneOf: ['adopt', 'fail'],
      description:
        'What becomes of a group that exists already when it is to be created. `adopt`: it is managed from then on, and nothing of ' +
        'it is changed. `fail`: the plan is refused.',
    }),
    gid: integer({
      computed: true,
      useStateForUnknown: true,
      description: 'Number of the group, which the appliance chooses.',
    }),
    id: string({
      computed: true,
      useStateForUnknown: true,
      description: 'Organization and number, as `acme/5001`.',
    }),
  },

  async plan({ prior, proposed, replanned, appliance, run, diagnostics, signal }) {
    const { name, organization, on_existing } = proposed
    if (isUnknown(name) || isUnknown(organization)) return {}
    if (!replanned && run?.directory.claim('group', `${organization}/${name}`) === false) {
      diagnostics.raise(groupDeclaredTwice({ name, organization }), ['name'])
    }
    if (prior) {
      // Terraform asks planDestroy nothing where a group is replaced.
      if (prior.name !== name || prior.organization !== organization) diagnostics.raise(groupStays(prior))
    } else if (appliance && !diagnostics.hasErrors) {
      const notChecked = (failure: string) => groupNotChecked({ name, organization, failure })
      const found = await lookIntoDirectory(notChecked, diagnostics, async () =>
        groupNamed(name, await appliance.directory.groups.list(organization, signal)),
      )
      if (found) {
        const existing = on_existing === 'fail' ? groupExists : groupAdopted
        diagnostics.raise(existing({ name, organization, gid: found.gid }), ['name'])
      }
    }
    return {}
  },

  planDestroy({ state, diagnostics }) {
    diagnostics.raise(groupStays(state))
  },

  async create({ plan, appliance, signal }) {
    const { name, organization } = plan
    const { gid, origin } = await appliance.directory.groups.create(name, organization, signal)
    // Adopting sends nothing, so nothing has been done yet.
    if (origin === 'adopted' && plan.on_existing === 'fail') {
      throw new ProviderError(groupExists({ name, organization, gid }), { path: ['name'] })
    }
    return { ...plan, gid, id: `${organization}/${gid}` }
  },

  /** Only what becomes of a group that exists already can change, which the appliance is not told. */
  async update({ prior, plan }) {
    return { ...plan, gid: prior.gid, id: prior.id }
  },

  async read(args) {
    const { state, appliance, signal } = args
    return await readWhileRunning(state, args, async () => {
      const groups = await appliance.directory.groups.list(state.organization, signal)
      const found = groups.find(({ gid }) => gid === state.gid)
      const isSame = found && (found.name === undefined || sameName(found.name, state.name))
      return isSame ? state : gone
    })
  },

  async delete() {},

  async importState({ id, appliance, signal }) {
    const parsed = parseGroupId(id)
    const groups = parsed && (await appliance.directory.groups.list(parsed.owner, signal))
    const found = groups?.find(({ gid }) => gid === parsed?.gid)
    if (!parsed || found?.name === undefined) {
      throw new ProviderError(groupMissing({ id }))
    }
    return {
      name: found.name,
      organization: parsed.owner,
      on_existing: 'adopt',
      gid: found.gid,
      id: `${parsed.owner}/${found.gid}`,
    }
  },
})
