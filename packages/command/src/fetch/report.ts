import { z } from 'zod'
import { jsonText } from '../report/json'
import { counted, type Phrase, phraseText, say } from '../report/phrase'
import { fatalSection, filledSections, type Line, type Report, warningSection } from '../report/report'
import { quoted } from '../report/text'
import { fetchRuleNames, fetchRules } from './failure'
import { type Fetch, fetchVerdict, type ListOutcome, listName } from './fetch'

/** The report on fetched lists. */
export function fetchReport(fetched: Fetch): Report {
  const { outcome, findings, lists } = fetched
  const verdict = fetchVerdict(fetched)
  const mood = outcome === 'incomplete' ? 'bad' : findings.length > 0 ? 'neutral' : 'good'
  const changed = lists.filter(({ result }) => result === 'changed').map(changedLine)
  return {
    command: 'fetch',
    verdict,
    mood,
    exitCode: outcome === 'incomplete' ? 3 : 0,
    sections: filledSections([
      fatalSection(findings),
      warningSection(findings),
      { kind: 'changed', title: 'Changed', lines: changed },
    ]),
    findings,
    rules: fetchRules,
    json: () => jsonText(jsonReport(fetched, verdict)),
  }
}

function changedLine({ source, sites = 0, sitesBefore }: ListOutcome): Line {
  const before = sitesBefore === undefined ? say`new` : say`before: ${sitesBefore}`
  return {
    says: say`${listName(source)}: ${counted(sites, 'site')} (${before})`,
    names: undefined,
    addresses: [],
  }
}

function jsonReport({ outcome, lists, findings }: Fetch, verdict: Phrase): FetchJsonReport {
  return {
    format_version: fetchReportVersion,
    outcome,
    verdict: phraseText(verdict, quoted),
    lists: lists.map(({ source: { file, category }, result, sites, sitesBefore }) => ({
      file,
      ...(category !== undefined && { category }),
      result,
      ...(sites !== undefined && { sites }),
      ...(sitesBefore !== undefined && { sites_before: sitesBefore }),
    })),
    findings: findings.map(({ rule, level, says, list, place }) => ({
      rule,
      level,
      text: phraseText(says, quoted),
      list,
      place: { file: place.file, line: place.line ?? 1 },
    })),
  }
}

/** Within a version, properties and values may be added and none changes its meaning. */
const fetchReportVersion = '1.0'

const sites = z.int().min(0).optional()

/** The JSON of a fetch. Its JSON Schema in docs/fetch.schema.json is generated from this. */
export const fetchJsonReport = z
  .object({
    format_version: z.literal(fetchReportVersion),
    outcome: z
      .enum(['complete', 'incomplete'])
      .describe('All lists were fetched (exit code 0), or a list was not (3).'),
    verdict: z.string().describe('One line on all lists.'),
    lists: z
      .array(
        z.object({
          file: z.string().describe('The file of the list.'),
          category: z.string().optional().describe('The category of the source, if it has one.'),
          result: z
            .enum(['changed', 'unchanged', 'failed'])
            .describe('`failed`: the list could not be fetched, and its file stays as it is.'),
          sites: sites.describe('Sites in the file now. Absent if there is no file with a list.'),
          sites_before: sites.describe('Sites in the file before. Absent if there was no file with a list.'),
        }),
      )
      .describe('In the order of the sources.'),
    findings: z
      .array(
        z.object({
          rule: z.enum(fetchRuleNames),
          level: z.enum(['warning', 'fatal']),
          text: z.string().describe('Line of the text format.'),
          list: z.string().describe('The file of the list.'),
          place: z.object({ file: z.string(), line: z.int().min(1) }).describe('The source of the list.'),
        }),
      )
      .describe('In the order of the sources.'),
  })
  .describe('What became of published lists, as printed by `appliance fetch --format json`.')

type FetchJsonReport = z.infer<typeof fetchJsonReport>
