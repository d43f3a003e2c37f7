import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { parse } from 'yaml'
import type { Stumble } from './lint'

/** One rule of code.yml. */
interface CodeRule {
  readonly expected: string
  readonly words?: readonly string[]
  readonly names?: readonly string[]
}

const { rules } = parse(readFileSync(join(__dirname, 'code.yml'), 'utf8')) as {
  readonly rules: readonly CodeRule[]
}
const expectedOfWord = new Map(
  rules.flatMap(({ expected, words = [] }) => words.map((word) => [word, expected] as const)),
)
const expectedOfName = new Map(
  rules.flatMap(({ expected, names = [] }) => names.map((name) => [name, expected] as const)),
)

/** Words of code.yml in the comments of a TypeScript file, and in the names that it declares. */
export function stumblesInCode(text: string): readonly Stumble[] {
  const file = ts.createSourceFile('code.ts', text, ts.ScriptTarget.Latest, true)
  const found: Stumble[] = []
  const seenComments = new Set<number>()
  visit(file)
  return found.sort((one, other) => one.line - other.line || one.column - other.column)

  function visit(node: ts.Node): void {
    for (const comment of [
      ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.end) ?? []),
    ]) {
      if (!seenComments.has(comment.pos)) readComment(comment)
      seenComments.add(comment.pos)
    }
    if ((ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) && isDeclaredBy(node.parent, node))
      readName(node)
    for (const child of node.getChildren(file)) visit(child)
  }

  function readComment({ pos, end }: ts.CommentRange): void {
    for (const { index, 0: word } of text.slice(pos, end).matchAll(/[A-Za-z]+/g)) {
      const expected = expectedOfWord.get(word.toLowerCase()) ?? expectedOfName.get(word)
      if (expected !== undefined) report(pos + index, word, expected)
    }
  }

  function readName(node: ts.Identifier | ts.PrivateIdentifier): void {
    const name = node.text.replace(/^#/, '')
    const parts = name.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []
    const [expected] = [
      expectedOfName.get(name),
      ...parts.map((word) => expectedOfWord.get(word.toLowerCase())),
    ].filter((each) => each !== undefined)
    if (expected !== undefined) report(node.getStart(file), name, expected)
  }

  function report(position: number, phrase: string, expected: string): void {
    const { line, character } = file.getLineAndCharacterOfPosition(position)
    found.push({ line: line + 1, column: character + 1, message: `${phrase} => ${expected}` })
  }
}

/** Whether a node declares the name, and does not only use or import it. */
function isDeclaredBy(parent: ts.Node, name: ts.Node): boolean {
  return (
    !ts.isPropertyAccessExpression(parent) &&
    !ts.isImportSpecifier(parent) &&
    'name' in parent &&
    parent.name === name
  )
}
