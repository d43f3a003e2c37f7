import { isJsonObject } from '@webfilter/text'
import * as z from 'zod/mini'
import { isIllegible } from '../encoding'
import { ApplianceError } from '../errors'
import { type Answer, unreadableAnswer, unreadableEntries } from '../protocol/answer'
import {
  type Envelope,
  failureOf,
  isEmptyCollection,
  lowerCaseKeys,
  readEnvelope,
  readSuccess,
} from '../protocol/envelope'
import { type Category, type CategoryList, type ResponsePolicy, withoutRepeated } from './category'

/**
 * Reads the answer of the list route in either of its shapes (docs/appliance, "List categories"). An array is the older
 * service's, an object the autonomous one's; an empty collection shows by the spelling of `Status`, since an empty
 * object is easily written as an empty array. An entry without a readable number or name is left out, and the list says so.
 *
 * @param known the entries of the list that was read before; those of this one take their place
 */
export function readCategoryList(answer: Answer, known = new KnownEntries()): CategoryList {
  const envelope = readSuccess(answer)
  const { categories } = envelope.fields
  if (categories === null) throw noList(answer)
  if (isEmptyCollection(categories)) {
    return { generation: envelope.capitalized ? 'older' : 'autonomous', categories: [] }
  }
  return {
    generation: Array.isArray(categories) ? 'older' : 'autonomous',
    ...known.whileReading((reuse) => readableEntries(answer, categoriesIn(answer, categories, reuse))),
  }
}

/** The entries of a list that can be read, each once. Throws `unreadable` if none can be. */
function readableEntries(
  answer: Answer,
  entries: readonly ReadEntry[],
): Pick<CategoryList, 'categories' | 'unreadable'> {
  const categories = withoutRepeated(entries.flatMap(({ category }) => category ?? []))
  const others = entries.filter(({ category }) => !category).map(({ entry }) => entry)
  if (categories.length === 0) throw unreadableEntry(answer)
  if (others.length === 0) return { categories }
  return { categories, unreadable: unreadableEntries('categories', others, answer.quote) }
}

function unreadableEntry(answer: Answer): ApplianceError {
  return unreadableAnswer(answer, 'which lists a category without an id or a name')
}

/** A service that has lost its database may say so, and that all went well. */
function noList({ request }: Answer): ApplianceError {
  return new ApplianceError({ kind: 'unreadable', incident: { is: 'category-list-null', request } })
}

/**
 * The entries of the last list. A run that creates thousands of categories reads their list hundreds of times, in which hardly an entry has
 * changed: what an entry of the same fields says is not read anew.
 */
export class KnownEntries {
  #last = new Map<unknown, KnownEntry>()

  whileReading<T>(read: (reuse: Reuse) => T): T {
    const entries = new Map<unknown, KnownEntry>()
    const result = read((entry, readAnew) => {
      const key = entry.category_id ?? entry.id
      const before = this.#last.get(key)
      const category = before && sameFields(before.entry, entry) ? before.category : readAnew()
      entries.set(key, { entry, category })
      return category
    })
    this.#last = entries
    return result
  }
}

type Fields = Readonly<Record<string, unknown>>

interface KnownEntry {
  readonly entry: Fields
  readonly category: Category | undefined
}

/** The category of an entry: that of an equal entry of the list before, or else the one that is read. */
type Reuse = (entry: Fields, readAnew: () => Category | undefined) => Category | undefined

/** Whether two entries have the same fields in the same order. One with fields inside of fields is never the same. */
function sameFields(one: Fields, other: Fields): boolean {
  const [names, others] = [Object.keys(one), Object.keys(other)]
  return (
    names.length === others.length &&
    names.every((name, index) => name === others[index] && one[name] === other[name])
  )
}

/**
 * Reads the answer of the query route: every category that holds the site, which may be none where the answer counts none in the documented
 * words (docs/appliance, "Find the categories of a site") and reports nothing else. Undefined for a success that names no category and
 * counts none, which only the comparison with an absence can explain. Throws `failed` or `unreadable` for any other answer.
 */
export function readQuery(answer: Answer): readonly Category[] | undefined {
  const envelope = readEnvelope(answer)
  const { categories } = envelope.fields
  const count = countFound(envelope)
  if (!envelope.succeeded) {
    if (count === 0 && envelope.error === '' && isEmptyOrAbsent(categories)) return []
    if (isEmptyOrAbsent(categories) && !count) throw failureOf(answer, envelope)
    throw unreadableAnswer(answer, 'whose Status is false although it reports categories')
  }
  if (!isEmptyOrAbsent(categories)) {
    return categoriesIn(answer, categories).map(({ category }) => {
      if (category) return category
      throw unreadableEntry(answer)
    })
  }
  if (count) throw unreadableAnswer(answer, 'which reports categories without naming them')
  return count === 0 ? [] : undefined
}

/**
 * "D found inside N categorie(s)" (docs/appliance, "Find the categories of a site"); undefined where the text says anything else, or more:
 * a search that was given up may count what it has found so far.
 */
