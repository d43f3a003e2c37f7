import type { Category, Generation } from '../../appliance/categories/category'
import { categoryRoutes } from '../../appliance/categories/interface/routes'
import { ApplianceError } from '../../appliance/errors'
import type { CategoryApi } from '../../appliance/settings'
import type { Reading } from '../reading'
import type { Check } from '../report'

/**
 * What list and query route say of the generations, held against `category_api`. A list of the older service does not tell
 * whether the autonomous one is there too: none of its further routes only reads.
 */
export function judgeGeneration(
  lists: Generation,
  query: Reading<readonly Category[]>,
  api: CategoryApi,
): Check {
  const about = { check: 'generation', areas: ['categories'], subject: 'category_api' } as const
  const older = olderRoutes(query)
  if (api === 'older' && older === 'missing') {
    return {
      ...about,
      status: 'failed',
      finding: 'category_api is "older", and the older routes are missing.',
      hint: categoryRoutes.add.older.withoutIt,
    }
  }
  if (lists === 'older') {
    const finding =
      'The older service answers the list. Whether the autonomous one is there too, reads cannot tell'
    if (api !== 'autonomous') return { ...about, status: 'passed', finding: `${finding}; it is not needed.` }
    return {
      ...about,
      status: 'warning',
      finding: `${finding}, and category_api is "autonomous".`,
      hint: 'Leave category_api out, unless you know that the autonomous service is there.',
    }
  }
  if (api === 'autonomous') {
    return {
      ...about,
      status: 'warning',
      finding:
        'The autonomous service answers the list, and category_api is "autonomous", so the older routes are not asked: categories ' +
        'cannot be created, and sites cannot be taken out, moved or looked up.',
      hint: 'Leave category_api out if the appliance has the older routes too.',
    }
  }
  if (older === 'there') {
    return {
      ...about,
      status: 'passed',
      finding: 'The autonomous service answers the list, and the older routes are there.',
    }
  }
  const answers = 'The autonomous service answers the list'
  if (older === 'unknown') {
    return {
      ...about,
      status: 'passed',
      finding: `${answers}. Whether the older routes are there could not be told.`,
    }
  }
  return {
    ...about,
    status: 'warning',
    finding: `${answers}, and is alone: categories cannot be created, and sites cannot be taken out, moved or looked up.`,
    hint: 'Create categories in the console of the appliance, or update it to a release with the older routes.',
  }
}

function olderRoutes({ told }: Reading): 'there' | 'missing' | 'unknown' {
  if (!(told instanceof ApplianceError)) return 'there'
  return told.kind === 'route-missing' ? 'missing' : 'unknown'
}
