import { string } from '@webfilter/terraform-plugin'
import type { Group } from '../../appliance/directory/group'
import { ApplianceError } from '../../appliance/errors'
import { listResource } from '../../definitions'
import { namelessGroupsNotListed, organizationNotListed } from '../../diagnostics/directory'
import { notBlank } from '../../validators'
import { importedGroup } from './ldap-group'

/** The groups of the user directory, for `terraform query` (interface document, 4.6). */
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
      const isLastHope = answered === 0 && index === organizations.length - 1
      const groups = await groupsOf(each, isLastHope)
      if (!groups) continue
      answered += 1
      const importable = groups.flatMap((group) => importedGroup(each, group) ?? [])
      const nameless = groups.length - importable.length
      if (nameless > 0) diagnostics.raise(namelessGroupsNotListed({ organization: each, count: nameless }))
      for (const state of importable) {
        if (!state.name.toLowerCase().includes(wanted)) continue
        yield { displayName: `${each}/${state.name}`, state }
      }
    }

    /** Undefined where they cannot be read, which is told, unless nothing at all could be read then. */
    async function groupsOf(of: string, isLastHope: boolean): Promise<readonly Group[] | undefined> {
      try {
        return await appliance.directory.groups.list(of, signal)
      } catch (error) {
        if (signal.aborted || isLastHope || !(error instanceof ApplianceError)) throw error
        const { message, advice } = error.told
        const failure = [message, advice].filter((sentence) => sentence !== '').join(' ')
        diagnostics.raise(organizationNotListed({ organization: of, failure }))
        return undefined
      }
    }
  },
})
