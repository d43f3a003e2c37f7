import { z } from 'zod'

/** A warning or an error that the engine or a provider gave while it planned. */
export interface Message {
  readonly severity: 'error' | 'warning'
  readonly summary: string
  readonly detail: string
  /** The resource that it is about. */
  readonly address: string | undefined
}

/**
 * Reads the diagnostics in what `terraform plan -json` printed, a message per line. Other lines mean nothing here, and a
 * line that was cut off is left out.
 */
export function readMessages(text: string): readonly Message[] {
  return text.split('\n').flatMap((line) => {
    if (!line.includes('"diagnostic"')) return []
    const result = diagnosticLine.safeParse(parsed(line))
    if (!result.success) return []
    const { severity, summary, detail, address } = result.data.diagnostic
    return [{ severity, summary, detail, address }]
  })
}

const diagnosticLine = z.object({
  diagnostic: z.object({
    severity: z.enum(['error', 'warning']),
    summary: z.string(),
    detail: z.string().default(''),
    address: z.string().optional(),
  }),
})

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
