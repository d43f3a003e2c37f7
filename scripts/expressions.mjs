// Looks for regular expressions that can take more than time proportional to the length of a text: `npm run lint:expressions`. Texts come
// from appliances and from users, and nothing stops an expression at work, neither a time-out nor Ctrl-C.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { analyse } from 'scslre'
import ts from 'typescript'

const root = fileURLToPath(new URL('..', import.meta.url))

/** An expression that is not linear is found, and one that is not constant, whatever the packages of this check become. */
const samples = [
  ['/\\s+$/', 'tries'],
  ['/(?:a+)+b/', 'tries'],
  [`const a = 'x'; new RegExp(\`\${a}*\${a}*y\`)`, 'tries'],
  ['new RegExp(answer)', 'is made of'],
  ['/(?<!\\s)\\s+$/', undefined],
  [`const a = 'x'; new RegExp(\`^\${a}$\`, 'i')`, undefined],
]

for (const [code, expected] of samples) {
  const [problem] = problemsIn(code)
  if (expected === undefined ? problem !== undefined : !problem?.includes(expected)) {
    throw new Error(`The check of expressions says ${problem ?? 'nothing'} about ${code}.`)
  }
}

const files = ['src', ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/src`)].flatMap(
  sourcesBelow,
)
const problems = files.flatMap((file) =>
  problemsIn(readFileSync(join(root, file), 'utf8')).map((each) => `${file}:${each}`),
)
process.stderr.write(
  [...problems, `${problems.length} problems with the expressions of ${files.length} files.`, ''].join('\n'),
)
process.exitCode = problems.length === 0 && files.length > 0 ? 0 : 1

function sourcesBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`)
}

/** @returns a line for each expression: the number of its line, and what is wrong with it */
function problemsIn(text) {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true)
  const constants = constantsIn(source)
  const found = []
  see(source, (node) => {
    const expression = expressionOf(node, constants)
    const problem = expression && problemWith(expression)
    if (problem) found.push(`${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${problem}`)
  })
  return found
}

/** Texts that have a name. Those of the names that other files declare are not known. */
function constantsIn(source) {
  const constants = new Map()
  see(source, (node) => {
    if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name) || !node.initializer) return
    const text = textOf(node.initializer, constants)
    if (text !== undefined) constants.set(node.name.text, text)
  })
  return constants
}

function expressionOf(node, constants) {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/')
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) }
  }
  const isMade =
    (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp'
  if (!isMade) return undefined
  const [source, flags] = node.arguments ?? []
  return {
    source: source && textOf(source, constants),
    flags: flags === undefined ? '' : textOf(flags, constants),
  }
}

/** What an expression of the source is as a text; undefined where the source alone does not say it. */
function textOf(node, constants) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (ts.isIdentifier(node)) return constants.get(node.text)
  if (ts.isTemplateExpression(node)) return templateText(node, constants, ({ text }) => text)
  if (ts.isCallExpression(node) && node.expression.getText() === 'String.fromCharCode') {
    return node.arguments.every(ts.isNumericLiteral)
      ? String.fromCharCode(...node.arguments.map(({ text }) => Number(text)))
      : undefined
  }
  if (!ts.isTaggedTemplateExpression(node) || node.tag.getText() !== 'String.raw') return undefined
  if (ts.isNoSubstitutionTemplateLiteral(node.template)) return node.template.rawText
  return templateText(node.template, constants, ({ rawText }) => rawText)
}

function templateText({ head, templateSpans }, constants, read) {
  const values = templateSpans.map(({ expression }) => textOf(expression, constants))
  if (values.includes(undefined)) return undefined
  return [read(head), ...templateSpans.flatMap(({ literal }, index) => [values[index], read(literal)])].join(
    '',
  )
}

function problemWith({ source, flags }) {
  if (source === undefined || flags === undefined) return 'an expression is made of what is not in its file'
  const [report] = analyse({ source, flags }, { maxReports: 1 }).reports
  if (report === undefined) return undefined
  const growth = report.exponential ? 'with the number of ways' : 'with the square of the number'
  return `/${source}/${flags} tries ${JSON.stringify(report.character.pick)} in a row again and again: its time grows ${growth}`
}

function see(node, look) {
  look(node)
  ts.forEachChild(node, (child) => see(child, look))
}
