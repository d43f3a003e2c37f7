import type { Area } from '../../appliance/settings'

/**
 * What a check is about:
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

/** The result of one check. */
export interface Check {
  readonly check: CheckName
  /** Empty if it is about all areas. */
  readonly areas: readonly Area[]
  /** What was checked: the address of a listener, a route as the interface document writes it, or a setting. */
  readonly subject: string
  readonly status: Status
  /** One or more sentences, without secrets. */
  readonly finding: string
  /** What to do; each failure and each warning has it. */
  readonly hint?: string
  /** The code of the diagnostic with which the provider would report it, if it would. */
  readonly code?: string
}

/** Whether an assumption holds on this appliance, as far as reads show it. */
export type Holds = 'held' | 'not held' | 'unknown'

/** Whether one assumption holds on an appliance. */
export interface AssumptionCheck {
  /** As the guide of assumptions heads it. */
  readonly topic: string
  readonly area: string
  readonly holds: Holds
  /** The reason, in one sentence. */
  readonly because: string
  /** If it does not hold: what that means for the use of the provider. */
  readonly hint?: string
}

/** All results of one appliance. */
export interface Report {
  /** No check failed, and no assumption is known to be wrong. */
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
