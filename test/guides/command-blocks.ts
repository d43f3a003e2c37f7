/** A fenced block of commands on a page. */
export interface CommandBlock {
  readonly page: string
  /** The number of the line that opens it. */
  readonly line: number
  readonly commands: string
  /** The comment on the line above it, without its markup, such as `needs: an appliance`. */
  readonly mark?: string
  /** The lines of the block `text` that follows it directly: the page says that the commands print them. */
  readonly prints: readonly string[]
}

/** The lines of a page from an opening fence to the closing one. */
export interface Fence {
  readonly language: string
  readonly first: number
  readonly last: number
  readonly content: string
}

const shells = ['sh', 'bash', 'console', 'shell', 'zsh']

/** All blocks of commands of a page, in their order. */
export function commandBlocks(page: string, markdown: string): readonly CommandBlock[] {
  const lines = markdown.split('\n')
  const fences = fencesIn(lines)
  return fences
    .filter(({ language }) => shells.includes(language))
    .map(({ first, last, content }) => {
      const [, mark] = /^ *<!-- (.+) -->$/.exec(lines[first - 1] ?? '') ?? []
      const printed = fences.find((fence) => fence.language === 'text' && fence.first === last + 2)
      return {
        page,
        line: first + 1,
        commands: content,
        ...(mark !== undefined && { mark }),
        prints: printed === undefined ? [] : printed.content.split('\n'),
      }
    })
}

/** All fenced blocks, in their order. */
export function fencesIn(lines: readonly string[]): readonly Fence[] {
  const fences: Fence[] = []
  for (let first = 0; first < lines.length; first += 1) {
    const [, indentation, language] = /^( *)```(\w*)$/.exec(lines[first] ?? '') ?? []
    if (indentation === undefined || language === undefined) continue
    const last = lines.indexOf(`${indentation}\`\`\``, first + 1)
    if (last < 0) throw new Error(`The block in line ${first + 1} has no end.`)
    const content = lines.slice(first + 1, last).map((line) => line.slice(indentation.length))
    fences.push({ language, first, last, content: content.join('\n') })
    first = last
  }
  return fences
}
