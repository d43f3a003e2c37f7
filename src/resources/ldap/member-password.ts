import type { Diagnostics } from '../../terraform/provider/diagnostics'
import type { Unknown } from '../../terraform/values/unknown'

interface ConfiguredPassword {
  readonly password: string | Unknown | null
  readonly password_wo: string | Unknown | null
  readonly password_wo_version: number | Unknown | null
}

/** At most one of the two ways to give a password, and a version with the one that nobody can compare. */
export function reportPassword(config: ConfiguredPassword, diagnostics: Diagnostics): void {
  const { password, password_wo, password_wo_version } = config
  if (password !== null && password_wo !== null) {
    diagnostics.error(
      'Give either password or password_wo',
      'Both could say different things. password_wo is kept nowhere; password is kept in the state, marked as sensitive.',
      ['password_wo'],
    )
  }
  if (password_wo !== null && password_wo_version === null) {
    diagnostics.error(
      'password_wo needs password_wo_version',
      'A write-only value is kept nowhere, so a change of it is not noticed: it is sent when the version changes. Set ' +
        'password_wo_version to 1, and raise it with each new password.',
      ['password_wo_version'],
    )
  }
  if (password_wo_version !== null && password_wo === null) {
    diagnostics.error(
      'password_wo_version needs password_wo',
      'The version alone sends nothing. Give password_wo too, or leave the version out.',
      ['password_wo_version'],
    )
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
