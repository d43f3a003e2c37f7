import type { JsonReport } from '@webfilter/appliance-command/review/report'
import type { Log } from 'sarif'
import { branchMark, differencesBetween, type Picture } from './picture'
import { claimsOf, claimsOfChanges, compilesOf } from './statements'

/** An appliance around the apply of a pull request. */
export interface Pictures {
  /** As the last apply left it. */
  readonly applied: Picture
  /** As the plan found it. */
  readonly before: Picture
  readonly after: Picture
  /** What the state has recorded of the appliance, if others may have added what it has not, or an apply has failed. */
  readonly recorded?: ReadonlySet<string> | undefined
}

/** What a review claims and the apply does not make true. Empty if the review is true. */
export function untruthsOf(
  said: JsonReport,
  { applied, before, after, recorded }: Pictures,
): readonly string[] {
  const report = onOneAppliance(said)
  const differences = differencesBetween(before, after)
  const isRestored = restoring({ applied, before, after, recorded })
  const ofClaims = claimsOf(report).flatMap(({ statement, cause, requires, contradiction }) => {
    const missing = requires.filter((each) => !differences.has(each))
    const wrong = requires.filter((each) => cause !== undefined && isRestored(each) !== (cause === 'drift'))
    const problems = [
      ...(missing.length > 0 ? [`does not happen: ${few(missing)}`] : []),
      ...(wrong.length > 0 ? [`wrongly marked as ${cause}: ${few(wrong)}`] : []),
      contradiction(before, after) ?? [],
    ].flat()
    return problems.map((problem) => `"${statement}": ${problem}`)
  })
  return [...ofClaims, ...wrongTotals(report), ...wrongCompiles(report, before, after)]
}

/** What the apply changes on the appliance and the review does not say, or marks wrongly. Empty if the review is complete. */
export function unsaidOf(
  said: JsonReport,
  { applied, before, after, recorded }: Pictures,
): readonly string[] {
  const claims = claimsOf(onOneAppliance(said))
  const differences = differencesBetween(before, after)
  const isRestored = restoring({ applied, before, after, recorded })
  return [...differences].filter(
    (difference) =>
      !claims.some(
        ({ cause, covers }) =>
          covers(difference, differences) &&
          (cause === undefined || isPassword(difference) || isRestored(difference) === (cause === 'drift')),
      ),
  )
}

/** An account that comes back may come with another password, or none: no plan sees which it had. */
function isPassword(difference: string): boolean {
  return /^\+ account \S+, password: /.test(difference)
}

/** A review of two appliances in the words of one, with the mark of the other behind its names. */
function onOneAppliance(report: JsonReport): JsonReport {
  const plainText = (text: string) =>
    text.replaceAll(' on appliance.branch', branchMark).replaceAll(/ on appliance(?=[:;,]|$| )/g, '')
  const named = <Each extends { readonly name: string; readonly appliance?: string | undefined }>(
    of: Each,
  ): Each => (of.appliance === 'appliance.branch' ? { ...of, name: `${of.name}${branchMark}` } : of)
  return {
    ...report,
    changes: report.changes.map(({ subject, to, text, ...others }) => ({
      ...others,
      subject: named(subject),
      ...(to && { to: named(to) }),
      text: plainText(text),
    })),
    findings: report.findings.map((finding) => ({ ...finding, text: plainText(finding.text) })),
  }
}

/** Tells of a difference that an apply makes whether it puts back what the last apply had left. */
function restoring({ applied, before, after, recorded }: Pictures): (difference: string) => boolean {
  const lost = differencesBetween(before, applied)
  // What no state has recorded is nobody's loss.
  const isKnown = (difference: string) => {
    if (recorded === undefined) return true
    // What others have added goes with a change, as an account does with all of its attributes.
    const [, sign, fact = ''] = /^([+~-]) ([^:,]+)/.exec(difference) ?? []
    if (sign === '-' && (/ in (?:group|category) /.test(fact) || !isLeft(fact))) return false
    if (sign === '~' || fact.startsWith('account ') || recorded.has(fact)) return recorded.has(fact)
    // The link to its primary group comes back with an account that is created again.
    const [, uid, group] = /^(\S+) in group (\S+)$/.exec(fact) ?? []
    const account = `account ${uid}`
    const comesBack = recorded.has(account) && !before.facts.has(account)
    return comesBack && applied.facts.get(`${account}, gid`) === group
  }
  const isLeft = (fact: string) => !fact.startsWith('account ') || after.facts.has(fact)
  // No plan sees a password.
  return (difference) =>
    lost.has(difference) && isKnown(difference) && !/^~ account \S+, password: /.test(difference)
}

/**
 * Lines of the other formats that do not begin with a statement of the JSON, which is the one that is compared with the appliance, and
 * statements of the JSON that a format does not contain.
 */
