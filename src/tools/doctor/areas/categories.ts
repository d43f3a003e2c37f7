import { parseSite } from '@webfilter/appliance-names'
import type { Categories } from '../../../appliance/categories/categories'
import type { Category, CategoryList } from '../../../appliance/categories/category'
import { categoryRoutes } from '../../../appliance/categories/interface/routes'
import { ApplianceError } from '../../../appliance/errors'
import { counted } from '../../../diagnostics/counted'
import { topics } from '../assumptions'
import { judgeAccess, judgeAssumption, judgeReading, type Reading, read, toldBy } from '../reading'
import type { Check } from '../report'
import type { AreaExamination } from './area-examination'
import { judgeGeneration } from './category-generation'
import { judgeNames, judgePolicyCodes } from './category-list'

/** A name that never leads anywhere (RFC 6761), so hardly any category contains it. */
const nowhere = 'appliance-doctor.invalid'

/** The list, which every appliance has, and the query route, which only the older routes have. */
export async function examineCategories(
  categories: Categories,
  hasToken: boolean,
  signal: AbortSignal,
): Promise<AreaExamination> {
  const parsed = parseSite(nowhere)
  if (!parsed.ok) throw new TypeError(parsed.reason)
  const { site } = parsed
  const [list, query] = await Promise.all([
    read(categoryRoutes.list[categories.api === 'autonomous' ? 'autonomous' : 'older'], () =>
      categories.list(signal),
    ),
    read(categoryRoutes.query.older, async () => {
      const { holders, unproven, failure } = await categories.holders([site], signal)
      if (failure) throw failure
      return { holders: holders.get(site) ?? [], unproven }
    }),
  ])
  return judgeCategories(list, query, categories.api, hasToken)
}

/** What was found of a site that hardly any category contains. */
interface FoundHolders {
  readonly holders: readonly Category[]
  /** That there are none may be a failure of all queries. */
  readonly unproven: boolean
}

function judgeCategories(
  list: Reading<CategoryList>,
  query: Reading<FoundHolders>,
  api: Categories['api'],
  hasToken: boolean,
): AreaExamination {
  const access = judgeAccess([list, query], hasToken)
  const listed = toldBy(list)
  return {
    checks: [
      ...(access ? [access] : []),
      judgeReading(list, (value) => `${counted(value.categories.length, 'category', 'categories')}.`),
      judgeQuery(query, listed, api),
      ...(listed ? [judgeGeneration(listed.generation, query, api)] : []),
    ],
    verdicts: [
      ...judgeNames(listed?.categories ?? []),
      ...judgePolicyCodes(listed?.categories ?? []),
      ...judgeAssumption(topics.siteInNoCategory, query, ({ holders, unproven }) =>
        holders.length === 0 && !unproven
          ? 'the provider can read the answer for a site that no category contains.'
          : undefined,
      ),
    ],
  }
}

/** Where the autonomous service answers the list, the route may well be missing: what follows is told by the generation. */
function judgeQuery(
  query: Reading<FoundHolders>,
  list: CategoryList | undefined,
  api: Categories['api'],
): Check {
  const check = judgeReading(query, ({ holders: { length } }) =>
    length === 0
      ? `no category contains ${nowhere}.`
      : `${nowhere} is in ${counted(length, 'category', 'categories')}.`,
  )
  if (toldBy(query)?.unproven) {
    const finding = `The answer of ${check.subject} for ${nowhere} is the same as for names that cannot exist. If every query fails, the answers look the same.`
    return {
      ...check,
      status: 'skipped',
      finding,
      hint: 'Run appliance explain for a site that a category contains.',
    }
  }
  const missing = query.told instanceof ApplianceError && query.told.kind === 'route-missing'
  if (!missing || (list?.generation !== 'autonomous' && api !== 'autonomous')) return check
  const { hint: _, code: __, ...rest } = check
  const finding =
    api === 'autonomous'
      ? `${check.subject} was not requested because category_api is "autonomous".`
      : `The appliance does not have ${check.subject}, which is normal if it has only the autonomous service.`
  return { ...rest, status: 'skipped', finding }
}
