import { ApplianceError, mayHaveWorked } from '@webfilter/appliance-client'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import {
  actionNotChecked,
  actionNotSent,
  actionOutcomeUnknown,
} from '@webfilter/appliance-declarations/diagnostics/operations'
import { duration } from '@webfilter/appliance-declarations/validators'
import { parseDuration } from '@webfilter/appliance-names/settings'
import { type Documentation, ProviderError, string } from '@webfilter/terraform-plugin'
import { type LookContext, lookInPlan } from '../provider-data'

/** An action, as messages name it. */
interface InvokedAction {
  /** Its type, such as `appliance_backup_categories`. */
  readonly action: string
  /** The task of the appliance, as a verb: `archive all category data`. */
  readonly task: string
}

/** What ends an action early. */
interface Limits {
  /** A duration; null for none. */
  readonly timeout: string | null
  /** Triggered by Ctrl-C. */
  readonly signal: AbortSignal
}

/** A request as messages name it, such as `GET /categories/backup`. */
export function requestOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method} ${path}`
}

/** The limits within which an action works, and the request that it sends. */
export interface Limited {
  /** Triggered by either limit. */
  readonly signal: AbortSignal
  /** Records the request that from now on may make the appliance act, such as `GET /categories/backup`. */
  ordering(request: string): void
}

/**
 * Does the work of an action. Nothing shows later what an action did. If it ends early, or if an answer is lost, its error therefore says
 * what was sent and what is not known.
 *
 * @throws {ProviderError} if a limit ended it, or if the appliance may have acted
 * @throws {ApplianceError} for every other failure of the appliance
 */
export async function carryOut(
  invoked: InvokedAction,
  { timeout, signal }: Limits,
  work: (limited: Limited) => Promise<void>,
): Promise<void> {
  const timer = timeout === null ? undefined : AbortSignal.timeout(wholeMilliseconds(timeout))
  let request: string | undefined
  try {
    await work({
      signal: timer ? AbortSignal.any([signal, timer]) : signal,
      ordering: (named) => {
        request = named
      },
    })
  } catch (error) {
    throw failureOf(error) ?? error
  }

  function failureOf(error: unknown): ProviderError | undefined {
    const ended = endedBy()
    if (request !== undefined && mayHaveWorked(error)) {
      const { message, advice } = diagnosticOf(error)
      const lost = ended ? { reason: ended, advice: '' } : { reason: message, advice }
      return new ProviderError(actionOutcomeUnknown({ ...invoked, ...lost, request }), { cause: error })
    }
    if (ended === undefined || !isCancellation(error)) return undefined
    return new ProviderError(actionNotSent({ ...invoked, reason: ended }), { cause: error })
  }

  function endedBy(): string | undefined {
    if (signal.aborted) return 'The run was stopped.'
    return timer?.aborted ? `The action exceeded its timeout of ${timeout}.` : undefined
  }
}

function isCancellation(error: unknown): boolean {
  return error instanceof ApplianceError && error.kind === 'cancelled'
}

/** Timers take whole numbers below 2^31, some 24 days. */
function wholeMilliseconds(duration: string): number {
  return Math.min(Math.ceil(parseDuration(duration) ?? 0), 2 ** 31 - 1)
}

/**
 * Asks the appliance in a plan for something that the action needs, so that the plan refuses an action that cannot run. If the appliance
 * does not answer, the plan warns that it was not checked, or is refused if `on_unreachable` is `fail`.
 *
 * @param action its type, such as `appliance_backup_categories`
 * @returns what the appliance answered; undefined if it did not answer
 */
export async function checkInPlan<Found extends object>(
  action: string,
  context: LookContext,
  look: () => Promise<Found>,
): Promise<Found | undefined> {
  const notChecked = (failure: string) => actionNotChecked({ action, failure })
  const found = await lookInPlan(notChecked, undefined, context, look)
  return found === 'not looked' ? undefined : found
}

/** @param otherwise a sentence on what applies if the attribute is not set */
export function timeoutAttribute(otherwise: string) {
  return string({
    optional: true,
    validate: duration,
    description: `Longest duration of the action, such as \`90s\` or \`1h30m\`. ${otherwise}`,
  })
}

/** The limits of an action that sends one request. */
export const limitOfRequests = 'Without it, only `timeout` and `retries` of the provider limit the request.'

/**
 * The documentation of an action: the sections of all actions, and its own.
 *
 * @param operation the name by which `appliance_operation` does the same
 */
export function actionDocumentation(
  operation: string,
  { release = '', meaning = [] }: Pick<Documentation, 'release' | 'meaning'>,
): Documentation {
  return {
    subcategory: 'Operations',
    release:
      'Actions require Terraform 1.14 or newer. With other engines, use ' +
      `[\`appliance_operation\`](../resources/operation.md) with \`${operation}\`. ${release}`,
    meaning: [...meaning, howItRuns],
  }
}

const howItRuns = {
  heading: 'How it runs',
  text: '~> Terraform does not run a failed action again. Check the appliance, and then [run the action](../index.md#actions) with `-invoke`.',
}
