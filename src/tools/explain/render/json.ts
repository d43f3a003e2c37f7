import type { Place } from '../../review/change'
import { type Phrase, textOf } from '../../review/phrase'
import { jsonText } from '../../review/render/json'
import { quoted } from '../../review/render/text'
import type { Answer, ExplainedSite } from '../answer'
import { sitesFor } from '../asked-site'
import type { Declaration } from '../declared/declarations'
import type { Evidence } from '../evidence'
import type { CategoryReference } from '../memberships'
import { type ExplainJsonReport, explainReportVersion } from './json-report'

/** @param most how many entries that could not be read are listed at most */
export function renderJson({ outcome, verdict, explanations, evidence }: Answer, most: number): string {
  const report: ExplainJsonReport = {
    format_version: explainReportVersion,
    outcome,
    verdict: shown(verdict),
    sites: explanations.map((each) => siteEntry(each, evidence)),
    sources: sourcesEntry(evidence, most),
  }
  return jsonText(report)
}

function shown(phrase: Phrase): string {
  return textOf(phrase, quoted)
}

function siteEntry(
  { explanation, verdict }: ExplainedSite,
  { appliance }: Evidence,
): ExplainJsonReport['sites'][number] {
  const { asked, outcome, differs, memberships, below, leftOut } = explanation
  return {
    name: asked.name,
    outcome,
    differs,
    verdict: shown(verdict),
    parents: [...asked.parents],
    notes: asked.notes.map(shown),
    lists: memberships.flatMap(({ site, category, declarations }) =>
      declarations.map(({ place, ...of }) => ({
        site,
        category: categoryEntry(category),
        ...resourceEntry(of),
        ...placeEntry(place),
      })),
    ),
    below: below.map(({ site, count, place, ...of }) => ({
      site,
      count,
      ...resourceEntry(of),
      ...placeEntry(place),
    })),
    left_out: leftOut.map(({ reason, place, ...of }) => ({
      text: reason,
      ...resourceEntry(of),
      ...placeEntry(place),
    })),
    state: memberships.flatMap(({ site, category, managed }) =>
      managed.map(({ address, missing, isUncompiled }) => ({
        site,
        category: categoryEntry(category),
        address,
        missing: missing.has(site),
        compiled: !isUncompiled,
      })),
    ),
    appliance: sitesFor(asked).flatMap((site) =>
      (appliance.kind === 'asked' ? (appliance.holders.get(site) ?? []) : []).map(({ id, name }) => ({
        site,
        category: { id, name },
      })),
    ),
  }
}

function sourcesEntry(
  { root, lists, state, appliance }: Evidence,
  most: number,
): ExplainJsonReport['sources'] {
  const status = (isFailure: boolean) => (isFailure ? 'failed' : 'not-asked')
  const unreadable = state.kind === 'read' ? state.unreadable : []
  return {
    lists: {
      root,
      count: lists.lists,
      not_read: lists.notRead.slice(0, most).map(({ place, address, says }) => ({
        text: shown(says),
        ...(address === undefined ? {} : { address }),
        ...placeEntry(place),
      })),
    },
    state:
      state.kind === 'read'
        ? {
            status: unreadable.length > 0 ? 'failed' : 'read',
            folder: state.folder,
            ...(unreadable.length > 0 && {
              text: unreadable.map(({ address, why }) => `${address}: ${why}`).join('; '),
            }),
          }
        : { status: status(state.isFailure), text: shown(state.says) },
    appliance:
      appliance.kind === 'asked'
        ? {
            status: appliance.failure ? 'failed' : 'asked',
            ...(appliance.failure && { text: shown(appliance.failure) }),
          }
        : { status: status(appliance.isFailure), text: shown(appliance.says) },
  }
}

function resourceEntry({ address, construct }: Pick<Declaration, 'address' | 'construct'>) {
  return { address, ...(construct === undefined ? {} : { construct }) }
}

function placeEntry({ file, line }: Place) {
  return { file, ...(line === undefined ? {} : { line }) }
}

function categoryEntry({ name, id }: CategoryReference) {
  return { ...(name === undefined ? {} : { name }), ...(id === undefined ? {} : { id }) }
}
