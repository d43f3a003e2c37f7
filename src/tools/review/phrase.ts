import { counted as countedText, numberText } from '../../diagnostics/wording'
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

/** Phrases one after the other. */
export function joined(phrases: readonly Phrase[], separator: string): Phrase {
  return phrases.flatMap((phrase, index) => (index === 0 ? phrase : [separator, ...phrase]))
}

/** The text of a phrase, each name as it is made to be shown. */
export function textOf(phrase: Phrase, show: (name: string) => string): string {
  return phrase.map((part) => (part instanceof Name ? show(part.text) : part)).join('')
}
