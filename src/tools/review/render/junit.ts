import type { Drift, Drifts } from '../../drift/drift'

import { type Phrase, phraseText, say, visible } from '../../report/phrase'
import { quoted } from '../../report/text'
import type { Cause, Finding } from '../change'
import type { Review, Reviews } from '../review'
import { driftRules, type Rule, reviewRules } from '../rules'
import type { ReviewSettings } from '../settings'
import type { Stacks } from '../stacks'

import { driftBlocks, notAppliedBlocks } from './drift-layout'
import { changeBlocks, type Line, moreThan, type ReportBlock } from './layout'

/**
 * A review as a JUnit report. Each rule is a test case that fails where a finding is fatal, and is skipped where the rule is
 * off; each change is a test case that passes, since a plan is there to change something.
 *
 * @param names how many names a line has at most
 */
export function renderJunit(review: Review, names: number): string {
  const { findings, changes, ...further } = reviewCases(review, names)
  return junitReport(review.verdict, { findings, changes, ...further })
}

/** The test cases of a review, those of each cause apart. @param prefix what their class names begin with */
function reviewCases(review: Review, names: number, prefix = 'appliance') {
  const casesOf = (cause: Cause, className: string) =>
    changeBlocks(review.changes.filter((change) => change.cause === cause)).flatMap(({ kind, lines }) =>
      lines.map((line) => lineCase(`${prefix}.${className}.${kind}`, line, names)),
    )
  const [state, repairs] = [casesOf('state', 'state'), casesOf('drift', 'repairs')]
  return {
    findings: ruleCases(reviewRules, review, names, prefix),
    changes: casesOf('change', 'changes'),
    ...(state.length > 0 && { state }),
    ...(repairs.length > 0 && { repairs }),
  }
}

/** A report with a suite for each group of test cases. */
export function junitReport(verdict: Phrase, groups: Readonly<Record<string, readonly TestCase[]>>): string {
  return junitSuites(verdict, Object.entries(groups))
}

/** The same of suites that may have any names. */
function junitSuites(
  verdict: Phrase,
  groups: readonly (readonly [name: string, cases: readonly TestCase[]])[],
): string {
  const suites = groups.map(([name, cases]) => suite(name, cases))
  const totals = totalOf(groups.flatMap(([, cases]) => cases))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    element('testsuites', { name: phraseText(verdict, quoted), ...totals }, suites),
    '',
  ].join('\n')
}

interface TestCase {
  readonly text: string
  readonly isFailed: boolean
  readonly isSkipped: boolean
  /** What it tests could not be determined. */
  readonly isError?: true
}

interface Findings {
  readonly findings: readonly Finding<Rule>[]
  readonly settings: ReviewSettings
}

/** A test case for each rule. */
function ruleCases(
  rules: readonly Rule[],
  found: Findings,
  names: number,
  prefix = 'appliance',
): readonly TestCase[] {
  return rules.map((rule) => ruleCase(rule, found, names, prefix))
}

function ruleCase(rule: Rule, { findings, settings }: Findings, names: number, prefix: string): TestCase {
  const found = findings.filter((finding) => finding.rule === rule)
  const isFailed = found.some(({ level }) => level === 'fatal')
  // A code of its group may have a level of its own.
  const isSkipped = settings.levels[rule] === 'off' && found.length === 0
  const text = found.map((finding) => findingText(finding, names)).join('\n')
  const [first] = found
  const failure =
    first && isFailed
      ? [element('failure', { message: phraseText(first.says, quoted), type: 'fatal' }, [escaped(text)])]
      : []
  const warning = !isFailed && text !== '' ? [element('system-out', {}, [escaped(text)])] : []
  const skipped = isSkipped ? [element('skipped', {}, [])] : []
  return {
    text: element('testcase', { classname: `${prefix}.findings`, name: rule }, [
      ...skipped,
      ...failure,
      ...warning,
    ]),
    isFailed,
    isSkipped,
  }
}

/** A test case for a line, which passes unless a type of failure is given. */
function lineCase(
  classname: string,
  line: Pick<Line, 'says' | 'names'>,
  names: number,
  failure?: string,
): TestCase {
  const text = namesText(line, names)
  const name = phraseText(line.says, quoted)
  const outcome =
    failure === undefined
      ? text === ''
        ? []
        : [element('system-out', {}, [escaped(text)])]
      : [element('failure', { message: name, type: failure }, [escaped(text)])]
  return {
    text: element('testcase', { classname, name }, outcome),
    isFailed: failure !== undefined,
    isSkipped: false,
  }
}

