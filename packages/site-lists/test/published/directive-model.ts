/**
 * Which lines of the files of a list hold nothing, because of directives: those within `!#if false`, those that a rule with `$badfilter`
 * cancels, and what says so. Written anew from the guide to lists, as plainly as it can be.
 *
 * @returns whether a line is one of them, by its file and its index
 */
export function leftAlone(files: readonly (readonly string[])[]): (file: number, index: number) => boolean {
  const texts = files.map((lines) => lines.map((line) => line.replace(/\s[#;].*$/su, '').trim()))
  const hidden = texts.map((lines) => {
    const isHidden = lines.map(() => false)
    for (const [index, text] of lines.entries()) {
      const end = isFalse(text) ? endOf(lines, index) : undefined
      if (end !== undefined) isHidden.fill(true, index + 1, end)
    }
    return isHidden
  })
  const canceled = new Set(
    texts.flatMap((lines, file) =>
      lines.flatMap((text, index) => (hidden[file]?.[index] ? [] : (canceledBy(text) ?? []))),
    ),
  )
  return (file, index) => {
    const lines = texts[file] ?? []
    const text = lines[index] ?? ''
    if (hidden[file]?.[index] === true || canceled.has(text) || canceledBy(text) !== undefined) return true
    return isFalse(text) ? endOf(lines, index) !== undefined : text === '!#else' || text === '!#endif'
  }
}

function isFalse(text: string): boolean {
  return /^!#if\s+false$/u.test(text)
}

/** The line of the first `!#else` or `!#endif` that belongs to a condition. */
function endOf(lines: readonly string[], begin: number): number | undefined {
  let depth = 0
  for (let index = begin + 1; index < lines.length; index += 1) {
    const text = lines[index] ?? ''
    if (/^!#if(?:\s|$)/u.test(text)) depth += 1
    else if (text === '!#endif' && depth > 0) depth -= 1
    else if ((text === '!#endif' || text === '!#else') && depth === 0) return index
  }
  return undefined
}

/** The text of the rule that a line cancels. */
function canceledBy(text: string): string | undefined {
  // Element hiding rules have no options.
  if (text.includes('##')) return undefined
  const [, rule = '', options] = /^([^!#\s][^\s$]*)\$([^\s$]*)$/u.exec(text) ?? []
  const all = options?.split(',') ?? []
  if (!all.includes('badfilter')) return undefined
  const others = all.filter((option) => option !== 'badfilter').join(',')
  return others === '' ? rule : `${rule}$${others}`
}
