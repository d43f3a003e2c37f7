import type { Diagnostics, Unknown } from '@webfilter/terraform-plugin'
import {
  passwordGivenTwice,
  passwordVersionWithoutPassword,
  passwordWithoutVersion,
} from '../../../diagnostics/accounts'

interface ConfiguredPassword {
  readonly password: string | Unknown | null
  readonly password_wo: string | Unknown | null
  readonly password_wo_version: number | Unknown | null
}

/** At most one of the two ways to give a password, and a version with the one that nobody can compare. */
export function reportPassword(config: ConfiguredPassword, diagnostics: Diagnostics): void {
  const { password, password_wo, password_wo_version } = config
  if (password !== null && password_wo !== null) {
    diagnostics.raise(passwordGivenTwice(), ['password_wo'])
  }
  if (password_wo !== null && password_wo_version === null) {
    diagnostics.raise(passwordWithoutVersion(), ['password_wo_version'])
  }
  if (password_wo_version !== null && password_wo === null) {
    diagnostics.raise(passwordVersionWithoutPassword(), ['password_wo_version'])
  }
}

interface KeptPassword {
  readonly password: string | null
  readonly password_wo_version: number | null
}

/** The password that an update has to send, or null where it did not change. Taking it out of a configuration sends nothing. */
export function changedPassword(
  prior: KeptPassword,
  plan: KeptPassword,
  config: { readonly password_wo: string | null },
): string | null {
  if (plan.password_wo_version !== null && plan.password_wo_version !== prior.password_wo_version) {
    return config.password_wo
  }
  return plan.password === prior.password ? null : plan.password
}
