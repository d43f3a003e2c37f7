import {
  type Categories,
  type Category,
  type CategoryApi,
  type CategoryList,
  categoryRoutes,
  type Generation,
} from '@webfilter/appliance-client'
import { counted } from '@webfilter/appliance-declarations/diagnostics/wording'
import { parseSite, simplifyName } from '@webfilter/appliance-names'
import { FewSites } from '@webfilter/site-lists'
import {
  type AreaExamination,
  disproof,
  disproofBy,
  judgeReading,
  type Reading,
  read,
  topics,
} from './reading'
import { type Check, type Disproof, failed, type Judgment, passed, skipped, warning } from './report'

/** A name that never resolves (RFC 6761), so hardly any category contains it. */
export const nowhere = 'appliance-doctor.invalid'

/** The list, which every appliance has, and the query route, which only the older routes have. */
export async function examineCategories(
  categories: Categories,
  signal: AbortSignal,
): Promise<AreaExamination> {
  const { api } = categories
  const parsed = parseSite(nowhere)
  if (!parsed.ok) throw new TypeError(parsed.reason)
  const { site } = parsed
  const [list, query] = await Promise.all([
    read(categoryRoutes.list[api === 'autonomous' ? 'autonomous' : 'older'], () => categories.list(signal)),
    read(categoryRoutes.query.older, async () => {
      const { holders, unproven, failure } = await categories.holders(new FewSites([site]), signal)
      if (failure) throw failure
      return { holders: holders.get(site) ?? [], unproven }
    }),
  ])
  const listed = list.value
  const onList = judgeReading(
    list,
    ({ categories: { length } }) => `${counted(length, 'category', 'categories')}.`,
  )
  const onQuery = judgeQuery(query, listed, api)
  // A query reads the list first, so a list that fails is the failure of both, and is shown once.
  const isSame = onQuery.status === 'failed' && onQuery.finding === onList.finding
  return {
    asked: [list, query],
    checks: [
      onList,
      ...(isSame ? [] : [onQuery]),
      ...(listed ? [{ ...aboutGeneration, ...judgeGeneration(listed.generation, query, api) }] : []),
    ],
    disproofs: [
      ...alikeNames(listed?.categories ?? []),
      ...unknownCodes(listed?.categories ?? []),
      ...disproofBy(query, topics.siteInNoCategory),
    ],
  }
}

/**
 * If the autonomous service answers the list, the route may be missing. The check of the generation says what follows from that.
 * @param query what categories contain a site that hardly any contains; if none does, that may be a failure of all queries
 */
function judgeQuery(
  query: Reading<{ readonly holders: readonly Category[]; readonly unproven: boolean }>,
  list: CategoryList | undefined,
  api: Categories['api'],
): Check {
  const check = judgeReading(query, ({ holders: { length } }) =>
    length === 0
      ? `no category contains ${nowhere}.`
      : `${nowhere} is in ${counted(length, 'category', 'categories')}.`,
  )
  if (query.value?.unproven) {
    const finding = `The answer of ${check.subject} for ${nowhere} is the same as for names that cannot exist. If every query fails, the answers look the same.`
    return {
      ...check,
      ...skipped(finding),
      hint: 'Run appliance explain for a site that a category contains.',
    }
  }
  if (!lacksOlderRoutes(query) || (list?.generation !== 'autonomous' && api !== 'autonomous')) return check
  const { hint: _, code: __, ...rest } = check
  const finding =
    api === 'autonomous'
      ? `${check.subject} was not requested because category_api is "autonomous".`
      : `The appliance does not have ${check.subject}, which is normal if it has only the autonomous service.`
  return { ...rest, ...skipped(finding) }
}

const aboutGeneration = { check: 'generation', areas: ['categories'], subject: 'category_api' } as const

/**
 * Compares `category_api` with the services that answer the list and the query route. A list of the older service does not show
 * whether the autonomous one exists too: each other route of that one changes something.
 */
function judgeGeneration(lists: Generation, query: Reading, api: CategoryApi): Judgment {
  if (api === 'older' && lacksOlderRoutes(query)) {
    const finding = 'category_api is "older", but the appliance does not have the older routes.'
    return failed(finding, categoryRoutes.add.older.withoutIt)
  }
  if (lists === 'older') {
    const finding =
      'The older service answers the list route. Reads cannot show whether the appliance also has the autonomous service'
    if (api !== 'autonomous') return passed(`${finding}; it is not needed.`)
    const hint = 'Remove category_api unless you know that the appliance has the autonomous service.'
    return warning(`${finding}, but category_api is "autonomous".`, hint)
  }
  const answers = 'The autonomous service answers the list route'
  const lacking = 'the provider cannot create categories, and cannot remove, move or look up sites.'
  if (api === 'autonomous') {
    const finding = `${answers}. Because category_api is "autonomous", the older routes are not used: ${lacking}`
    const hint = 'Remove category_api if the appliance also has the older routes.'
    return warning(finding, hint)
  }
  if (query.error === undefined) return passed(`${answers}, and the older routes exist.`)
  if (!lacksOlderRoutes(query))
    return passed(`${answers}. Whether the older routes exist could not be determined.`)
  const hint =
    'Create categories in the console of the appliance, or update the appliance to a release with the older routes.'
  return warning(`${answers}, and the older routes do not exist: ${lacking}`, hint)
}

function lacksOlderRoutes({ error }: Reading): boolean {
  return error?.kind === 'route-missing'
}

/** Names that only differ in what is assumed to make no difference. */
function alikeNames(categories: readonly Category[]): readonly Disproof[] {
  const seen = new Map<string, Category>()
  for (const category of categories) {
    const simple = simplifyName(category.name)
    const other = seen.get(simple)
    if (other) {
      const because = `The category list contains both ${nameAndNumber(other)} and ${nameAndNumber(category)}.`
      return [disproof(topics.categoryNames, because)]
    }
    seen.set(simple, category)
  }
  return []
}

const knownCodes: ReadonlySet<number> = new Set([0, 1, 2, 3, 4])

function unknownCodes(categories: readonly Category[]): readonly Disproof[] {
  const unknown = categories
    .flatMap(({ rpz }) => (rpz ? [rpz.action] : []))
    .find((code) => !knownCodes.has(code))
  if (unknown === undefined) return []
  return [disproof(topics.policyCodes, `The category list contains the code ${unknown}.`)]
}

function nameAndNumber({ name, id }: Category): string {
  return `${JSON.stringify(name)} (${id})`
}
