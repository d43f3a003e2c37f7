import { isKnown } from '../known-values'
import { problemsOfSecret } from '../secrets/secret'
import type { SynthesizedAttributes, SynthesizedStack } from '../synthesized'
import { quoted } from '../wording'

/** Attributes of resources that are secrets, and what they are called. A test compares them with the schema. */
export const secretAttributes = {
  appliance_ldap_member: { password: 'password', password_wo: 'password' },
} as const

/** Secrets of resources that stand in the configuration, whoever declared the resources and however the secrets got there. */
export function problemsOfResourceSecrets(stack: SynthesizedStack): readonly string[] {
  return Object.entries(secretAttributes).flatMap(([type, secrets]) =>
    stack.resources(type).flatMap(({ place, attributes }) => {
      const whose = memberNamed(attributes) ?? place
      return Object.entries(secrets).flatMap(([name, noun]) =>
        problemsOfSecret({ what: `The ${noun} of ${whose}`, value: attributes[name], attributes }, stack),
      )
    }),
  )
}

/** As a team calls a member, wherever the member is declared. */
function memberNamed({ uid }: SynthesizedAttributes): string | undefined {
  return typeof uid === 'string' && isKnown(uid) ? `member ${quoted(uid)}` : undefined
}
