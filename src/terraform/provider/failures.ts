import { type Path, pathText } from '../values/path'
import type { Diagnostic } from './diagnostics'

/**
 * An error that a person can act on. Any error is one that has `advice`: a sentence of what to do, beside its message of
 * what happened. Errors without it are mistakes in the provider and are reported as such.
 */
export interface ReadableError extends Error {
  readonly advice: string
  /** The attribute to blame, if there is one. */
  readonly path?: Path
}

/** A readable error for what a resource or data source finds itself. */
export class ProviderError extends Error implements ReadableError {
  override readonly name = 'ProviderError'
  readonly advice: string
  declare readonly path?: Path

  constructor(
    message: string,
    advice: string,
    options: { readonly path?: Path; readonly cause?: unknown } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.advice = advice
    if (options.path) this.path = options.path
  }
}

/**
 * An update that failed on the way. What is confirmed to be done by then is kept as the state, so that the next plan
 * starts from the truth.
 */
export class IncompleteUpdate extends Error {
  override readonly name = 'IncompleteUpdate'
  readonly state: object

  /** @param state the whole state as it is confirmed, with no attribute left out */
  constructor(state: object, cause: unknown) {
    super('The update failed on the way.', { cause })
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
 * What to tell of something that was thrown.
 * @param summary what could not be done: "Could not create appliance_category"
 * @param where whose code it was, named if the failure is a bug: "appliance_category"
 */
export function diagnosticsOf(thrown: unknown, summary: string, where: string): Diagnostic[] {
  if (thrown instanceof IncompleteUpdate) return diagnosticsOf(thrown.cause, summary, where)
  if (thrown instanceof AggregateError)
    return thrown.errors.flatMap((error) => diagnosticsOf(error, summary, where))
  if (isReadable(thrown)) {
    return [
      {
        severity: 'error',
        summary,
        detail: `${thrown.message}\n\n${thrown.advice}`,
        ...(thrown.path && { path: thrown.path }),
      },
    ]
  }
  return [bugDiagnostic(where, thrown)]
}

function bugDiagnostic(where: string, thrown: unknown): Diagnostic {
  const what = thrown instanceof ProviderBug ? thrown.message : `It failed with: ${String(thrown)}`
  return {
    severity: 'error',
    summary: `Provider bug in ${where}`,
    detail:
      `${what}\n\nThis is a mistake in the provider, not in the configuration. ` +
      'Please report it with this message and the log that TF_LOG=DEBUG gives.',
  }
}

function isReadable(thrown: unknown): thrown is ReadableError {
  return thrown instanceof Error && 'advice' in thrown && typeof thrown.advice === 'string'
}

/** An attribute's path in a sentence about a bug. */
export function named(path: Path): string {
  return path.length === 0 ? 'the whole object' : `"${pathText(path)}"`
}
