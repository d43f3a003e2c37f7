import { z } from 'zod'
import { addressesJson } from '../report/json'
import { counted, joined, Name, type Phrase, phraseText, say } from '../report/phrase'
import type { Line, Place, Section } from '../report/report'
import { placePhrase, quoted } from '../report/text'

/** Where the lists of a repository contain the sites that a plan adds. */
export interface AddedLines {
  readonly sites: readonly AddedSite[]
  /** Why something is missing in them, sentences without their full stops. */
  readonly notices: readonly Phrase[]
}

/** A site that a category gains, and that several lists contain. */
export interface AddedSite {
  /** Name of the category. */
  readonly category: string
  readonly site: string
  /** All lists of the plan that contain it, those of its category first; at least two. */
  readonly lists: readonly ContainingList[]
}

interface ContainingList {
  readonly place: Place
  readonly addresses: readonly string[]
}

/** The section about added sites; without lines if each is in one list. */
export function addedLinesSection({ sites, notices }: AddedLines): Section {
  const left = sites.length - mostSites
  const more = left > 0 ? [say`${counted(left, 'more site')} of several lists; --format json has them`] : []
  return {
    kind: 'noted',
    title: 'Lines of added sites',
    lines: [
      ...sites.slice(0, mostSites).map(addedLine),
      ...[...more, ...notices].map((says) => ({
        says: say`not complete: ${says}`,
        names: undefined,
        addresses: [],
      })),
    ],
  }
}

/** Lists that overlap have many sites in common. */
const mostSites = 10

function addedLine({ category, site, lists: [first, ...others] }: AddedSite): Line {
  const also = others.map(({ place }) => say`; also in ${placePhrase(place)}`)
  return {
    says: say`category ${new Name(category)}: ${new Name(site)}${joined(also, '')}`,
    names: undefined,
    addresses: first?.addresses ?? [],
    place: first?.place,
  }
}

/** Added sites as JSON has them; nothing if each is in one list. */
export function addedLinesEntry({ sites, notices }: AddedLines) {
  return {
    ...(sites.length > 0 && {
      added_lines: sites.map(({ category, site, lists }) => ({
        category,
        site,
        lists: lists.map(({ place: { file, line }, addresses }) => ({
          file,
          ...(line !== undefined && { line }),
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
              addresses: addressesJson,
            }),
          )
          .describe('All lists of the plan that contain the site, those of the change first.'),
      }),
    )
    .optional()
    .describe('Of the sites that categories gain, those that several lists of the plan contain.'),
  added_lines_notices: z.array(z.string()).optional().describe('Why something is missing in `added_lines`.'),
}