export function strayLinesOf(report: JsonReport, format: Format, content: string): readonly string[] {
  if (format === 'json') return []
  const changes = report.changes.map(({ text }) => text)
  const errors = report.errors?.map(({ text }) => text) ?? []
  const findings = report.findings.map(({ rule, text }) =>
    format in findingsAlone ? text : `${rule}: ${text}`,
  )
  const said = [...(format in findingsAlone ? [] : changes), ...findings, ...errors].map(plain)
  const lines = linesOf[format](content).map((line) =>
    plain(line).replace(/^([a-z-]+) \(repairs drift\): /, '$1: '),
  )
  return [
    ...lines.filter((line) => !said.some((text) => line.startsWith(text))),
    ...said.filter((text) => !lines.some((line) => line.startsWith(text))),
  ]
}

export type Format = 'text' | 'markdown' | 'json' | 'sarif' | 'github'

/** Formats that contain findings alone, with a field of their own for the rule. */
const findingsAlone = { sarif: true, github: true }

const linesOf: Readonly<Record<Exclude<Format, 'json'>, (content: string) => readonly string[]>> = {
  text: (content) => matches(content, /^ {2}\S (.*)$/gm),
  markdown: (content) => matches(content, /^- (.*)$/gm),
  sarif: (content) => {
    const log: Log = JSON.parse(content)
    return log.runs.flatMap(({ results }) => results?.flatMap(({ message }) => message.text ?? []) ?? [])
  },
  github: (content) =>
    matches(content, /^::(?:warning|error) .*?::(.*)$/gm).map((text) =>
      decodeURIComponent(text.replace(/%(?!\d)/g, '%25')),
    ),
}

function matches(content: string, pattern: RegExp): readonly string[] {
  return [...content.matchAll(pattern)].flatMap(([, text]) => text ?? [])
}

/** Without the marks by which formats show names. */
function plain(text: string): string {
  return text.replaceAll(/[`"\\]/g, '')
}

/** The counts of the verdict, compared with what the lines name, each of which is compared with the appliance. */
function wrongTotals(report: JsonReport): readonly string[] {
  const { totals, verdict, changes } = report
  // Of sensitive names, there is only the number.
  const hidden = (...sections: readonly string[]) =>
    changes
      .filter(
        ({ section, certainty, noun, names }) =>
          sections.includes(section) &&
          certainty !== 'possible' &&
          noun === 'site' &&
          names?.first.length === 0,
      )
      .reduce((sum, { names }) => sum + (names?.count ?? 0), 0)
  const required = new Set(claimsOfChanges(report).flatMap(({ requires }) => requires))
  const count = (pattern: RegExp) => [...required].filter((each) => pattern.test(each)).length
  const compared = [
    [
      'sites added or moved',
      totals.sites_added + totals.sites_moved,
      count(/^\+ \S+ in category /) + hidden('added'),
    ],
    [
      'sites removed or moved',
      totals.sites_removed + totals.sites_moved,
      count(/^- \S+ in category /) + hidden('removed', 'lost'),
    ],
    ['memberships added', totals.memberships_added, count(/^\+ \S+ in group /)],
    ['memberships removed', totals.memberships_removed, count(/^- \S+ in group /)],
  ] as const
  return compared.flatMap(([what, said, is]) =>
    said === is ? [] : [`"${verdict}": ${is} ${what}, and not ${said}`],
  )
}

/** What is stored is active after the apply where the review says so or does not say otherwise, and nowhere else. */
function wrongCompiles(report: JsonReport, before: Picture, after: Picture): readonly string[] {
  const { compiled, waiting, isWaitingElsewhere } = compilesOf(report)
  return [...after.categories].flatMap(([name, { stored, active }]) => {
    const prior = before.categories.get(name)?.active ?? new Set()
    const isStoredBefore = (site: string) => before.categories.get(name)?.stored.has(site) === true
    // A category that loses sites to another one is compiled with it, unless the review says that it waits.
    const isChanged = hasChanged(before.categories.get(name)?.stored, stored)
    const isTakenFrom = isWaitingElsewhere && isChanged && [...stored].every(isStoredBefore)
    const isCompiled = !isTakenFrom && (compiled.has(name) || (isChanged && !waiting.has(name)))
    // What waits for a compile may become active with that of another list or category, whole or in part, and what is gone or was removed and
    // added again may end with it.
    const isPossible = (site: string) =>
      stored.has(site) || (!isCompiled && (prior.has(site) || isStoredBefore(site)))
    const wrong = [...stored]
      .filter((site) => !active.has(site) && (isCompiled || (prior.has(site) && !waiting.has(name))))
      .concat([...active].filter((site) => !isPossible(site)))
    // The name that lets an empty category be compiled matches no website.
    const sites = wrong.filter((site) => !site.endsWith('.invalid'))
    if (sites.length === 0) return []
    return [
      `category ${name} is ${isCompiled ? '' : 'not '}compiled by what the review says, but differs in ${few(sites)}`,
    ]
  })
}

function hasChanged(before: ReadonlySet<string> | undefined, after: ReadonlySet<string>): boolean {
  return before?.size !== after.size || [...after].some((site) => !before.has(site))
}

function few(texts: readonly string[]): string {
  const more = texts.length - 5
  return `${texts.slice(0, 5).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
