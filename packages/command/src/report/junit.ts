import { type Phrase, phraseText, visible } from './phrase'
import { type Finding, type Line, moreNames, type Report, type TestCase } from './report'
import { quoted } from './text'

/**
 * A report for JUnit: a suite for each kind of test cases, or for each of several stacks. Class names begin with the stack then: some
 * readers take test cases of the same names for one, whatever suite they are in.
 *
 * @param names how many names a line has at most
 */
export function renderJunit({ verdict, command, isSingle, stacks, failed }: Report, names: number): string {
  if (isSingle) {
    return junitSuites(
      verdict,
      stacks.flatMap(({ suites }) => Object.entries(suites(names, 'appliance'))),
    )
  }
  const prefixOf = (name: string) => `appliance.${quoted(name)}`
  return junitSuites(verdict, [
    ...failed.map(({ name, reason, errors = [] }) => {
      const prefix = prefixOf(name)
      const causes = errors.map((error) => planErrorCase(prefix, error, names))
      return [quoted(name), [errorCase(prefix, command, reason), ...causes]] as const
    }),
    ...stacks.map(
      ({ name, suites }) => [quoted(name), Object.values(suites(names, prefixOf(name))).flat()] as const,
    ),
  ])
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

interface Findings {
  readonly findings: readonly Finding[]
  /** Rules that the settings switch off. */
  readonly isOff: (rule: string) => boolean
}

/** A test case for each rule. */
export function ruleCases(
  rules: readonly string[],
  found: Findings,
  names: number,
  prefix: string,
): readonly TestCase[] {
  return rules.map((rule) => ruleCase(rule, found, names, prefix))
}

function ruleCase(rule: string, { findings, isOff }: Findings, names: number, prefix: string): TestCase {
  const found = findings.filter((finding) => finding.rule === rule)
  const isFailed = found.some(({ level }) => level === 'fatal')
  // A code of its group may have a level of its own.
  const isSkipped = isOff(rule) && found.length === 0
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
export function lineCase(
  classname: string,
  line: Pick<Line, 'says' | 'names' | 'block'>,
  names: number,
  failure?: string,
): TestCase {
  const text = [namesText(line, names), line.block ?? ''].filter((part) => part !== '').join('\n')
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
function errorCase(classname: string, name: string, reason: string, text = ''): TestCase {
  const message = visible(reason, 1_000)
  const error = element('error', { message, type: 'error' }, text === '' ? [] : [escaped(text)])
  return {
    text: element('testcase', { classname, name }, [error]),
    isFailed: false,
    isSkipped: false,
    isError: true,
  }
}

/** A test case for an error of a plan. @param names how many resources or places are named at most */
export function planErrorCase(prefix: string, error: Finding, names: number): TestCase {
  return errorCase(`${prefix}.plan`, 'plan', phraseText(error.says, quoted), namesText(error, names))
}

/** A test case for a file, which fails if a finding in it is fatal. */
export function placesCase(classname: string, file: string, findings: readonly Finding[]): TestCase {
  const here = findings.filter(({ place }) => place?.file === file)
  const fatal = here.find(({ level }) => level === 'fatal')
  const text = here
    .map((finding) => `${finding.place?.line ?? 1} ${finding.rule}: ${findingText(finding, mostNames)}`)
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

/** Of a line of a file. */
const mostNames = 10

function findingText(finding: Finding, most: number): string {
  const names = namesText(finding, most)
  return `${phraseText(finding.says, quoted)}${names === '' ? '' : `: ${names}`}`
}

function namesText({ names }: Pick<Line, 'names'> | Pick<Finding, 'names'>, most: number): string {
  if (names === undefined) return ''
  const first = names.first(most)
  return `${first.map(quoted).join(', ')}${moreNames(first, names)}`
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
