import { isAbsolute, relative, sep } from 'node:path'
import { parsedJson, parsedUrl } from '@webfilter/appliance-names'
import { z } from 'zod'
import { fileError } from '../files'
import { readText } from '../text-file'

/** A published list: where it comes from, where it is kept, and what is expected of it. */
export interface Source {
  /** Relative to the current folder, and below it. */
  readonly file: string
  /** The parts of the list, in the order in which they are put together. */
  readonly urls: readonly string[]
  /** The category that the list is for, as reports name it. */
  readonly category?: string | undefined
  /** A list with fewer sites is rejected. */
  readonly minimumSites: number
  /** Percent of the sites in the current file: a list with fewer sites is rejected. */
  readonly minimumShare: number
  /** Percent of the lines with an entry: a list in which more of them are no sites is rejected. */
  readonly maximumInvalid: number
  /** The line of the sources file that names `file`, from 1. */
  readonly line: number
}

/** A file of sources, read. */
export interface Sources {
  /** As it was named. */
  readonly path: string
  readonly lists: readonly Source[]
}

/**
 * Reads a file of sources.
 * @throws {Error} which names the file, where it cannot be read or says something that is no source
 */
export async function readSources(path: string): Promise<Sources> {
  return { path, lists: sourcesIn(path, await readText(path, 'Specify a JSON file with sources.')) }
}

/**
 * The sources that a text declares.
 * @param path of the file, for errors
 * @throws {Error} with all that is wrong
 */
export function sourcesIn(path: string, text: string): readonly Source[] {
  const json = parsedJson(text)
  if (json === undefined) {
    throw fileError(path, 'is not JSON', `Write an object such as ${example}.`, undefined)
  }
  const result = sourcesFile.safeParse(json)
  if (!result.success) {
    const problems = result.error.issues.map(problemOf).join('; ')
    throw fileError(path, `has mistakes: ${problems}`, `Write an object such as ${example}.`, undefined)
  }
  return result.data.lists.map((list) => ({
    file: list.file,
    urls: list.urls,
    category: list.category,
    minimumSites: list.minimum_sites ?? 1,
    minimumShare: Number.parseInt(list.minimum_share ?? usualShare, 10),
    maximumInvalid: Number.parseInt(list.maximum_invalid ?? usualInvalid, 10),
    line: lineOf(text, list.file),
  }))
}

/** As the usual `removal_limit` of a long list from a file, so that the plan does not reject what was fetched. */
const usualShare = '50%'

/** Beyond it, the plan takes a file for something else, unless `on_invalid_line` is set (`isMostlyInvalid`). */
const usualInvalid = '50%'

const example = '{"lists": [{"file": "lists/ads.txt", "urls": ["https://lists.example.org/ads.txt"]}]}'

function problemOf({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? message : `${path.join('.')}: ${message}`
}

function lineOf(text: string, file: string): number {
  const at = text.indexOf(JSON.stringify(file))
  return at === -1 ? 1 : text.slice(0, at).split('\n').length
}

/** Whether a path is that of a file below the current folder, so that a source writes nowhere else. */
function isBelow(path: string): boolean {
  const fromHere = relative('.', path)
  const isOutside = fromHere === '..' || fromHere.startsWith(`..${sep}`) || isAbsolute(fromHere)
  return !isAbsolute(path) && !isOutside && fromHere !== '' && !/[\\/]$/u.test(path)
}

/** A password in an address would be in the repository, and in each report. */
function isAddress(text: string): boolean {
  const url = parsedUrl(text)
  return url?.protocol === 'https:' && url.username === '' && url.password === ''
}

const percentage = z
  .string({ error: 'write a percentage such as "50%"' })
  .regex(/^(?:0|[1-9]\d?|100)%$/u, { error: 'write a percentage from "0%" to "100%"' })

const source = z.strictObject({
  file: z
    .string({ error: 'write the path of the file that keeps the list' })
    .refine(isBelow, { error: 'write the path of a file below the current folder' }),
  urls: z
    .array(
      z.string({ error: 'write an address' }).refine(isAddress, {
        error: 'write an address that begins with https:// and has no password',
      }),
      { error: 'write an array with the addresses of the list' },
    )
    .min(1, { error: 'write at least one address' })
    .refine((urls) => new Set(urls).size === urls.length, { error: 'write each address once' }),
  category: z.string({ error: 'write the name of a category' }).min(1, { error: 'write a name' }).optional(),
  minimum_sites: z
    .int({ error: 'write a whole number of sites' })
    .min(1, { error: 'write 1 or more' })
    .optional(),
  minimum_share: percentage.optional(),
  maximum_invalid: percentage.optional(),
})

const sourcesFile = z.strictObject(
  {
    $schema: z.string().optional(),
    lists: z
      .array(source, { error: 'write an array of lists' })
      .min(1, { error: 'write at least one list' })
      .refine((lists) => new Set(lists.map(({ file }) => relative('.', file))).size === lists.length, {
        error: 'write each file once; a list of several parts has several urls',
      }),
  },
  { error: (issue) => (issue.code === 'invalid_type' ? 'write an object' : undefined) },
)
