import { parsedJson } from '@webfilter/appliance-names'
import { z } from 'zod'
import { fileError } from '../files'
import { jsonText } from '../report/json'
import { compared } from '../report/names'
import { visible } from '../report/phrase'
import { readText } from '../text-file'
import { writableFile, writeWhole } from '../whole-file'
import type { ListedObject } from './listed-object'

/** An entry of an ignore file: which objects are on the appliance on purpose and in no state, why, and until when. */
export type IgnoreEntry = z.infer<typeof ignoreEntry>

/** The entries of an ignore file. @throws {Error} if it cannot be read, or an entry is not complete */
export async function readIgnored(file: string): Promise<readonly IgnoreEntry[]> {
  const text = await readText(file, 'Specify an ignore file with --ignore.')
  const { data, error } = ignoreFile.safeParse(parsedJson(text))
  if (data) return data.ignore
  const [issue] = error.issues
  const place = issue && issue.path.length > 0 ? ` at ${issue.path.join('.')}` : ''
  const what = `is not an ignore file${place}: ${visible(issue?.message ?? 'it is not JSON', 500)}`
  throw fileError(file, what, `Write ${example}.`, error)
}

const example =
  '{"ignore": [{"kind": "category", "name": "lab-*", "reason": "made by the lab", "until": "2027-06-30"}]}'

/** An entry for this object alone, for a year. @param today as `2027-06-30` */
export function ignoring(object: ListedObject, today: string): IgnoreEntry {
  const until = new Date(`${today}T00:00:00Z`)
  until.setUTCFullYear(until.getUTCFullYear() + 1)
  const always = { reason: `in no state on ${today}`, until: until.toISOString().slice(0, 10) }
  const name = patternOf(object.name)
  if (object.kind === 'category') return { kind: 'category', name, number: object.id, ...always }
  if (object.kind === 'group') {
    const organization = patternOf(object.organization)
    return { kind: 'group', name, organization, number: object.gid, ...always }
  }
  return { kind: 'membership', uid: patternOf(object.uid), number: object.gid, ...always }
}

/** Writes an ignore file. @throws {Error} if it cannot be written */
export async function writeIgnored(file: string, entries: readonly IgnoreEntry[]): Promise<void> {
  const advice = 'Choose another one with --write-ignore.'
  await writeWhole(await writableFile(file, advice), jsonText({ ignore: entries }), advice)
}

/**
 * The entry for an object: one that has not expired if there is one, else the one that expired last.
 * @param today as `2027-06-30`; an entry holds through its last day
 */
export function entryFor(object: ListedObject, entries: readonly IgnoreEntry[], today: string) {
  const [last] = entries
    .filter((entry) => isMeant(object, entry))
    .sort((one, other) => compared(other.until, one.until))
  return last && { entry: last, isExpired: last.until < today }
}

function isMeant(object: ListedObject, entry: IgnoreEntry): boolean {
  if (entry.kind !== object.kind) return false
  const number = object.kind === 'category' ? object.id : object.gid
  const [names, patterns]: [Compared, Compared] = [object, entry]
  return (entry.number ?? number) === number && comparedNames.every((key) => fits(names[key], patterns[key]))
}

/** What patterns are written for, as far as a kind has it. */
const comparedNames = ['name', 'organization', 'uid'] as const
type Compared = Readonly<Partial<Record<(typeof comparedNames)[number], string | undefined>>>

/** Without regard to case; `*` in a pattern stands for any text, and behind a backslash for itself. */
function fits(name: string | undefined, pattern: string | undefined): boolean {
  if (pattern === undefined) return true
  if (name === undefined) return false
  const [first = '', ...others] = textsBetweenStars(pattern.toLowerCase())
  const last = others.pop()
  let rest = name.toLowerCase()
  if (last === undefined) return rest === first
  if (!rest.startsWith(first)) return false
  rest = rest.slice(first.length)
  for (const part of others) {
    const at = rest.indexOf(part)
    if (at === -1) return false
    rest = rest.slice(at + part.length)
  }
  return rest.endsWith(last)
}

function textsBetweenStars(pattern: string): readonly string[] {
  const texts = ['']
  for (const part of pattern.match(/\\[*\\]|[^*]|\*/gsu) ?? []) {
    if (part === '*') texts.push('')
    else texts.push(`${texts.pop()}${part.length > 1 && part.startsWith('\\') ? part.slice(1) : part}`)
  }
  return texts
}

function patternOf(name: string): string {
  return name.replaceAll(/[*\\]/gu, '\\$&')
}

const text = z.string({ error: 'write a text' }).trim().min(1, { error: 'write a text that is not empty' })

const always = {
  number: z.int({ error: 'write the number of the category or group' }).min(0).optional(),
  reason: text,
  until: z.iso.date({ error: 'write the last day, such as "2027-06-30"' }),
}

const ignoreEntry = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('category'), name: text, ...always }),
    z.strictObject({ kind: z.literal('group'), name: text, organization: text.optional(), ...always }),
    z.strictObject({ kind: z.literal('membership'), uid: text, name: text.optional(), ...always }),
  ],
  { error: 'write "category", "group" or "membership"' },
)

const ignoreFile = z.strictObject({ $schema: z.string().optional(), ignore: z.array(ignoreEntry) })
