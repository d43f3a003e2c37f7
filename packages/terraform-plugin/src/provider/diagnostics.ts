import { printable } from '@webfilter/text'
import { type Diagnostic, detailOf } from '../diagnostics/diagnostic'
import { callInterrupted, providerBug } from '../diagnostics/entries'
import { isInterruption } from '../grpc/status'
import type { PartialMessage } from '../protobuf/message'
import type { Diagnostic as WireDiagnostic } from '../protocol/tfplugin6'
import type { Attributes } from '../schema/attribute'
import { type Path, pathText } from '../values/value'

/** What is common to the calls of a run. */
interface TellingRun {
  /** Whether nothing was told of a matter yet; from then on something is. */
  firstTime(matter: string): boolean
  /** What the provider tells of an error without a diagnostic. */
  told(thrown: Error): Told | undefined
}

/** What is told of an error. */
export interface Told {
  readonly diagnostic: Diagnostic
  /** The attribute to blame, if there is one. */
  readonly path?: Path
  /** Of a matter that stays as it is for a whole run: its name, and what to tell where the run has told of it before. */
  readonly again?: { readonly matter: string; readonly diagnostic: Diagnostic } | undefined
}

/** Collects the diagnostics of one call. */
export class Diagnostics {
  #all: { readonly diagnostic: Diagnostic; readonly path: Path | undefined }[] = []
  readonly #run: TellingRun

  /** @param run left out where each call stands for itself, and only errors with a diagnostic are thrown */
  constructor(run: TellingRun = { firstTime: () => true, told: () => undefined }) {
    this.#run = run
  }

  /** @param path the attribute that it is about, if it is about one */
  raise(diagnostic: Diagnostic, path?: Path): void {
    this.#all.push({ diagnostic, path })
  }

  /** Raises the first of two where nothing in this run has told of the matter yet, else the second, which points to the first. */
  raiseOnce(matter: string, first: Diagnostic, again: Diagnostic, path?: Path): void {
    this.raise(this.#run.firstTime(matter) ? first : again, path)
  }

  /** What a person is told of what was thrown; undefined if it is a mistake in the provider, or the end of the call. */
  told(thrown: unknown): Told | undefined {
    if (!(thrown instanceof Error)) return undefined
    return isReadable(thrown) ? thrown : this.#run.told(thrown)
  }

  get all(): readonly Diagnostic[] {
    return this.#all.map(({ diagnostic }) => diagnostic)
  }

  get hasErrors(): boolean {
    return this.#all.some(({ diagnostic }) => diagnostic.severity === 'error')
  }

  /**
   * @param provider name of the provider, for the codes
   * @param attributes those that the paths lead through
   */
  toWire(provider: string, attributes: Attributes = {}): PartialMessage<WireDiagnostic>[] {
    return this.#all.map(({ diagnostic, path }) => ({
      severity: diagnostic.severity,
      summary: printable(diagnostic.summary),
      detail: printable(detailOf(diagnostic, provider)),
      ...(path && { attribute: pathToWire(toOneLine(path, attributes)) }),
    }))
  }

  /** What was told since it was last taken: for a stream, which tells a matter when it comes up. */
  taken(provider: string): PartialMessage<WireDiagnostic>[] {
    const taken = this.toWire(provider)
    this.#all = []
    return taken
  }
}

/**
 * A path that does not end at a whole list. Terraform prints all lines of source that a path leads to, at each plan: a list of a configuration
 * may have thousands of them. Its first element stands for it; where it has none, Terraform shows the name of the attribute.
 */
function toOneLine(path: Path, attributes: Attributes): Path {
  const [step, ...rest] = path
  const attribute = typeof step === 'string' ? attributes[step] : undefined
  if (step === undefined || attribute === undefined) return path
  if (rest.length === 0) return attribute.type.kind === 'list' ? [step, 0] : path
  const { nested } = attribute
  if (nested === null) return path
  const [place, within] = nested.nesting === 'single' ? [[], rest] : [rest.slice(0, 1), rest.slice(1)]
  return [step, ...place, ...toOneLine(within, nested.attributes)]
}