/** A test case for what could not be determined, which is neither passed nor failed. */
export function errorCase(classname: string, name: string, reason: string): TestCase {
  const message = visible(reason, 1_000)
  const error = element('error', { message, type: 'error' }, [])
  return {
    text: element('testcase', { classname, name }, [error]),
    isFailed: false,
    isSkipped: false,
    isError: true,
  }
}

/** A test case for a file, which fails if a finding in it is fatal. */
export function placesCase(classname: string, file: string, findings: readonly Finding[]): TestCase {
  const here = findings.filter(({ place }) => place?.file === file)
  const fatal = here.find(({ level }) => level === 'fatal')
  const text = here
    .map(({ rule, says, place }) => `${place?.line ?? 1} ${rule}: ${phraseText(says, quoted)}`)
    .join('\n')
  const outcome =
    fatal !== undefined
      ? [element('failure', { message: phraseText(fatal.says, quoted), type: 'fatal' }, [escaped(text)])]
      : text === ''
        ? []
        : [element('system-out', {}, [escaped(text)])]
  return {
    text: element('testcase', { classname, name: quoted(file) }, outcome),
    isFailed: fatal !== undefined,
    isSkipped: false,
  }
}

function findingText(finding: Finding, most: number): string {
  const names = namesText(finding, most)
  return `${phraseText(finding.says, quoted)}${names === '' ? '' : `: ${names}`}`
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
    skipped: cases.filter(({ isSkipped }) => isSkipped).length,
  }
  return element(
    'testsuite',
    attributes,
    cases.map(({ text }) => text),
  )
}

function totalOf(cases: readonly TestCase[]) {
  return {
    tests: cases.length,
    failures: cases.filter(({ isFailed }) => isFailed).length,
    errors: cases.filter(({ isError }) => isError).length,
  }
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

/**
 * Drift as a JUnit report. Each difference and each change that is not applied yet is a test case that fails; where there is
 * neither, one test case passes. Each rule is a test case that fails where a finding is fatal.
 *
 * @param names how many names a line has at most
 */
export function renderDriftJunit(drift: Drift, names: number): string {
  return junitReport(drift.verdict, driftCases(drift, names))
}

/** The test cases of a report on drift. @param prefix what their class names begin with */
function driftCases(drift: Drift, names: number, prefix = 'appliance') {
  const differing = [
    ...casesOf(driftBlocks(drift), 'drift'),
    ...casesOf(notAppliedBlocks(drift), 'not-applied'),
  ]
  const passed = lineCase(`${prefix}.drift`, { says: say`no drift found`, names: undefined }, names)
  return {
    findings: ruleCases(driftRules, drift, names, prefix),
    drift: differing.length === 0 ? [passed] : differing,
  }

  function casesOf(blocks: readonly ReportBlock[], type: string) {
    return blocks.flatMap(({ kind, lines }) =>
      lines.map((line) => lineCase(`${prefix}.${type}.${kind}`, line, names, type)),
    )
  }
}

/** The reviews of several stacks as a JUnit report with a suite for each stack. @param names how many names a line has at most */
export function renderReviewsJunit(reviews: Reviews, names: number): string {
  return junitSuites(
    reviews.verdict,
    suitesOf(reviews, 'review', (review, prefix) => Object.values(reviewCases(review, names, prefix)).flat()),
  )
}

/** The same of drift. */
export function renderDriftsJunit(drifts: Drifts, names: number): string {
  return junitSuites(
    drifts.verdict,
    suitesOf(drifts, 'drift', (drift, prefix) => Object.values(driftCases(drift, names, prefix)).flat()),
  )
}

/** Class names begin with the stack: some readers take test cases of the same names for one, whatever suite they are in. */
function suitesOf<Content>(
  { done, failed }: Stacks<Content>,
  task: string,
  casesOf: (content: Content, prefix: string) => readonly TestCase[],
): readonly (readonly [name: string, cases: readonly TestCase[]])[] {
  return [
    ...failed.map(({ name, reason, errors = [] }) => {
      const causes = errors.map(({ says }) =>
        errorCase(`${prefixOf(name)}.plan`, 'plan', phraseText(says, quoted)),
      )
      return [quoted(name), [errorCase(prefixOf(name), task, reason), ...causes]] as const
    }),
    ...done.map(({ name, content }) => [quoted(name), casesOf(content, prefixOf(name))] as const),
  ]
}

function prefixOf(name: string): string {
  return `appliance.${quoted(name)}`
}
