/** What a person who runs Terraform is told, or a program that reads Terraform's JSON. */
export interface Diagnostic {
  /** By what programs know it: in kebab-case, and never given to anything else. */
  readonly code: string
  readonly severity: Severity
  /** Without names and numbers: of several warnings with one summary Terraform shows the first and counts the others. */
  readonly summary: string
  /** What happened, with all names: one sentence, or a few. */
  readonly message: string
  /** What to do about it; empty where nothing can be done, or needs to be. */
  readonly advice: string
  /** What programs count with, by names of small letters. A sentence may say the same, and its words may change. */
  readonly numbers?: Numbers
}

type Numbers = Readonly<Record<string, number>>

type Severity = 'error' | 'warning'

/** A code, and all that is fixed of it. */
export interface DiagnosticCode extends Pick<Diagnostic, 'code' | 'severity' | 'summary'>, DiagnosticTraits {}

/** Makes a diagnostic of a code from what differs from one to the next. */
export interface DiagnosticEntry<Given extends readonly unknown[] = readonly never[]> extends DiagnosticCode {
  (...given: Given): Diagnostic
}

/** What programs that read the output of an engine need to know of a code. */
interface DiagnosticTraits {
  readonly group?: DiagnosticGroup
  /** An engine may print this error as a warning: a data source raises it, and a `check` block turns its errors into warnings. */
  readonly canBeWarning?: boolean
}

/**
 * Codes that programs treat alike:
 * - `unseen`: the plan goes on although the provider could not read what it plans for, so the plan shows no drift
 * - `not-reached`: a request was not sent, or had no usable answer
 * - `lines-skipped`: parts of the input were left out
 * - `line`, `rule`: a review of the plan says it anyway, in a line about what changes or as a finding of a rule
 */
export type DiagnosticGroup = 'unseen' | 'not-reached' | 'lines-skipped' | 'line' | 'rule'

/** What happened, and what to do about it if there is anything. */
type Text = readonly [message: string, advice?: string, numbers?: Numbers | undefined]

/** An entry that ends what was asked for. */
export function error<Given extends readonly [] | readonly [object]>(
  code: string,
  summary: string,
  text: (...given: Given) => Text,
  traits: DiagnosticTraits = {},
): DiagnosticEntry<Given> {
  return entry({ code, severity: 'error', summary }, text, traits)
}

/** An entry beside which the run goes on. */
export function warning<Given extends readonly [] | readonly [object]>(
  code: string,
  summary: string,
  text: (...given: Given) => Text,
  traits: Pick<DiagnosticTraits, 'group'> = {},
): DiagnosticEntry<Given> {
  return entry({ code, severity: 'warning', summary }, text, traits)
}

/** The same of which each case has its own text: see {@link caseOf}. */
export function errorCode(code: string, summary: string, traits: DiagnosticTraits = {}): DiagnosticCode {
  return { code, severity: 'error', summary, ...traits }
}

export function warningCode(
  code: string,
  summary: string,
  traits: Pick<DiagnosticTraits, 'group'> = {},
): DiagnosticCode {
  return { code, severity: 'warning', summary, ...traits }
}

/**
 * A case with the same remedy as others of its code. It has its own summary: with a shared one, Terraform would count a warning of one case among
 * those of another.
 */
export function caseOf<Given extends readonly [] | readonly [object]>(
  { code, severity }: DiagnosticCode,
  summary: string,
  text: (...given: Given) => Text,
): ((...given: Given) => Diagnostic) & DiagnosticCase {
  return Object.assign(making({ code, severity, summary }, text), { caseOf: code, summary })
}

/** What is known of a case before it is made. */
export interface DiagnosticCase {
  /** The code that it shares. */
  readonly caseOf: string
  readonly summary: string
}

function entry<Given extends readonly unknown[]>(
  fixed: Pick<Diagnostic, 'code' | 'severity' | 'summary'>,
  text: (...given: Given) => Text,
  traits: DiagnosticTraits,
): DiagnosticEntry<Given> {
  return Object.assign(making(fixed, text), fixed, traits)
}

function making<Given extends readonly unknown[]>(
  fixed: Pick<Diagnostic, 'code' | 'severity' | 'summary'>,
  text: (...given: Given) => Text,
): (...given: Given) => Diagnostic {
  return (...given) => {
    const [message, advice = '', numbers] = text(...given)
    const texts = { message: withoutLongParts(message), advice: withoutLongParts(advice) }
    return { ...fixed, ...texts, ...(numbers && { numbers }) }
  }
}

