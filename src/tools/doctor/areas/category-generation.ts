import type { Generation } from '../../../appliance/categories/category'
import { categoryRoutes } from '../../../appliance/categories/interface/routes'
import { ApplianceError } from '../../../appliance/errors'
import type { CategoryApi } from '../../../appliance/settings'
import type { Reading } from '../reading'
import type { Check } from '../report'

/**
 * What list and query route say of the generations, held against `category_api`. A list of the older service does not show
 * whether the autonomous one exists too: none of its other routes only reads.
 */
export function judgeGeneration(lists: Generation, query: Reading, api: CategoryApi): Check {
  const about = { check: 'generation', areas: ['categories'], subject: 'category_api' } as const
  const older = olderRoutes(query)
  if (api === 'older' && older === 'missing') {
    return {
      ...about,
      status: 'failed',
      finding: 'category_api is "older", but the appliance does not have the older routes.',
      hint: categoryRoutes.add.older.withoutIt,
    }
  }
  if (lists === 'older') {
    const finding =
      'The older service answers the list route. Reads cannot show whether the appliance also has the autonomous service'
    if (api !== 'autonomous') return { ...about, status: 'passed', finding: `${finding}; it is not needed.` }
    return {
      ...about,
      status: 'warning',
      finding: `${finding}, but category_api is "autonomous".`,
      hint: 'Remove category_api unless you know that the appliance has the autonomous service.',
    }
  }
  if (api === 'autonomous') {
    return {
      ...about,
      status: 'warning',
      finding:
        'The autonomous service answers the list route. Because category_api is "autonomous", the older routes are not used: the ' +
        'provider cannot create categories, and cannot remove, move or look up sites.',
      hint: 'Remove category_api if the appliance also has the older routes.',
    }
  }
  if (older === 'there') {
    return {
      ...about,
      status: 'passed',
      finding: 'The autonomous service answers the list route, and the older routes exist.',
    }
  }
  const answers = 'The autonomous service answers the list route'
  if (older === 'unknown') {
    return {
      ...about,
      status: 'passed',
      finding: `${answers}. Whether the older routes exist could not be determined.`,
    }
  }
  return {
    ...about,
    status: 'warning',
    finding: `${answers}, and the older routes do not exist: the provider cannot create categories, and cannot remove, move or look up sites.`,
    hint: 'Create categories in the console of the appliance, or update the appliance to a release with the older routes.',
  }
}

function olderRoutes({ told }: Reading): 'there' | 'missing' | 'unknown' {
  if (!(told instanceof ApplianceError)) return 'there'
  return told.kind === 'route-missing' ? 'missing' : 'unknown'
}
