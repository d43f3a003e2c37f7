import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'

const source = resolve(__dirname, '../../src')

/** What a diagnostic or an error says to people. */
const words = /^(?:summary|detail|message|advice|hint)$/
const methodsOfTexts = ['match', 'matchAll', 'startsWith', 'endsWith', 'includes', 'search', 'indexOf']
const methodsOfExpressions = ['test', 'exec']

/** Node gives no code for it, and no other property tells. */
const ofNode = 'appliance/connection-errors.ts: /before secure TLS connection/.test(error.message)'

describe('no code looks at the English of a diagnostic, but in the room of diagnostics', () => {
  it('finds out what looks at it', () => {
    const looks = [
      'if (/^Nobody looked/.test(summary)) {}',
      'messages.filter(({ summary }) => summary.startsWith("Nothing"))',
      'const is = error.message === "Away."',
      'const is = diagnostic.detail.includes(text)',
      'switch (told.summary) { case "Away": }',
      'message.detail.match(/x/)',
    ]
    expect(looks.map((text) => looksIn(text).length)).toEqual(looks.map(() => 1))
    const doesNot = ['if (told.code === x.code) {}', 'say(summary, detail)', 'if (message === undefined) {}']
    expect(doesNot.flatMap(looksIn)).toEqual([])
  })

  it('and finds nothing in the sources', () => {
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
      // The emulator has no diagnostics: it is an appliance.
      (name) => name.endsWith('.ts') && !/^(?:diagnostics|emulator)\//.test(name),
    )
    const found = files.flatMap((name) =>
      looksIn(readFileSync(join(source, name), 'utf8')).map((look) => `${name}: ${look}`),
    )
    expect(found).toEqual([ofNode])
    expect(files.length).toBeGreaterThan(100)
  })
})

/** Calls and comparisons by which a program would understand a text for people. */
function looksIn(text: string): readonly string[] {
  const found: string[] = []
  visit(ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest))
  return found

  function visit(node: ts.Node): void {
    if (isLook(node)) found.push(text.slice(node.pos, node.end).trim())
    ts.forEachChild(node, visit)
  }
}

function isLook(node: ts.Node): boolean {
  if (ts.isSwitchStatement(node)) return isWords(node.expression)
  if (ts.isBinaryExpression(node)) {
    const { left, right, operatorToken } = node
    if (!equality.has(operatorToken.kind)) return false
    return [
      [left, right],
      [right, left],
    ].some(([one, other]) => one && other && isWords(one) && isText(other))
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  const { name, expression } = node.expression
  if (methodsOfExpressions.includes(name.text)) return node.arguments.some(isWords)
  return methodsOfTexts.includes(name.text) && isWords(expression)
}

const equality: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
])

function isText(node: ts.Node): boolean {
  return (ts.isStringLiteralLike(node) && node.text !== '') || ts.isTemplateExpression(node)
}

/** A name or a property that holds words, or a text into which one is put. */
function isWords(node: ts.Node): boolean {
  if (ts.isIdentifier(node)) return words.test(node.text)
  if (ts.isPropertyAccessExpression(node)) return words.test(node.name.text)
  if (ts.isTemplateExpression(node)) return node.templateSpans.some(({ expression }) => isWords(expression))
  return false
}
