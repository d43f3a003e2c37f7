import { fencesIn } from './command-blocks'

/** A program made of the snippets of a page. */
export interface SnippetProgram {
  readonly source: string
  /** The line of the page for a line of the source, both from 1; nothing for a line that is on no page. */
  lineOnPage(line: number): number | undefined
}

/** What readers of a page have, and no snippet repeats. */
export interface Surroundings {
  /** Declarations that stand before the first snippet. */
  readonly declarations: string
  /** Where a class is imported from that a snippet uses and none before it imports. */
  moduleOf(name: string): string | undefined
}

/**
 * Makes one program of all `ts` blocks of a page, as if they stood in the constructor of a stack. Each snippet sees what those before it
 * declare and import, and may declare the same name again.
 */
export function programOf(markdown: string, { declarations, moduleOf }: Surroundings): SnippetProgram {
  const imports = new Map<string, string>()
  const body: Line[] = [
    ...declarations.split('\n').map((text) => ({ text: withoutImport(text, imports) })),
    { text: beforeSnippets },
  ]
  const snippets = fencesIn(markdown.split('\n')).filter(({ language }) => language === 'ts')
  for (const { first, content } of snippets) {
    body.push({ text: '{' })
    content.split('\n').forEach((text, index) => {
      body.push({ text: withoutImport(text, imports), onPage: first + index + 2 })
    })
  }
  body.push({ text: '}'.repeat(snippets.length) }, { text: afterSnippets })
  for (const name of classesIn(body)) {
    const module = imports.has(name) ? undefined : moduleOf(name)
    if (module !== undefined) imports.set(name, `import { ${name} } from '${module}'`)
  }
  const lines = [...[...new Set(imports.values())].map((text): Line => ({ text })), ...body]
  return {
    source: `${lines.map(({ text }) => text).join('\n')}\n`,
    lineOnPage: (line) => lines[line - 1]?.onPage,
  }
}

/** So that `this` is a stack. */
const beforeSnippets = ';(function (this: TerraformStack) {'
const afterSnippets = '})'

interface Line {
  readonly text: string
  readonly onPage?: number
}

/**
 * A line of a snippet as it can stand in a function. What it imports is noted, by its name.
 *
 * @throws {Error} if it is an import over several lines, which no snippet needs
 */
function withoutImport(line: string, imports: Map<string, string>): string {
  if (!line.startsWith('import ')) return line.replace(/^export (?=async|class|const|function)/, '')
  const [, type = '', names, module] = /^import (type )?\{ (.+) \} from '(.+)'$/.exec(line) ?? []
  if (names === undefined || module === undefined) {
    if (!/^import '.+'$/.test(line)) throw new Error(`This import is not on one line: ${line}`)
    imports.set(line, line)
    return ''
  }
  for (const name of names.split(', ')) {
    imports.set(name.replace('type ', ''), `import ${type}{ ${name} } from '${module}'`)
  }
  return ''
}

/** Everything that may be the name of a class, outside of comments and texts. */
function classesIn(lines: readonly Line[]): ReadonlySet<string> {
  const names = lines.flatMap(({ text }) => {
    const code = text.replaceAll(/'[^']*'/g, "''").replace(/\/\/.*$/, '')
    return [...code.matchAll(/(?<![.\w])[A-Z]\w*/g)].map(([name]) => name)
  })
  return new Set(names)
}
