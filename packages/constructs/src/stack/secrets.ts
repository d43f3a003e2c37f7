import { quoted } from '../messages'
import { secretAttributes, secretSettings } from '../provider-facts'
import { problemsOfSecret } from '../secret'
import {
  entriesIn,
  isKnown,
  isKnownMap,
  type SynthesizedAttributes,
  type SynthesizedStack,
} from '../synthesized'

/** Secrets of resources that stand in the configuration, whoever declared the resources and however the secrets got there. */
export function problemsOfResourceSecrets(stack: SynthesizedStack): readonly string[] {
  return Object.entries(secretAttributes).flatMap(([type, secrets]) =>
    stack.resources(type).flatMap(({ place, attributes }) => {
      const whose = memberNamed(attributes) ?? place
      return secrets.flatMap((name) =>
        problemsOfSecret(
          { what: `The ${nounOf(name)} of ${whose}`, value: attributes[name], attributes },
          stack,
        ),
      )
    }),
  )
}

/** `password` of `password` and of `password_wo`, which differ in where the engine keeps the value. */
function nounOf(attribute: string): string {
  return attribute.replace(/_wo$/, '').replaceAll('_', ' ')
}

/** As a team calls a member, wherever the member is declared. */
function memberNamed({ uid }: SynthesizedAttributes): string | undefined {
  return typeof uid === 'string' && isKnown(uid) ? `member ${quoted(uid)}` : undefined
}

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

/**
 * Secrets of providers that stand in the configuration, on all appliances of a stack, however they got there. Headers are all taken for
 * secrets, as the provider takes them.
 */
export function problemsOfProviderSecrets(stack: SynthesizedStack): readonly string[] {
  return stack.providers().flatMap(({ place, settings }) =>
    secretsIn(settings).flatMap(({ what, environment, value }) => {
      const alternative = `, or the environment variable ${environment}`
      return problemsOfSecret({ what: `The ${what} of ${place}`, value, alternative }, stack)
    }),
  )
}

interface ProviderSecret {
  /** As a sentence goes on after *the*. */
  readonly what: string
  /** The environment variable that stands in for it. */
  readonly environment: string
  readonly value: unknown
}

function secretsIn(settings: SynthesizedAttributes): readonly ProviderSecret[] {
  return Object.entries(secretSettings).flatMap(([path, environment]): readonly ProviderSecret[] => {
    const steps = path.replace('[]', '').split('.')
    const value = steps.reduce<unknown>((within, step) => entriesIn(within)[step], settings)
    const noun = nounOf(steps.at(-1) ?? '')
    if (!path.endsWith('[]')) {
      // An area of the endpoints.
      const whose = steps.length > 2 ? ` for ${quoted(steps.at(-2) ?? '')}` : ''
      return [{ what: `${noun}${whose}`, environment, value }]
    }
    return Object.entries(entriesIn(value)).map(([key, each]) => ({
      what: `${noun.replace(/s$/, '')} ${quoted(key)}`,
      environment,
      value: each,
    }))
  })
}

/**
 * Headers that the library writes under another name: it makes `x_api_key` of `X-Api-Key`, as if it were an attribute. Under which
 * name a header was meant is known to its class only.
 */
export function problemsOfHeaders(stack: SynthesizedStack): readonly string[] {
  return stack.providers().flatMap(({ place, provider, settings }) => {
    const declared = provider && 'headersInput' in provider ? namesIn(provider.headersInput) : []
    const written = namesIn(settings.headers).map((name) => name.toLowerCase())
    return declared
      .filter((name) => !written.includes(name.toLowerCase()))
      .map(
        (name) =>
          `The library writes the header ${quoted(name)} of ${place} under another name. Set it with ` +
          `addOverride('headers', { … }) of the provider instead of headers.`,
      )
  })
}

function namesIn(headers: unknown): readonly string[] {
  return isKnownMap(headers) ? Object.keys(headers) : []
}
