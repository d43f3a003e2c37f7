import { differencesBetween, type Picture } from '../pull-requests/picture'
import { unsaidOf, untruthsOf } from '../pull-requests/truth'
import { factsOf, isContested } from './declared'
import type { Lived, DriftReport, Life } from './life'

/** What is wrong with what was said of a life. Empty if all was true, and nothing was left out. */
export function problemsWith(life: Life, lived: Lived): readonly string[] {
  return [...problemsOfReview(life, lived), ...problemsOfDrift(lived), ...problemsOfSecondPlan(life, lived)]
}

function problemsOfReview(
  { second }: Life,
  { review, applied, before, after, recorded, failure }: Lived,
): readonly string[] {
  if (after === undefined) return failure === '' ? ['failed without a reason'] : []
  const pictures = { applied, before: withoutUnseen(before, recorded, factsOf(second)), after, recorded }
  return attempted(() => [
    ...untruthsOf(review, pictures).map((each) => `untrue: ${each}`),
    ...unsaidOf(review, pictures).map((each) => `unsaid: ${each}`),
  ])
}

/**
 * No route lists the sites of a category. So no plan sees what others have added to one that is managed, and a site that is then declared as
 * well counts as added.
 */
function withoutUnseen(
  before: Picture,
  recorded: ReadonlySet<string>,
  declared: ReadonlySet<string>,
): Picture {
  const categories = [...before.categories].map(([name, { stored, active }]) => {
    const isSeen = (site: string) =>
      !recorded.has(`category ${name}`) ||
      recorded.has(`${site} in category ${name}`) ||
      !declared.has(`${site} in category ${name}`)
    return [name, { stored: new Set([...stored].filter(isSeen)), active }] as const
  })
  return { ...before, categories: new Map(categories) }
}

/** A statement of which the test does not know the meaning is a problem, too. */
function attempted(judge: () => readonly string[]): readonly string[] {
  try {
    return judge()
  } catch (error) {
    return [String(error)]
  }
}

/** The second plan is empty, unless two categories take a site from each other. */
function problemsOfSecondPlan({ second: declared }: Life, { second }: Lived): readonly string[] {
  if (second === undefined || second.exitCode === 0 || isContested(declared)) return []
  const planned = second.output
    .split('\n')
    .filter((line) => /^ {2,}# |^ {2,}[~+-]|^Error/.test(line.replace(/^│ /, '')))
  return [`second plan ends with ${second.exitCode}: ${planned.join(' | ')}`]
}

function problemsOfDrift({ drift, applied, before, recorded, declared }: Lived): readonly string[] {
  if (drift === undefined) return []
  const expected = lostIn(applied, before, recorded, factsOf(declared))
  const said = saidOf(drift)
  const isDrift = drift.differences.some(({ section }) => section !== 'noted')
  return [
    ...[...expected].filter((each) => !said.has(each)).map((each) => `drift does not say: ${each}`),
    ...[...said].filter((each) => !expected.has(each)).map((each) => `drift says wrongly: ${each}`),
    ...(isDrift === (drift.outcome === 'drift') || drift.outcome === 'refused'
      ? []
      : [`drift's outcome is ${drift.outcome}: ${drift.verdict}`]),
  ]
}

/** What others took away that is declared and was recorded, in the words of pictures. */
function lostIn(
  applied: Picture,
  before: Picture,
  recorded: ReadonlySet<string>,
  declared: ReadonlySet<string>,
): ReadonlySet<string> {
  const isManaged = (fact: string) => recorded.has(fact) && declared.has(fact)
  const lost = [...differencesBetween(applied, before)].flatMap((difference) => {
    const [, sign, fact = '', detail = ''] = /^([+~-]) ([^:,]+)(.*)$/.exec(difference) ?? []
    if (!isManaged(fact)) return []
    if (detail.startsWith(', ')) return before.facts.has(fact) && isSeen(detail) ? [`${fact} differs`] : []
    const lostSign = fact.startsWith('record ') ? '+' : fact === 'directory service' ? '~' : '-'
    return sign === lostSign ? [fact] : []
  })
  const made = [...applied.numbers].flatMap(([fact, number]) => {
    const now = before.numbers.get(fact)
    return now !== undefined && now !== number && isManaged(fact) ? [fact] : []
  })
  return new Set([...lost, ...made])
}

/** Passwords and primary groups that are not declared, no plan compares. */
function isSeen(attribute: string): boolean {
  return !/^, (?:gid|password)/.test(attribute)
}

/** The same as a search for drift says it. */
function saidOf({ differences }: DriftReport): ReadonlySet<string> {
  return new Set(
    differences
      .filter(({ section }) => section !== 'noted')
      .flatMap(({ section, subject: { kind, name }, noun, names }): readonly string[] => {
        const first = names?.first ?? []
        switch (kind) {
          case 'category': {
            const sites = first.map((site) => `${site} in category ${name}`)
            return section === 'missing' ? sites : [`category ${name}`, ...sites]
          }
          case 'group':
            return noun === 'member' ? first.map((uid) => `${uid} in group ${name}`) : [`group ${name}`]
          case 'member':
            return [section === 'gone' ? `account ${name}` : `account ${name} differs`]
          case 'record database':
            return first.map((address) => `record ${address} in database ${name}`)
          default:
            return [kind]
        }
      }),
  )
}
