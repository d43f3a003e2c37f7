/**
 * The section of a class, interface, type or function in short: its signatures, and one sentence about each. The guides have the examples.
 *
 * @param {string} section in the layout of typedoc
 * @returns {string}
 */
export function inShort(section) {
  const [head, ...groups] = section.split(/^(?=#### )/m)
  const [heading, ...text] = head.split('\n')
  const kept = groups.map((group) => {
    const [, title] = /^#### (.+)$/m.exec(group)
    switch (title) {
      case 'Constructors':
      case 'Accessors':
      case 'Methods':
        return group
          .split(/^(?=##### )/m)
          .slice(1)
          .map(member)
          .join('\n')
      case 'Properties':
        return table(group)
      case 'Extends':
        return `Extends ${[...group.matchAll(/^- (.+)$/gm)].map(([, type]) => type).join(' and ')}.`
      default:
        return ''
    }
  })
  const parts = [heading, introduction(text.join('\n')), ...kept].filter((part) => part !== '')
  return `${parts.join('\n\n')}\n`
}

/** The signature of a type or a function, if there is one, and the first sentence about it. */
function introduction(text) {
  const signature = /^> .+$/m.exec(text)?.[0]
  return [signature, firstSentence(text)].filter(Boolean).join('\n\n')
}

/** A constructor, accessor or method as an item of a list. */
function member(text) {
  const [, signature] = /^> (.+)$/m.exec(text)
  const says = firstSentence(text.replace(/^###### (?!Get Signature).*/ms, ''))
  return `- ${signature}${says === '' ? '' : `. ${says}`}`
}

/** Behind a property that a type has from another one: which type that is. The page keeps the property only if it does not have that type. */
export const inherited = /^(\|.*\|)<!-- from #([\w-]+) -->\n/gm

/** The properties without their modifiers, and what is said of each in one sentence. */
function table(group) {
  const rows = group.split('\n').filter((line) => line.startsWith('|'))
  const [titles = [], , ...properties] = rows.map((row) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  const at = ['Property', 'Type', 'Description', 'Inherited from'].map((title) => titles.indexOf(title))
  const lines = properties.map((cells) => {
    const [name, type, description = '', origin = ''] = at.map((index) => cells[index])
    const says = description === '-' ? '' : firstSentence(description)
    const [, anchor] = /\]\(#([\w-]+)\)/.exec(origin) ?? []
    return `| ${name} | ${type} | ${says} |${anchor === undefined ? '' : `<!-- from #${anchor} -->`}`
  })
  return ['| Property | Type | |', '|---|---|---|', ...lines].join('\n')
}

/** Of the first paragraph that is neither a heading, a signature, code, a table nor a list. */
function firstSentence(text) {
  const paragraph = text
    .replaceAll(/^```.*?^```$/gms, '')
    .split(/\n\n+/)
    .map((each) => each.trim())
    .find((each) => each !== '' && !/^(?:#|>|\||- )/.test(each))
  return (
    /^.*?[.:](?=\s|$)/s
      .exec(paragraph ?? '')?.[0]
      .replace(/:$/, '.')
      .replaceAll(/\s+/g, ' ') ??
    paragraph ??
    ''
  )
}
