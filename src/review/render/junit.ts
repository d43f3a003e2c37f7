import type { Finding } from '../change'
import { textOf } from '../phrase'
import type { Review } from '../review'
import { type Rule, rules } from '../settings'
import { blocksOf, type Line, moreThan } from './layout'
import { quoted } from './text'

/**
 * A review as a JUnit report. Each rule is a test case that fails where a finding is fatal, and is skipped where the rule is
 * off; each change is a test case that passes, since a plan is there to change something.
 *
 * @param names how many names a line has at most
 */
export function renderJunit(review: Review, names: number): string {
  const findings = rules.map((rule) => ruleCase(rule, review, names))
  const changes = blocksOf({ ...review, findings: [] }).flatMap(({ kind, lines }) =>
    lines.map((line) => changeCase(kind, line, names)),
  )
  const suites = [suite('findings', findings), suite('changes', changes)]
  const { tests, failures } = totalOf([...findings, ...changes])
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    element('testsuites', { name: textOf(review.verdict, quoted), tests, failures, errors: 0 }, suites),
    '',
  ].join('\n')
}

interface TestCase {
  readonly text: string
  readonly isFailed: boolean
  readonly isSkipped: boolean
}

function ruleCase(rule: Rule, { findings, settings }: Review, names: number): TestCase {
  const found = findings.filter((finding) => finding.rule === rule)
  const isFailed = found.some(({ level }) => level === 'fatal')
  const isSkipped = settings.levels[rule] === 'off'
  const text = found.map((finding) => findingText(finding, names)).join('\n')
  const [first] = found
  const failure =
    first && isFailed
      ? [element('failure', { message: textOf(first.says, quoted), type: 'fatal' }, [escaped(text)])]
      : []
  const warning = !isFailed && text !== '' ? [element('system-out', {}, [escaped(text)])] : []
  const skipped = isSkipped ? [element('skipped', {}, [])] : []
  return {
    text: element('testcase', { classname: 'appliance.findings', name: rule }, [
      ...skipped,
      ...failure,
      ...warning,
    ]),
    isFailed,
    isSkipped,
  }
}

function changeCase(kind: string, line: Line, names: number): TestCase {
  const text = namesText(line, names)
  const out = text === '' ? [] : [element('system-out', {}, [escaped(text)])]
  const attributes = { classname: `appliance.changes.${kind}`, name: textOf(line.says, quoted) }
  return { text: element('testcase', attributes, out), isFailed: false, isSkipped: false }
}

function findingText(finding: Finding, most: number): string {
  const names = namesText(finding, most)
  return `${textOf(finding.says, quoted)}${names === '' ? '' : `: ${names}`}`
}

function namesText({ names }: Pick<Line, 'names'> | Pick<Finding, 'names'>, most: number): string {
  if (names === undefined) return ''
  const first = names.first(most)
  return `${first.map(quoted).join(', ')}${moreThan(first, names)}`
}

function suite(name: string, cases: readonly TestCase[]): string {
  const attributes = {
    name,
    ...totalOf(cases),
    errors: 0,
    skipped: cases.filter(({ isSkipped }) => isSkipped).length,
  }
  return element(
    'testsuite',
    attributes,
    cases.map(({ text }) => text),
  )
}

function totalOf(cases: readonly TestCase[]) {
  return { tests: cases.length, failures: cases.filter(({ isFailed }) => isFailed).length }
}

/** @param content elements, or texts that are escaped already */
function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: readonly string[],
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
  const opening = `<${name}${written.join('')}`
  if (content.length === 0) return `${opening}/>`
  const inner = content.every((each) => each.startsWith('<')) ? `\n${content.join('\n')}\n` : content.join('')
  return `${opening}>${inner}</${name}>`
}

/** Names come here through `quoted`, so no character is left that XML 1.0 does not know. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
