import { parsedJson } from '@webfilter/appliance-names'
import { z } from 'zod'
import { codeIn } from '../../../diagnostics/codes'
import { alphabetically } from '../alphabetical'
import { visible } from '../visible'
import { PlanError } from './plan'

/** A warning or an error that the engine or a provider gave while it planned. */
export interface Message {
  readonly severity: 'error' | 'warning'
  readonly summary: string
  readonly detail: string
  /** The resource that it is about. */
  readonly address: string | undefined
  /** By what a diagnostic of this provider is known. Those of engines and of other providers have none. */
  readonly code: string | undefined
  /** Where in the configuration. The file is relative to the folder in which the engine ran. */
  readonly place?: { readonly file: string; readonly line: number }
}

/**
 * Reads the diagnostics in what `terraform plan -json` printed, a message per line. Other lines mean nothing here, and a
 * line that was cut off is left out.
 */
export function readMessages(text: string): readonly Message[] {
  return text.split('\n').flatMap((line) => {
    if (!line.includes('"diagnostic"')) return []
    const result = diagnosticLine.safeParse(parsedJson(line))
    if (!result.success) return []
    const { severity, summary, detail, address, range } = result.data.diagnostic
    const place = range && { place: { file: range.filename, line: range.start.line } }
    return [{ severity, summary, detail, address, code: codeIn(detail), ...place }]
  })
}

/**
 * A plan that fails leaves no plan behind, so a plan beside which there is an error is an older one.
 * @throws {PlanError}
 */
export function requireSuccess(messages: readonly Message[]): void {
  const error = messages.find(({ severity }) => severity === 'error')
  if (error === undefined) return
  throw new PlanError(
    `The messages contain an error, so they belong to a plan that failed and not to the reviewed one: ${visible(error.summary)}. Plan ` +
      'again, and pass the plan and the messages of the same run.',
  )
}

/**
 * Engines plan resources beside each other, so the order in which they print messages differs from run to run. Those of this provider come
 * first.
 */
export function inOrder(messages: readonly Message[]): readonly Message[] {
  return [...messages].sort(
    (one, other) =>
      alphabetically(one.code ?? last, other.code ?? last) ||
      alphabetically(one.address ?? '', other.address ?? '') ||
      alphabetically(one.detail, other.detail),
  )
}

const last = '\uffff'

/** Whether a text has a line of what an engine prints with `-json`, each of which has a level. */
export function isLog(text: string): boolean {
  return text.split('\n').some((line) => line.includes('"@level"') && parsedJson(line) !== undefined)
}

const diagnosticLine = z.object({
  diagnostic: z.object({
    severity: z.enum(['error', 'warning']),
    summary: z.string(),
    detail: z.string().default(''),
    address: z.string().optional(),
    range: z
      .object({ filename: z.string(), start: z.object({ line: z.number() }) })
      .optional()
      .catch(undefined),
  }),
})