export function pathToWire(path: Path): NonNullable<PartialMessage<WireDiagnostic>['attribute']> {
  return {
    steps: path.map((step) => {
      if (typeof step === 'string') return { selector: { case: 'attributeName' as const, value: step } }
      if (typeof step === 'number') return { selector: { case: 'elementKeyInt' as const, value: step } }
      return { selector: { case: 'elementKeyString' as const, value: step.key } }
    }),
  }
}

/**
 * An error that a person can act on: any error with a diagnostic of what to tell. Errors without one, of which the provider tells nothing
 * either, are mistakes in the provider and are reported as such.
 */
type ReadableError = Error & Told

/** A readable error for what a resource or data source finds itself. */
export class ProviderError extends Error implements ReadableError {
  override readonly name = 'ProviderError'
  readonly diagnostic: Diagnostic
  declare readonly path?: Path

  constructor(diagnostic: Diagnostic, options: { readonly path?: Path; readonly cause?: unknown } = {}) {
    super(diagnostic.message, 'cause' in options ? { cause: options.cause } : undefined)
    this.diagnostic = diagnostic
    if (options.path) this.path = options.path
  }
}

/**
 * An update or a creation that failed on the way. What is confirmed to be there by then is kept as the state, so that the next plan
 * starts from the truth. Terraform marks the state of a creation as tainted: the next apply replaces it.
 */
export class IncompleteChange extends Error {
  override readonly name = 'IncompleteChange'
  readonly state: object

  /** @param state the whole state as it is confirmed, with no attribute left out */
  constructor(state: object, cause: unknown) {
    super('The change failed before it was complete.', { cause })
    this.state = state
  }
}

/** A resource, data source or provider broke a rule of Terraform: not the user's mistake. */
export class ProviderBug extends Error {
  override readonly name = 'ProviderBug'
  /** @param what a sentence that says what was wrong with what, e.g. "create returned no value for table." */
  constructor(what: string) {
    super(what)
  }
}

/**
 * Tells of something that was thrown.
 * @param doing what could not be done, before the colon: "Could not create notes_note"
 * @param where whose code it was, named if the failure is a bug: "notes_note"
 */
export function raiseThrown(
  thrown: unknown,
  { doing, where }: { readonly doing: string; readonly where: string },
  diagnostics: Diagnostics,
): void {
  if (thrown instanceof IncompleteChange) {
    raiseThrown(thrown.cause, { doing, where }, diagnostics)
    return
  }
  if (thrown instanceof AggregateError) {
    for (const error of thrown.errors) raiseThrown(error, { doing, where }, diagnostics)
    return
  }
  const told = diagnostics.told(thrown)
  if (told) {
    const { diagnostic, again, path } = told
    const done = (what: Diagnostic) => ({ ...what, message: `${doing}: ${what.message}` })
    if (again) diagnostics.raiseOnce(again.matter, done(diagnostic), done(again.diagnostic), path)
    else diagnostics.raise(done(diagnostic), path)
  } else if (isInterruption(thrown)) {
    diagnostics.raise(callInterrupted({ reason: `${doing}: ${thrown.message}`, advice: thrown.advice }))
  } else {
    const what =
      thrown instanceof ProviderBug ? thrown.message : `It failed with: ${String(thrown).slice(0, mostOfBug)}`
    diagnostics.raise(providerBug({ where, what }))
  }
}

/** Whether what was thrown is reported as a mistake in the provider. */
export function isMistake(thrown: unknown, diagnostics: Diagnostics): boolean {
  if (thrown instanceof IncompleteChange) return isMistake(thrown.cause, diagnostics)
  if (thrown instanceof AggregateError) return thrown.errors.some((error) => isMistake(error, diagnostics))
  return !diagnostics.told(thrown) && !isInterruption(thrown)
}

/** What a mistake says may contain any value; characters. */
const mostOfBug = 1_000

function isReadable(thrown: Error): thrown is ReadableError {
  return typeof (thrown as Partial<ReadableError>).diagnostic === 'object'
}

/** An attribute's path in a sentence about a bug. */
export function quotedPath(path: Path): string {
  return path.length === 0 ? 'the whole object' : `"${pathText(path)}"`
}
