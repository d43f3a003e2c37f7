import type { SynthesizedStack } from '../synthesized'

/** Attributes of passwords that the provider takes only with another one, or only without it. */
export function problemsOfPasswordAttributes(stack: SynthesizedStack): readonly string[] {
  return stack.resources('appliance_ldap_member').flatMap(({ place, attributes }) => {
    const [stored, sent, version] = ['password', 'password_wo', 'password_wo_version'].map(
      (name) => attributes[name] !== undefined && attributes[name] !== null,
    )
    return [
      ...(stored && sent ? [`${place} has both password and passwordWo. Remove one of them.`] : []),
      ...(sent && !version
        ? [`${place} has passwordWo without passwordWoVersion. Set passwordWoVersion: 1.`]
        : []),
      ...(version && !sent
        ? [
            `${place} has the version of a password, but no password. Set the password, or remove its version.`,
          ]
        : []),
    ]
  })
}
