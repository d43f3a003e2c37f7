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
}

export type Severity = 'error' | 'warning'

/**
 * An entry of the room: makes a diagnostic of what differs from case to case. Code, severity and summary can be read from it
 * without making one.
 */
export interface DiagnosticEntry<Given extends readonly unknown[] = readonly never[]>
  extends Pick<Diagnostic, 'code' | 'severity' | 'summary'> {
  (...given: Given): Diagnostic
}

/** What happened, and what to do about it if there is anything. */
type Said = readonly [message: string, advice?: string]

/** An entry that ends what was asked for. */
export function error<Given extends readonly [] | readonly [object]>(
  code: string,
  summary: string,
  says: (...given: Given) => Said,
): DiagnosticEntry<Given> {
  return entry({ code, severity: 'error', summary }, says)
}

/** An entry beside which the run goes on. */
export function warning<Given extends readonly [] | readonly [object]>(
  code: string,
  summary: string,
  says: (...given: Given) => Said,
): DiagnosticEntry<Given> {
  return entry({ code, severity: 'warning', summary }, says)
}

function entry<Given extends readonly unknown[]>(
  fixed: Pick<Diagnostic, 'code' | 'severity' | 'summary'>,
  says: (...given: Given) => Said,
): DiagnosticEntry<Given> {
  const make = (...given: Given): Diagnostic => {
    const [message, advice = ''] = says(...given)
    return { ...fixed, message, advice }
  }
  return Object.assign(make, fixed)
}

/** The detail of a diagnostic in Terraform's sense. Its last line is the code, which {@link codeIn} finds again. */
export function detailOf({ code, message, advice }: Diagnostic): string {
  return [message, advice, `[appliance:${code}]`].filter((paragraph) => paragraph !== '').join('\n\n')
}

/**
 * The code in a detail; undefined where it has none, as those of Terraform itself and of other providers. Terraform writes
 * `(and 2 more similar warnings elsewhere)` below it.
 */
export function codeIn(detail: string): string | undefined {
  return [...detail.matchAll(codeLine)].at(-1)?.[1]
}

/** A detail without the line of its code, for people who are told the rest of it. */
export function withoutCode(detail: string): string {
  return detail.replaceAll(codeLine, '').trimEnd()
}

const codeLine = /^\[appliance:([a-z0-9-]+)\]$/gm
