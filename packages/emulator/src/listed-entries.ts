import type { Answer } from './protocol'

/** How a list of categories or groups is not what the appliance has. */
export type ListFlaw =
  /** It has only so many of its first entries, as one that is cut off or paged, or lacks those of some names, as one that is filtered. */
  | {
      readonly effect: 'entries-missing'
      readonly first?: number | undefined
      readonly without?: readonly string[] | undefined
    }
  /** It has one entry more, which has no number, no name, or a number that no program can hold. */
  | { readonly effect: 'entry-unreadable'; readonly lacks: 'number' | 'name' | 'small-number' }
  /** It has each of its entries twice. */
  | { readonly effect: 'entries-repeated' }
  /** It has the number of its first entry once more, with this name. */
  | { readonly effect: 'second-name'; readonly name: string }

/** The answer with a flaw in each of its lists. The same for an answer without any. */
export function withFlaw(answer: Answer, flaw: ListFlaw): Answer {
  const fields = Object.entries<unknown>(JSON.parse(answer.body)).map(([name, value]) => [
    name,
    Array.isArray(value) || isJsonObject(value) ? flawed(value, flaw) : value,
  ])
  const body = JSON.stringify(Object.fromEntries(fields), null, 2)
  return { ...answer, body: body.replace(`: "${greatNumber}"`, `: ${greatNumber}`) }
}

type List = readonly unknown[] | Readonly<Record<string, unknown>>

function flawed(list: List, flaw: ListFlaw): List {
  const entries: readonly Entry[] = Array.isArray(list)
    ? list.map((value): Entry => ['', value])
    : Object.entries(list)
  // The answer for one thing is no list of things.
  if (!Array.isArray(list) && entries.some(([key, value]) => nameKey.test(key) && typeof value !== 'object'))
    return list
  const result = [...changed(entries, flaw)]
  return Array.isArray(list) ? result.map(([, value]) => value) : Object.fromEntries(result)
}

/** The key in a list that is an object, and what stands there. */
type Entry = readonly [key: string, value: unknown]

function changed(entries: readonly Entry[], flaw: ListFlaw): readonly Entry[] {
  const [first] = entries
  switch (flaw.effect) {
    case 'entries-missing':
      return entries
        .filter(([, value]) => !flaw.without?.includes(nameOf(value) ?? ''))
        .slice(0, flaw.first ?? entries.length)
    case 'entries-repeated':
      return entries.flatMap((entry) => [entry, again(entry)])
    case 'second-name':
      return first ? [...entries, renamed(again(first), flaw.name)] : entries
    case 'entry-unreadable':
      return first ? [...entries, unreadable(first, flaw.lacks)] : entries
  }
}

const nameKey = /^(?:category_name|name|cn)$/i
const numberKey = /^(?:category_id|id|gid|gidnumber)$/i

/** More than programs hold exactly, of which the last digits get lost. */
const greatNumber = '9007199254740993'

function nameOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  const names = isJsonObject(value) ? Object.entries(value).filter(([key]) => nameKey.test(key)) : []
  return names.map(([, name]) => String(name))[0]
}

/** An object has each key once: its numbers are written in another way. */
function again([key, value]: Entry): Entry {
  return [/^\d+$/.test(key) ? `0${key}` : key, value]
}

function renamed([key, value]: Entry, name: string): Entry {
  return [key, isJsonObject(value) ? replaced(value, nameKey, name) : name]
}

function unreadable([key, value]: Entry, lacks: Extract<ListFlaw, { lacks: unknown }>['lacks']): Entry {
  const isNumbered = /^\d+$/.test(key)
  switch (lacks) {
    case 'name':
      return [isNumbered ? `9${key}` : key, isJsonObject(value) ? replaced(value, nameKey, null) : null]
    case 'number':
      return [isNumbered ? 'none' : key, isJsonObject(value) ? replaced(value, numberKey, null) : value]
    case 'small-number':
      return [
        isNumbered ? greatNumber : key,
        isJsonObject(value) ? replaced(value, numberKey, greatNumber) : value,
      ]
  }
}

function replaced(record: Readonly<Record<string, unknown>>, key: RegExp, by: unknown) {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, key.test(name) ? by : value]),
  )
}

export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
