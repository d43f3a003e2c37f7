import { subjectOf } from '../other-changes'
import { Name, say } from '../phrase'
import type { Observation, ReviewedPlan } from './reviewed-plan'

/** Certificates that are made anew although the appliance cannot withdraw the old one (interface document, 4.3). */
export function certificatesReplaced({ resources }: ReviewedPlan): readonly Observation[] {
  return resources
    .filter(({ type, action }) => type === 'appliance_certificate' && action === 'replace')
    .map((resource) => {
      const { name } = subjectOf({ ...resource, after: undefined })
      return {
        says: say`certificate ${new Name(name)} is replaced; the provider cannot remove the old one, so it stays on the appliance`,
        addresses: [resource.address],
      }
    })
}
