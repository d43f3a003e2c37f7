import type { Area } from '../../appliance/settings'

/**
 * What is looked at:
 * - `configuration`: the settings can be used
 * - `reach`: a connection to the listener or the socket can be opened
 * - `certificate-trust`, `certificate-name`, `certificate-validity`: what TLS checks
 * - `access`: source address and key are accepted
 * - `route`: a route that only reads exists, and the provider can read its answer
 * - `generation`: which generation of the category routes answers
 * - `service`: the directory service is running
 */
export type CheckName =
  | 'configuration'
  | 'reach'
  | 'certificate-trust'
  | 'certificate-name'
  | 'certificate-validity'
  | 'access'
  | 'route'
  | 'generation'
  | 'service'

/** `skipped`: not configured, or not possible to check; the finding says which. */
export type Status = 'passed' | 'warning' | 'failed' | 'skipped'

/** What one look came to. */
export interface Check {
  readonly check: CheckName
  /** Empty where it is about all of them. */
  readonly areas: readonly Area[]
  /** What was looked at: the address of a listener, a route as the interface document writes it, a setting. */
  readonly subject: string
  readonly status: Status
  /** One or more sentences, without secrets. */
  readonly finding: string
  /** What to do; with every failure and every warning. */
  readonly hint?: string
  /** The code of the diagnostic with which the provider would report the same; left out where it would report nothing. */
  readonly code?: string
}

/** Whether an assumption holds on this appliance, as far as reads can tell. */
export type Holds = 'held' | 'not held' | 'unknown'

/** What an appliance showed of one assumption. */
export interface AssumptionCheck {
  /** As the guide of assumptions heads it. */
  readonly topic: string
  readonly area: string
  readonly holds: Holds
  /** Why this is said, in one sentence. */
  readonly because: string
  /** What shows in the use of the provider; where it does not hold. */
  readonly hint?: string
}

/** Everything that was found of one appliance. */
export interface Report {
  /** Nothing failed, and no assumption was seen not to hold. */
  readonly healthy: boolean
  readonly checks: readonly Check[]
  readonly assumptions: readonly AssumptionCheck[]
}

/** The report of what was found. Warnings do not make an appliance unhealthy. */
export function reportOf(checks: readonly Check[], assumptions: readonly AssumptionCheck[]): Report {
  const failed = checks.some(({ status }) => status === 'failed')
  const wrong = assumptions.some(({ holds }) => holds === 'not held')
  return { healthy: !failed && !wrong, checks, assumptions }
}