function countFound({ info }: Envelope): number | undefined {
  const found = /^\S+ found inside (\d+) categorie\(s\)\.?$/i.exec(info)
  return found ? Number(found[1]) : undefined
}

function isEmptyOrAbsent(collection: unknown): boolean {
  return collection === undefined || isEmptyCollection(collection)
}

/**
 * "N sites added in TABLE (M elements)" (docs/appliance, "Add sites by the autonomous service"); undefined where the text speaks of no
 * added sites. Throws `unreadable` if it says this among other words, such as "2 of 5 sites added".
 */
export function readAddedCount(answer: Answer, { info }: Envelope): number | undefined {
  const added = /^(\d+) sites? added(?: (?:in|to) [^\s,;:]+(?: \(\d+ elements?\))?)?$/i.exec(info)
  if (added) return Number(added[1])
  if (/\bsites?\s+added\b/i.test(info))
    throw unreadableAnswer(answer, 'which counts the added sites in an unknown form')
  return undefined
}

/**
 * The number of added sites in a text of any other form, such as "2 added, 1 already exist"; undefined if there is none. The response of the
 * older batch route is not shown (docs/appliance, "Add sites and compile"), so it proves nothing by itself.
 */
export function readAddedAmong({ info }: Envelope): number | undefined {
  const [, count] = /(?:^|[^\w.,])(\d{1,9}) (?:[a-z]{1,12} )?added\b/i.exec(info) ?? []
  return count === undefined ? undefined : Number(count)
}

const wholeNumber = z.pipe(
  z.transform((value) => (typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value)),
  z.int().check(z.nonnegative()),
)
const text = z.string()
const optionalNumber = z.catch(z.optional(wholeNumber), undefined)
const flag = z.pipe(
  z.transform((value) => (typeof value === 'boolean' ? Number(value) : value)),
  wholeNumber,
)

/** One below 0 is no category that can be managed, but no reason to stop the plans of others: `categoryNamed` refuses it. */
const listedNumber = z.pipe(
  z.transform((value) => (typeof value === 'string' && /^\s*-?\d+\s*$/.test(value) ? Number(value) : value)),
  z.int(),
)
/** Some programs write a name of digits as a number. */
const listedName = z.pipe(
  z.transform((value) => (typeof value === 'number' ? String(value) : value)),
  text,
)

const olderEntry = z.pipe(
  z.looseObject({
    category_id: listedNumber,
    category_name: listedName,
    table_name: z.catch(text, ''),
    rpz_enabled: z.catch(z.optional(flag), undefined),
    rpz_action: optionalNumber,
    rpz_redirect: z.catch(text, ''),
  }),
  z.transform((entry): Category => {
    const { rpz_enabled: enabled, rpz_action: action, rpz_redirect: redirect } = entry
    const rpz: ResponsePolicy | undefined =
      enabled === undefined || action === undefined ? undefined : { enabled: enabled !== 0, action, redirect }
    return {
      id: entry.category_id,
      name: entry.category_name,
      table: entry.table_name,
      ...(rpz && { rpz }),
    }
  }),
)

const autonomousEntry = z.pipe(
  z.looseObject({
    id: listedNumber,
    name: listedName,
    table: z.catch(text, ''),
    items: optionalNumber,
    description: z.catch(z.optional(text), undefined),
  }),
  z.transform(
    ({ id, name, table, items, description }): Category => ({
      id,
      name,
      table,
      ...(description !== undefined && { description }),
      ...(items !== undefined && { items }),
    }),
  ),
)

/** An entry of a list, and what it says; undefined if it has no readable number or name. */
interface ReadEntry {
  readonly entry: unknown
  readonly category: Category | undefined
}

/** Reads categories in either shape: an array of older entries, or an object of autonomous ones by id. */
function categoriesIn(
  answer: Answer,
  categories: unknown,
  reuse: Reuse = (_, readAnew) => readAnew(),
): readonly ReadEntry[] {
  const read = (entry: unknown, schema: z.ZodMiniType<Category>): ReadEntry => ({
    entry,
    category: isJsonObject(entry) ? reuse(entry, () => readEntry(answer, entry, schema)) : undefined,
  })
  if (Array.isArray(categories)) return categories.map((entry) => read(entry, olderEntry))
  const byId = isJsonObject(categories) ? Object.entries(categories) : undefined
  if (!byId) throw unreadableAnswer(answer, 'which contains no list of categories')
  return byId
    .map(([id, entry]) => read(isJsonObject(entry) ? { ...entry, id } : { [id]: entry }, autonomousEntry))
    .sort((one, other) => (one.category?.id ?? 0) - (other.category?.id ?? 0))
}

function readEntry(answer: Answer, entry: unknown, schema: z.ZodMiniType<Category>): Category | undefined {
  const parsed = schema.safeParse(lowerCaseKeys(entry))
  if (!parsed.success) return undefined
  const { encoding } = answer
  return encoding !== undefined && isIllegible(parsed.data.name) ? { ...parsed.data, encoding } : parsed.data
}
