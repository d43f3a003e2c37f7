import type { Area } from '../../../appliance/settings'
import type { AreaExamination } from './area-examination'

/** The examination of an area whose every route changes something. */
export function unasked(area: Area): AreaExamination {
  return {
    checks: [
      {
        check: 'access',
        areas: [area],
        subject: `endpoints.${area}`,
        status: 'skipped',
        finding:
          'Every route of this area changes the appliance, so none was requested. Whether the appliance accepts the token is unknown.',
      },
    ],
    verdicts: [],
  }
}
