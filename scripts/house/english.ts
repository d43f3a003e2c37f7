import ts from 'typescript'
import { filesBelow, textOfFile } from './sources'

/** Places where a program depends on the English of a diagnostic or an error. Codes are for programs, and texts may change. */
export function codeThatReadsEnglish(): readonly string[] {
  return filesBelow(
    [
      'src',
      ...['client', 'command', 'declarations', 'site-lists', 'terraform-plugin'].map(
        (name) => `packages/${name}/src`,
      ),
    ],
    /\.ts$/,
  )
    .filter((path) => !/^packages\/(?:declarations|terraform-plugin)\/src\/diagnostics\//.test(path))
    .flatMap((path) =>
      readingsOfEnglish(textOfFile(path))
        .filter((code) => code !== ofNode)
        .map((code) => `${path}: ${code}`),
    )
}

/** Node gives no code for it, and no other property shows it. */
const ofNode = '/before secure TLS connection/.test(error.message)'

/** Properties of diagnostics and errors that are texts for people. */
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

/** Calls and comparisons by which a program would understand a text for people. */
export function readingsOfEnglish(text: string): readonly string[] {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest)
  const others = new Set<string>()
  visit(source, (node) => {
    const name = otherNameIn(node)
    if (name !== undefined) others.add(name)
  })
  const found: string[] = []
  visit(source, (node) => {
    if (isReading(node, others)) found.push(text.slice(node.pos, node.end).trim())
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

function isReading(node: ts.Node, others: ReadonlySet<string>): boolean {
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
