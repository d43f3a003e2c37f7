import { createHash } from 'node:crypto'
import { groupedBy } from '../grouped'
import { alphabetically } from '../report/names'

/** A thing that needs a name in the configuration. */
export interface NamedThing {
  /** Unlike that of any other thing of its kind, and the same in every run. */
  readonly key: string
  /** What it is called, and then what it may be called if another thing is called the same. */
  readonly called: readonly [string, ...string[]]
}

/**
 * Readable identifiers for things of one kind, by their keys: their names in lower case, with `_` for what no identifier contains. If two
 * names give one identifier, the one that is written exactly like it has it. The others have a longer name, or letters behind it that
 * follow from the key. So they are the same in each run, in whatever order the appliance lists things.
 *
 * @param kind a word that stands before a name that begins with a digit, and for one without any letter
 */
export function identifiersOf(things: readonly NamedThing[], kind: string): ReadonlyMap<string, string> {
  const inOrder = [...things].sort((one, other) => alphabetically(one.key, other.key))
  const wanted = groupedBy(inOrder, ({ called: [name] }) => identifierOf(name, kind))
  const found = new Map<string, string>()
  const taken = new Set(wanted.keys())
  const left: NamedThing[] = []
  for (const [identifier, alike] of wanted) {
    const owner = alike.length === 1 ? alike[0] : alike.find(({ called }) => called[0] === identifier)
    if (owner) found.set(owner.key, identifier)
    left.push(...alike.filter((thing) => thing !== owner))
  }
  for (const { key, called } of left) {
    const longer = called.slice(1).map((name) => identifierOf(name, kind))
    const free = [...longer, ...withLetters(longer[0] ?? identifierOf(called[0], kind), key)]
    const identifier = free.find((each) => !taken.has(each)) ?? key
    taken.add(identifier)
    found.set(key, identifier)
  }
  return found
}

/** Longer names are cut. What gets the same identifier by that gets letters. */
const longest = 60

function identifierOf(name: string, kind: string): string {
  const words = name
    .normalize('NFKD')
    // Accents; other marks are parts of letters.
    .replace(/[\u0300-\u036f]/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFC')
    // Engines know the letters of older Unicode: those beyond the first plane may be newer.
    .replace(/[^\p{L}\p{M}\p{Nd}]|[\u{10000}-\u{10ffff}]/gu, '_')
    .replace(/_+/g, '_')
  const cut = [...words].slice(0, longest).join('').replace(/^_|_$/g, '')
  if (cut === '') return kind
  return /^\p{L}/u.test(cut) ? cut : `${kind}_${cut}`
}

/** Four letters of a digest, and more of them if these are taken. */
function withLetters(identifier: string, key: string): readonly string[] {
  const digest = createHash('sha256').update(key).digest('hex')
  const letters = digest.replace(/[0-9a-f]/g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)))
  return [4, 8, 16, 64].map((length) => `${identifier}_${letters.slice(0, length)}`)
}
