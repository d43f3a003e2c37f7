import { groupNamed } from '../../appliance/directory/group'
import { sameName } from '../../appliance/directory/member'
import { resource } from '../../definitions'
import { directoryDocumentation } from '../../documentation'
import { gone } from '../../terraform/provider/definition'
import type { Diagnostics } from '../../terraform/provider/diagnostics'
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
      sameMeaning: sameName,
      description:
        'Name of the group, in any letter case. The appliance cannot rename a group, so another name makes another one.',
    }),
    organization: string({
      required: true,
      requiresReplace: true,
      validate: notBlank,
      sameMeaning: sameName,
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
      stable: true,
      description: 'Number of the group, which the appliance chooses.',
    }),
    id: string({ computed: true, stable: true, description: 'Organization and number, as `acme/5001`.' }),
  },

  async plan({ prior, draft, replanned, appliance, directoryClaims, diagnostics, signal }) {
    const { name, organization, on_existing } = draft
    if (isUnknown(name) || isUnknown(organization)) return {}
    if (!replanned && directoryClaims?.claim('group', `${organization}/${name}`) === false) {
      diagnostics.error(
        `Group ${JSON.stringify(name)} is declared twice`,
        'Another resource of this configuration has the same name and organization, and both would be the same group. Declare ' +
          'it once.',
        ['name'],
      )
    }
    if (prior) {
      // Terraform asks planDestroy nothing where a group is replaced.
      if (prior.name !== name || prior.organization !== organization) warnThatItStays(prior.name, diagnostics)
    } else if (appliance && !diagnostics.hasErrors) {
      const found = await lookIntoDirectory(`group ${JSON.stringify(name)}`, diagnostics, async () =>
        groupNamed(name, await appliance.directory.groups.list(organization, signal)),
      )
      if (found && on_existing === 'fail') {
        const { message, advice, path } = existing(name, organization, found.gid)
        diagnostics.error('The group exists already', `${message} ${advice}`, path)
      } else if (found) {
        diagnostics.warn(
          `Group ${JSON.stringify(name)} is there already and will be adopted`,
          `The organization ${JSON.stringify(organization)} has it as number ${found.gid}. Its members stay.`,
          ['name'],
        )
      }
    }
    return {}
  },

  planDestroy({ state, diagnostics }) {
    warnThatItStays(state.name, diagnostics)
  },

  async create({ plan, appliance, signal }) {
    const { name, organization } = plan
    const { gid, origin } = await appliance.directory.groups.create(name, organization, signal)
    // Adopting sends nothing, so nothing has been done yet.
    if (origin === 'adopted' && plan.on_existing === 'fail') {
      const { message, advice, path } = existing(name, organization, gid)
      throw new ProviderError(message, advice, { path })
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
      throw new ProviderError(
        `The directory has no group ${JSON.stringify(id)}.`,
        'Give organization and number, as acme/5001. The data source appliance_ldap_groups lists the groups of an organization.',
      )
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

function existing(name: string, organization: string, gid: number) {
  return {
    message: `The organization ${JSON.stringify(organization)} has the group ${JSON.stringify(name)} already, as number ${gid}, and on_existing is "fail".`,
    advice:
      'Choose another name; or import the group, or set on_existing = "adopt", to have it managed from now on.',
    path: ['name'],
  } as const
}

function warnThatItStays(name: string, diagnostics: Diagnostics): void {
  diagnostics.warn(
    `Group ${JSON.stringify(name)} will stay on the appliance`,
    'The appliance cannot delete a group. Terraform only forgets it.',
  )
}
