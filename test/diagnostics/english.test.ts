import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'

const source = resolve(__dirname, '../../src')

/** What a diagnostic or an error says to people. */
const words = /^(?:summary|detail|message|advice|hint)$/
const methodsOfTexts = [
  'match',
  'matchAll',
  'startsWith',
  'endsWith',
  'includes',
  'search',
  'indexOf',
  'localeCompare',
]
const methodsOfExpressions = ['test', 'exec']
/** Of sets, maps and lists of texts. */
const methodsOfCollections = ['has', 'get', 'includes', 'indexOf']
/** What they return holds the same words. */
const methodsThatKeepWords = [
  'toLowerCase',
  'toUpperCase',
  'trim',
  'trimStart',
  'trimEnd',
  'slice',
  'normalize',
  'toString',
]

/** Node gives no code for it, and no other property tells. */
const ofNode = 'appliance/http/connection-errors.ts: /before secure TLS connection/.test(error.message)'

describe('no code looks at the English of a diagnostic, but in the room of diagnostics', () => {
  it('finds out what looks at it', () => {
    const looks = [
      'if (/^Nobody looked/.test(summary)) {}',
      'messages.filter(({ summary }) => summary.startsWith("Nothing"))',
      'const is = error.message === "Away."',
      'const is = diagnostic.detail.includes(text)',
      'switch (told.summary) { case "Away": }',
      'message.detail.match(/x/)',
      'const { summary: said } = message; said.startsWith("Nothing")',
      'messages.some(({ summary: said }) => /^Nothing/.test(said))',
      'const reason = error.message; if (reason === "Away.") {}',
      'message["summary"].includes("Nothing")',
      'const is = message.summary === categoryAdopted.summary',
      'summaries.has(message.summary)',
      'known.includes(summary)',
      'message.summary.toLowerCase().includes("nothing")',
    ]
    expect(looks.map((text) => looksIn(text).length)).toEqual(looks.map(() => 1))
    const doesNot = [
      'if (told.code === x.code) {}',
      'say(summary, detail)',
      'if (message === undefined) {}',
      'const { message: reason } = error.told; say(reason)',
      'parts.includes(name)',
    ]
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
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest)
  const others = new Set<string>()
  visit(source, (node) => {
    const name = otherNameIn(node)
    if (name !== undefined) others.add(name)
  })
  const found: string[] = []
  visit(source, (node) => {
    if (isLook(node, others)) found.push(text.slice(node.pos, node.end).trim())
  })
  return found
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node)
  ts.forEachChild(node, (child) => visit(child, see))
}

/** The name that a file gives to words: `said` in `{ summary: said }` and in `const said = message.summary`. */
function otherNameIn(node: ts.Node): string | undefined {
  if (ts.isBindingElement(node) && ts.isIdentifier(node.name)) {
    const { propertyName } = node
    return propertyName && ts.isIdentifier(propertyName) && words.test(propertyName.text)
      ? node.name.text
      : undefined
  }
  if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name)) return undefined
  return node.initializer && isWords(node.initializer, new Set()) ? node.name.text : undefined
}

function isLook(node: ts.Node, others: ReadonlySet<string>): boolean {
  const holdsWords = (each: ts.Node) => isWords(each, others)
  if (ts.isSwitchStatement(node)) return holdsWords(node.expression)
  if (ts.isBinaryExpression(node)) {
    const { left, right, operatorToken } = node
    if (!equality.has(operatorToken.kind)) return false
    if (holdsWords(left) && holdsWords(right)) return true
    return [
      [left, right],
      [right, left],
    ].some(([one, other]) => one && other && holdsWords(one) && isText(other))
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  const { name, expression } = node.expression
  const isOnWords = methodsOfTexts.includes(name.text) && holdsWords(expression)
  const isWithWords = [...methodsOfExpressions, ...methodsOfCollections].includes(name.text)
  return isOnWords || (isWithWords && node.arguments.some(holdsWords))
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

/** A name or a property that holds words, what is made of one, or a text into which one is put. */
function isWords(node: ts.Node, others: ReadonlySet<string>): boolean {
  if (ts.isIdentifier(node)) return words.test(node.text) || others.has(node.text)
  if (ts.isPropertyAccessExpression(node)) return words.test(node.name.text)
  if (ts.isElementAccessExpression(node)) {
    return ts.isStringLiteralLike(node.argumentExpression) && words.test(node.argumentExpression.text)
  }
  if (ts.isTemplateExpression(node)) {
    return node.templateSpans.some(({ expression }) => isWords(expression, others))
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  const { name, expression } = node.expression
  return methodsThatKeepWords.includes(name.text) && isWords(expression, others)
}
