import { ASTNodeTypes, type TxtDocumentNode, type TxtParagraphNode } from '@textlint/ast-node-types'
import type { TextlintPluginCreator } from '@textlint/types'
import ts from 'typescript'

/**
 * The sentences of a TypeScript file for textlint: each string and template is a paragraph, and so is each chain of them that `+`
 * joins. What is not text becomes spaces in place, so that a fault is reported where it stands.
 */
export const typescriptTexts: TextlintPluginCreator = {
  Processor: class {
    availableExtensions() {
      return ['.ts']
    }

    processor() {
      return {
        preProcess: parsed,
        postProcess: (messages: unknown[], filePath?: string) => ({ messages, filePath: filePath ?? 'code' }),
      }
    }
  },
} as unknown as TextlintPluginCreator

function parsed(source: string): { readonly text: string; readonly ast: TxtDocumentNode } {
  const file = ts.createSourceFile('texts.ts', source, ts.ScriptTarget.Latest, true)
  const spans = sentenceSpans(file)
  const pieces = spans.flatMap(({ pieces }) => pieces)
  const text = masked(source, pieces)
  const node = (type: string, [start, end]: Range) => ({
    type,
    raw: text.slice(start, end),
    range: [start, end] as const,
    loc: { start: place(file, start), end: place(file, end) },
  })
  const children = spans.map(({ pieces }) => {
    const range: Range = [pieces[0]?.[0] ?? 0, pieces.at(-1)?.[1] ?? 0]
    const str = { ...node(ASTNodeTypes.Str, range), value: text.slice(...range) }
    return { ...node(ASTNodeTypes.Paragraph, range), children: [str] } as unknown as TxtParagraphNode
  })
  const ast = { ...node(ASTNodeTypes.Document, [0, text.length]), children } as unknown as TxtDocumentNode
  return { text, ast }
}

type Range = readonly [start: number, end: number]

/** One text, in the order in which it is read. */
interface Span {
  readonly pieces: readonly Range[]
}

function sentenceSpans(file: ts.SourceFile): readonly Span[] {
  const spans: Span[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isLiteralTypeNode(node)) return
    const pieces = piecesOf(node, file)
    if (pieces.length > 0) spans.push({ pieces })
    else ts.forEachChild(node, visit)
  }
  visit(file)
  return spans
}

/** Of a literal, or of literals joined by `+`; none of anything else. */
function piecesOf(node: ts.Node, file: ts.SourceFile): readonly Range[] {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
    return [[node.getStart(file) + 1, node.end - 1]]
  if (ts.isTemplateExpression(node))
    return [
      [node.head.getStart(file) + 1, node.head.end - 2],
      ...node.templateSpans.map(({ literal }): Range => {
        const closing = literal.kind === ts.SyntaxKind.TemplateTail ? 1 : 2
        return [literal.getStart(file) + 1, literal.end - closing]
      }),
    ]
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const left = piecesOf(node.left, file)
    const right = piecesOf(node.right, file)
    return left.length > 0 && right.length > 0 ? [...left, ...right] : []
  }
  return []
}

/** What stands between the pieces of one text is a value where it is inside of a template, and nothing between two literals. */
function masked(source: string, pieces: readonly Range[]): string {
  const blank = (text: string) => text.replace(/[^\n]/g, ' ')
  const between = (text: string) => (text.startsWith('${') ? text.replace(/[^\n]/g, '…') : blank(text))
  let text = ''
  let at = 0
  for (const [start, end] of [...pieces].sort(([one], [other]) => one - other)) {
    text += between(source.slice(at, start)) + source.slice(start, end)
    at = end
  }
  return text + blank(source.slice(at))
}

function place(file: ts.SourceFile, offset: number) {
  const { line, character } = file.getLineAndCharacterOfPosition(offset)
  return { line: line + 1, column: character }
}
