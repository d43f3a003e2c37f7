import { z } from 'zod'
import { sitesFor } from '../lists/asked-site'
import { jsonText } from '../report/json'
import { type Phrase, phraseText } from '../report/phrase'
import type { Place } from '../report/report'
import { quoted } from '../report/text'
import type { Answer, ExplainedSite } from './answer'
import { type CategoryReference, type Evidence, outcomes, stackName } from './explanation'
import type { Declaration } from './list-search'

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
  return phraseText(phrase, quoted)
}

function siteEntry(
  { explanation, verdict }: ExplainedSite,
  { root, appliance }: Evidence,
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
        stack: stackName(root, of.rootFolder),
        ...placeEntry(place),
      })),
    ),
    below: below.map(({ site, count, place, ...of }) => ({
      site,
      count,
      ...resourceEntry(of),
      stack: stackName(root, of.rootFolder),
      ...placeEntry(place),
    })),
    left_out: leftOut.map(({ reason, place, ...of }) => ({
      text: reason,
      ...resourceEntry(of),
      stack: stackName(root, of.rootFolder),
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
  { root, lists, plan, state, appliance }: Evidence,
  most: number,
): ExplainJsonReport['sources'] {
  const status = (isFailure: boolean) => (isFailure ? 'failed' : 'not-asked')
  const unreadable = state.kind === 'read' ? state.unreadable : []
  return {
    lists: {
      root,
      count: lists.lists,
      not_read_count: lists.notRead.length,
      not_read: lists.notRead.slice(0, most).map(({ place, address, says }) => ({
        text: shown(says),
        ...(address === undefined ? {} : { address }),
        ...placeEntry(place),
      })),
    },
    plan:
      plan.kind === 'read'
        ? { status: 'read', folder: plan.folder }
        : { status: plan.kind, text: shown(plan.says) },
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

/** Within a version, properties and values may be added and none changes its meaning. */
const explainReportVersion = '1.0'

const site = z.string().describe('The site itself, or a parent domain that includes it.')
const address = z.string().describe('Address of the resource in the configuration.')
const construct = z.string().optional().describe('Path of the construct, in what CDKTF has synthesized.')
const stack = z
  .string()
  .describe('Folder of the root module, relative to the root of the lists; `.` for the root itself.')
const file = z.string().describe('Path, relative to the root of the lists.')
const line = z.int().min(1).optional().describe('From 1.')
const text = z.string()

const category = z
  .object({
    name: z.string().optional().describe('Absent if neither the files nor the state contain it.'),
    id: z.int().min(0).optional().describe('Number on the appliance. Absent if it is not known.'),
  })
  .describe('A category.')

/** The JSON of an answer. Its JSON Schema in docs/explain.schema.json is generated from this. */
export const explainJsonReport = z
  .object({
    format_version: z.literal(explainReportVersion),
    outcome: z
      .enum(['answered', 'differs', 'failed'])
      .describe(
        '`answered`: everything that was asked has answered, and nothing differs (exit code 0). `differs`: a declared site is missing, ' +
          'or a category contains a site that no list declares there (2). `failed`: the state or the appliance has not answered (1).',
      ),
    verdict: z.string().describe('The verdicts on all sites.'),
    sites: z
      .array(
        z.object({
          name: z.string().describe('Name of the website, in lower-case ASCII.'),
          outcome: z
            .enum(outcomes)
            .describe(
              '`declared` and `undeclared` say nothing of the appliance, which was not asked or has not answered. A parent domain that ' +
                'is declared or active counts like the site itself.',
            ),
          differs: z.boolean().describe('Whether what is declared and what the appliance contains differ.'),
          verdict: z.string().describe('One sentence.'),
          parents: z
            .array(z.string())
            .describe('Parent domains that include the site if a category contains them.'),
          notes: z.array(text).describe('Remarks about the name.'),
          lists: z
            .array(z.object({ site, category, address, construct, stack, file, line }))
            .describe('Lines of lists that contain the site.'),
          below: z
            .array(
              z.object({
                site: z.string().describe('The first site of the list that is below the name.'),
                count: z.int().min(1).describe('How many entries of the list are below it.'),
                address,
                construct,
                stack,
                file,
                line,
              }),
            )
            .describe('Lists that contain only sites below the name. They do not include it.'),
          left_out: z
            .array(
              z.object({
                text: z.string().describe('Line and reason.'),
                address,
                construct,
                stack,
                file,
                line,
              }),
            )
            .describe('Lines of lists that name it, but are left out, such as exceptions.'),
          state: z
            .array(
              z.object({
                site,
                category,
                address,
                missing: z.boolean().describe('Whether the last refresh did not find it in the category.'),
                compiled: z.boolean().describe('Whether the last change of the list was compiled.'),
              }),
            )
            .describe('Lists of the state that contain the site.'),
          appliance: z
            .array(z.object({ site, category }))
            .describe('Categories that contain the site now, active or not.'),
        }),
      )
      .describe('In the order of the command line.'),
    sources: z
      .object({
        lists: z.object({
          root: z.string().describe('Folder below which lists were searched.'),
          count: z.int().min(0).describe('How many lists were read.'),
          not_read_count: z
            .int()
            .min(0)
            .describe(
              'How many blocks, lists and files could not be read, also those that are not in `not_read`.',
            ),
          not_read: z
            .array(z.object({ text, address: address.optional(), file, line }))
            .describe('The first 1,000.'),
        }),
        plan: z.object({
          status: z.enum(['read', 'not-asked']),
          folder: z.string().optional().describe('Folder of the configuration.'),
          text: text.optional().describe('Why it was not read.'),
        }),
        state: z.object({
          status: z.enum(['read', 'not-asked', 'failed']),
          folder: z.string().optional().describe('Folder of the configuration.'),
          text: text.optional().describe('Why it was not read.'),
        }),
        appliance: z.object({
          status: z.enum(['asked', 'not-asked', 'failed']),
          text: text.optional().describe('Why it was not asked, or what it has not answered.'),
        }),
      })
      .describe('What the answer rests on.'),
  })
  .describe('Why websites are in categories, as printed by `appliance explain --format json`.')

type ExplainJsonReport = z.infer<typeof explainJsonReport>
