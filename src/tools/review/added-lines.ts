import { z } from 'zod'
import { type LineNote, noteEntry, noteJson, notePhrase } from '../lines/line-notes'
import { addressesJson } from '../report/json'
import { counted, joined, Name, type Phrase, phraseText, say } from '../report/phrase'
import type { Line, Place, Section } from '../report/report'
import { placePhrase, quoted } from '../report/text'

/** What stands in the lists of a repository beside sites that a plan adds. */
export interface AddedLines {
  readonly sites: readonly AddedSite[]
  /** Why something is missing in them, sentences without their full stops. */
  readonly notices: readonly Phrase[]
}

/** A site that a category gains, and that several lists contain, or beside which something stands: a comment or a commit. */
export interface AddedSite {
  /** Name of the category. */
  readonly category: string
  readonly site: string
  /** All lists of the plan that contain it, those of its category first; at least one. */
  readonly lists: readonly ContainingList[]
}

interface ContainingList {
  readonly place: Place
  readonly addresses: readonly string[]
  readonly note: LineNote | undefined
}

/** The section about added sites; without lines if each is in one list, and nothing stands beside it. */
export function addedLinesSection({ sites, notices }: AddedLines): Section {
  const isNoted = ({ lists }: AddedSite) => lists.some(({ note }) => note !== undefined)
  const bare = sites.filter((site) => !isNoted(site))
  const left = new Set(bare.slice(mostBare))
  const more =
    left.size > 0 ? [say`${counted(left.size, 'more site')} of several lists; --format json has them`] : []
  return {
    kind: 'noted',
    title: 'Lines of added sites',
    lines: [
      ...sites.filter((site) => !left.has(site)).map(addedLine),
      ...[...more, ...notices].map((says) => ({
        says: say`not complete: ${says}`,
        names: undefined,
        addresses: [],
      })),
    ],
  }
}

/** Sites of several lists that have lines although nothing stands beside them: lists that overlap have many. */
const mostBare = 10

function addedLine({ category, site, lists: [first, ...others] }: AddedSite): Line {
  const also = others.map(({ place, note }) => say`; also in ${placePhrase(place)}${notePhrase(note)}`)
  return {
    says: say`category ${new Name(category)}: ${new Name(site)}${notePhrase(first?.note)}${joined(also, '')}`,
    names: undefined,
    addresses: first?.addresses ?? [],
    place: first?.place,
  }
}

/** Added sites as JSON has them; nothing if each is in one list, and nothing stands beside it. */
export function addedLinesEntry({ sites, notices }: AddedLines) {
  return {
    ...(sites.length > 0 && {
      added_lines: sites.map(({ category, site, lists }) => ({
        category,
        site,
        lists: lists.map(({ place: { file, line }, addresses, note }) => ({
          file,
          ...(line !== undefined && { line }),
          ...noteEntry(note),
          addresses: [...addresses],
        })),
      })),
    }),
    ...(notices.length > 0 && { added_lines_notices: notices.map((each) => phraseText(each, quoted)) }),
  }
}

/** The properties of `addedLinesEntry`. */
export const addedLinesJson = {
  added_lines: z
    .array(
      z.object({
        category: z.string().describe('Name of the category.'),
        site: z.string(),
        lists: z
          .array(
            z.object({
              file: z.string().describe('Path, relative to the root of the repository.'),
              line: z.int().min(1).optional().describe('From 1.'),
              ...noteJson,
              addresses: addressesJson,
            }),
          )
          .describe('All lists of the plan that contain the site, those of the change first.'),
      }),
    )
    .optional()
    .describe(
      'Of the sites that categories gain, those that several lists of the plan contain, or that stand beside a comment or, with ' +
        '`--blame`, a commit.',
    ),
  added_lines_notices: z.array(z.string()).optional().describe('Why something is missing in `added_lines`.'),
}