/** Of what is quoted, and of a word such as an address, so much is shown where it is longer; characters. */
const longestPart = 300
const shownOfLongPart = 200

/**
 * A message with the beginnings of what is too long in it. Values that a person passes in stand in many messages, and may be anything: the
 * content of a file where its name is due.
 */
export function withoutLongParts(text: string): string {
  if (text.length <= longestPart) return text
  return text
    .replace(/"(?:[^"\\\n]|\\.)*"/g, (quote) =>
      quote.length > longestPart ? `${beginningOf(quote)}…"` : quote,
    )
    .replace(/\S+/g, (word) => (word.length > longestPart ? `${beginningOf(word)}…` : word))
}

/** Without half of an escape, or of a character, at its end. */
function beginningOf(part: string): string {
  return part.slice(0, shownOfLongPart).replace(/(?:[\ud800-\udbff]|\\(?:u[0-9a-f]{0,3})?)$/, '')
}

/**
 * The detail of a diagnostic in Terraform's sense. Its last line is the code, which {@link diagnosticCodes} finds again, as it does the numbers in
 * the line before: `lost=3 kept=2`. If the build has addresses of codes, the address of this one follows in a line of its own.
 * @param provider name of the provider, which stands before the code: `[notes:no-such-note]`
 */
export function detailOf({ code, message, advice, numbers = {} }: Diagnostic, provider: string): string {
  const counts = Object.entries(numbers).map(([name, number]) => `${name}=${number}`)
  const lastLines = [counts.join(' '), `[${provider}:${code}]`, addressOf(code) ?? '']
  return [message, advice, lastLines.filter(isFilled).join('\n')].filter(isFilled).join('\n\n')
}

function isFilled(text: string): boolean {
  return text !== ''
}

/**
 * Where a person reads more about a code. A release puts the addresses into its build: by the address of a page, the codes that have a heading
 * in it. Without them, and in a build between releases, there are none.
 */
function addressOf(code: string): string | undefined {
  const pages = Object.entries(JSON.parse(process.env.ADDRESSES_OF_CODES || '{}') as Record<string, string[]>)
  const [address] = pages.find(([, codes]) => codes.includes(code)) ?? []
  return address === undefined ? undefined : `${address}#${code}`
}

/** What programs read in the details of a provider's diagnostics. */
export interface DiagnosticCodes {
  /**
   * The code in a detail; undefined if it has none, as those of Terraform itself and of other providers. Terraform writes
   * `(and 2 more similar warnings elsewhere)` below it.
   */
  codeIn(detail: string): string | undefined
  /** The numbers in the line above the code; empty without such a line. */
  numbersIn(detail: string): Numbers
  /** A detail without these lines, and that of the address, for people who read the code elsewhere. */
  withoutCode(detail: string): string
}

/** @param provider its name, as in {@link detailOf} */
export function diagnosticCodes(provider: string): DiagnosticCodes {
  const codeOf = (line = '') => {
    const [, name, code] = /^\[([^:\]]+):([a-z0-9-]+)\]\r?$/.exec(line) ?? []
    return name === provider ? code : undefined
  }
  const lastCode = (lines: readonly string[]) => lines.findLastIndex((line) => codeOf(line) !== undefined)
  return {
    codeIn(detail) {
      const lines = detail.split('\n')
      return codeOf(lines[lastCode(lines)])
    },
    numbersIn(detail) {
      const lines = detail.split('\n')
      return numbersOf(lines[lastCode(lines) - 1]) ?? {}
    },
    withoutCode: (detail) =>
      detail
        .split('\n')
        .map((line, index, lines) => {
          const isAddress = /^https:/.test(line) && codeOf(lines[index - 1]) !== undefined
          const isNumbers = codeOf(lines[index + 1]) !== undefined && numbersOf(line) !== undefined
          return isAddress || isNumbers || codeOf(line) !== undefined ? '' : line
        })
        .join('\n')
        .trimEnd(),
  }
}

/** The numbers in a line such as `lost=3 kept=2`; undefined if it is another one. */
function numbersOf(line = ''): Numbers | undefined {
  const parts = line
    .trimEnd()
    .split(' ')
    .map((part) => /^([a-z_]+)=(\d+)$/.exec(part))
  if (!parts.every((part) => part !== null)) return undefined
  return Object.fromEntries(parts.map(([, name = '', number]) => [name, Number(number)]))
}
