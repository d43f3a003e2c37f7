import { counted as countedText } from '@webfilter/appliance-declarations/diagnostics/wording'
import { numberText } from '@webfilter/text'

/** Text that others chose: a category, a site, a login, an address. A renderer shows it as text, whatever stands in it. */
export class Name {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Words of this project, with names between them. */
export type Phrase = readonly (string | Name)[]

/** Makes a phrase: `say` before a template with names, numbers and phrases in it. Takes no bare text, which could be anybody's. */
export function say(words: TemplateStringsArray, ...parts: readonly (number | Name | Phrase)[]): Phrase {
  return words.flatMap((word, index) => {
    const part = parts[index]
    if (part === undefined) return [word]
    if (typeof part === 'number') return [word, numberText(part)]
    return part instanceof Name ? [word, part] : [word, ...part]
  })
}

/** A number with its noun: `1 site`, `2,000 sites`. */
export function counted(count: number, singular: string, plural = `${singular}s`): Phrase {
  return [countedText(count, singular, plural)]
}

/** Phrases one after the other, without those of which nothing is said. */
export function joined(phrases: readonly (Phrase | false | undefined)[], separator: string): Phrase {
  const said = phrases.filter((phrase) => phrase !== undefined && phrase !== false)
  return said.flatMap((phrase, index) => (index === 0 ? phrase : [separator, ...phrase]))
}

/** The first of some names, and how many more there are. */
export function firstNames(names: readonly string[], most: number): Phrase {
  const more = names.length - most
  return say`${nameList(names.slice(0, most))}${more > 0 ? say` and ${more} more` : []}`
}

export function nameList(names: readonly string[]): Phrase {
  return joined(
    names.map((name) => [new Name(name)]),
    ', ',
  )
}

/** The text of a phrase, each name as it is made to be shown. */
export function phraseText(phrase: Phrase, show: (name: string) => string): string {
  return phrase.map((part) => (part instanceof Name ? show(part.text) : part)).join('')
}

/** A text of at most so many characters, with an ellipsis for what is left out. No character is cut in half. */
export function shortened(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/**
 * A text of others on one line, with whatever a reader would not see as it is written as an escape: control characters and
 * line breaks, characters without width, those that turn the direction of writing, spaces other than the usual one. Long
 * texts are cut.
 *
 * @param longest characters that are shown at most, escapes counted as they are written
 */
export function visible(text: string, longest = 300): string {
  let shown = ''
  for (const character of text) {
    const next = visibleCharacter(character)
    if (shown.length + next.length > longest) return `${shown}… (${numberText(text.length)} characters)`
    shown += next
  }
  return shown
}

function visibleCharacter(character: string): string {
  if (character === '\\') return '\\\\'
  if (!invisible.test(character)) return character
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}

// Control and format characters, halves of characters, what is not assigned or for private use, line separators, spaces but
// the usual one, and characters that show as nothing although they count as letters, symbols or marks.
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u
