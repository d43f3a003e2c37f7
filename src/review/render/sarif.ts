import { isAbsolute, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ArtifactLocation, Log, Result } from 'sarif'
import type { Finding } from '../change'
import { textOf } from '../phrase'
import { quoted } from './text'

/**
 * Findings as a log of SARIF 2.1.0, which code hosts show beside the lines that they are about. A finding without a place is left to the
 * other formats: hosts reject a result that has none.
 *
 * @param rules what each rule looks for, by its name; the names keep their meaning
 */
export function renderSarif<Rule extends string>(
  findings: readonly Finding<Rule>[],
  rules: Readonly<Record<Rule, string>>,
): string {
  const names = Object.keys(rules)
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'appliance',
            version: process.env.APPLIANCE_VERSION ?? '0.0.0-dev',
            rules: Object.entries<string>(rules).map(([id, text]) => ({ id, shortDescription: { text } })),
          },
        },
        originalUriBaseIds: { '%SRCROOT%': { description: { text: 'The root of the repository.' } } },
        columnKind: 'utf16CodeUnits',
        results: findings.flatMap((finding) => resultOf(finding, names)),
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

function resultOf({ rule, level, says, place }: Finding, rules: readonly string[]): readonly Result[] {
  if (place === undefined) return []
  return [
    {
      ruleId: rule,
      ruleIndex: rules.indexOf(rule),
      level: level === 'fatal' ? 'error' : 'warning',
      message: { text: textOf(says, quoted) },
      locations: [
        {
          physicalLocation: {
            artifactLocation: artifactOf(place.file),
            ...(place.line === undefined ? {} : { region: { startLine: place.line } }),
          },
        },
      ],
    },
  ]
}

/** A path as a reference: relative to the root of the repository, unless it is absolute. */
function artifactOf(path: string): ArtifactLocation {
  if (isAbsolute(path)) return { uri: pathToFileURL(path).href }
  const parts = path.replace(/^\.[\\/]/u, '').split(sep)
  return { uri: parts.map((part) => encodeURIComponent(wellFormed(part))).join('/'), uriBaseId: '%SRCROOT%' }
}

/** Halves of characters have no place in a URI. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString()
}
