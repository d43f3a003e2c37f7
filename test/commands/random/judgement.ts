import { differencesBetween, type Picture } from '../pull-requests/picture'
import { unsaidOf, untruthsOf } from '../pull-requests/truth'
import { factsOf, isContested } from './declared'
import type { DriftReport, Life, Lived } from './life'

/** What is wrong with what was said of a life. Empty if all was true, and nothing was left out. */
export function problemsWith(life: Life, lived: Lived): readonly string[] {
  return [...problemsOfReview(lived), ...problemsOfDrift(lived), ...problemsOfSecondPlan(life, lived)]
}

function problemsOfReview({ review, applied, before, after, recorded, failure }: Lived): readonly string[] {
  if (after === undefined) return failure === '' ? ['failed without a reason'] : []
  const pictures = { applied, before, after, recorded }
  return attempted(() => [
    ...untruthsOf(review, pictures)
      .filter((each) => !isUnseen(each, before, recorded) && !isPossible(each, review))
      .map((each) => `untrue: ${each}`),
    ...unsaidOf(review, pictures).map((each) => `unsaid: ${each}`),
  ])
}

/**
 * Whether a problem is that sites are added which are there already and which no state has recorded: no route lists the sites of a category, so
 * most plans do not see what others or a failed creation have left in one.
 */
function isUnseen(problem: string, before: Picture, recorded: ReadonlySet<string>): boolean {
  const [, missing] = /: does not happen: ([^:]+)$/.exec(problem) ?? []
  return (
    missing
      ?.replace(/ and \d+ more$/, '')
      .split(', ')
      .every((difference) => {
        const [, site = '', category = ''] = /^\+ (\S+) in category (\S+)$/.exec(difference) ?? []
        return before.categories.get(category)?.stored.has(site) && !recorded.has(difference.slice(2))
      }) ?? false
  )
}

/**
 * Whether a problem is that a category does not change which waits for a compile: its sites may have been removed and added again, or be there
 * already.
 */
function isPossible(problem: string, { changes }: Lived['review']): boolean {
  const [, name] = /^"change-without-compile: .*: category (\S+) does not change$/.exec(problem) ?? []
  return changes.some(
    ({ subject, text }) =>
      subject.name === name && /removed and added again|takes over|added if missing/.test(text),
  )
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
function problemsOfSecondPlan({ second: declared }: Life, { second, before }: Lived): readonly string[] {
  if (second === undefined || second.exitCode === 0 || isContested(declared)) return []
  // What nobody could be asked for, the second plan finds.
  if (before.facts.get('directory service') !== 'running') return []
  const planned = second.output
    .split('\n')
    .filter((line) => /^ {2,}# |^ {2,}[~+-]|^Error/.test(line.replace(/^│ /, '')))
  return [`second plan ends with ${second.exitCode}: ${planned.join(' | ')}`]
}

function problemsOfDrift({ drift, applied, before, recorded, declared, isWhole }: Lived): readonly string[] {
  if (drift === undefined) return []
  const expected = lostIn(applied, before, recorded, factsOf(declared))
  // What a failed apply has removed without knowing it, nobody can tell from what others have removed.
  const said = new Set([...saidOf(drift)].filter((each) => isWhole || !isSiteWithout(each, applied)))
  const isDrift = drift.differences.some(({ section }) => section !== 'noted')
  return [
    ...[...expected].filter((each) => !said.has(each)).map((each) => `drift does not say: ${each}`),
    ...[...said].filter((each) => !expected.has(each)).map((each) => `drift says wrongly: ${each}`),
    ...(isDrift === (drift.outcome === 'drift') || drift.outcome === 'refused'
      ? []
      : [`drift's outcome is ${drift.outcome}: ${drift.verdict}`]),
  ]
}

/** Whether a fact is about a site that a category did not have. */
function isSiteWithout(fact: string, { categories }: Picture): boolean {
  const [, site, name = ''] = /^(\S+) in category (\S+)$/.exec(fact) ?? []
  return site !== undefined && !categories.get(name)?.stored.has(site)
}

/** What others took away that is declared and was recorded, in the words of pictures. */
function lostIn(
  applied: Picture,
  before: Picture,
  recorded: ReadonlySet<string>,
  declared: ReadonlySet<string>,
): ReadonlySet<string> {
  // While the service does not run, nobody can be asked.
  const isRead = before.facts.get('directory service') === 'running'
  const isManaged = (fact: string) =>
    recorded.has(fact) && declared.has(fact) && (isRead || !/^(?:account|group) | in group /.test(fact))
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
