import { warning } from '@webfilter/terraform-plugin'
import { counted } from '../../counted'

// What is said of the lists that `terraform query` asks for.

export const organizationNotListed = warning(
  'organization-not-listed',
  'The groups of an organization could not be listed',
  ({
    organization,
    failure,
  }: {
    readonly organization: string
    /** What kept them from being listed, and what to do about that. */
    readonly failure: string
  }) => [
    `The result contains no groups of organization ${JSON.stringify(organization)}: ${failure}`,
    'Run the query again, or set organization to list the groups of another organization.',
  ],
)

export const namelessGroupsNotListed = warning(
  'nameless-groups-not-listed',
  'Groups without a name cannot be imported',
  ({ organization, count }: { readonly organization: string; readonly count: number }) => [
    `The appliance returned no name for ${counted(count, 'group')} of organization ${JSON.stringify(organization)}. A group without a ` +
      'name cannot be imported, so the result does not contain it.',
    'Give the group a name in the console of the appliance.',
  ],
)
