import { problemsOfSecret } from '../secrets/secret'
import { entriesIn, type SynthesizedAttributes, type SynthesizedStack } from '../synthesized'
import { quoted } from '../wording'

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

function secretsIn({ token, headers, tls, endpoints }: SynthesizedAttributes): readonly ProviderSecret[] {
  return [
    { what: 'token', environment: 'APPLIANCE_TOKEN', value: token },
    ...Object.entries(entriesIn(headers)).map(([name, value]) => ({
      what: `header ${quoted(name)}`,
      environment: 'APPLIANCE_HEADERS',
      value,
    })),
    ...Object.entries(entriesIn(tls))
      .filter(([name]) => name === 'client_key')
      .map(([, value]) => ({ what: 'client key', environment: 'APPLIANCE_CLIENT_KEY', value })),
    ...Object.entries(entriesIn(endpoints)).flatMap(([area, endpoint]) =>
      Object.entries(entriesIn(endpoint))
        .filter(([name]) => name === 'token')
        .map(([, value]) => ({
          what: `token for ${quoted(area)}`,
          environment: `APPLIANCE_${area.toUpperCase()}_TOKEN`,
          value,
        })),
    ),
  ]
}
