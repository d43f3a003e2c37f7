import { Token, Tokenization } from 'cdktf'
import type { ApplianceProvider } from '../../bindings/cdktf/provider'
import { isKnown } from './known-sites'
import { quoted } from './wording'

/**
 * Sentences about the secrets of a provider that stand in the program as texts, each of which goes on after a comma. No secret
 * is in them. Headers are all taken for secrets, as the provider takes them.
 */
export function problemsOfProviderSecrets(provider: ApplianceProvider): readonly string[] {
  return secretsOf(provider)
    .filter(({ value }) => typeof value === 'string' && value !== '' && isKnown(value))
    .map(
      ({ what, environment }) =>
        `${what} of the provider is plain text, which anyone can read in the configuration. Use a sensitive TerraformVariable of ` +
        `its stack, or the environment variable ${environment}.`,
    )
}

interface ProviderSecret {
  /** As the beginning of a sentence. */
  readonly what: string
  /** The environment variable that stands in for it. */
  readonly environment: string
  readonly value: unknown
}

function secretsOf(provider: ApplianceProvider): readonly ProviderSecret[] {
  const { tokenInput, headersInput, tlsInput, endpointsInput } = provider
  const clientKey = entriesOf(tlsInput).find(([name]) => name === 'clientKey')?.[1]
  return [
    { what: 'the token', environment: 'APPLIANCE_TOKEN', value: tokenInput },
    ...entriesOf(headersInput).map(([name, value]) => ({
      what: `the header ${quoted(name)}`,
      environment: 'APPLIANCE_HEADERS',
      value,
    })),
    { what: 'the client key', environment: 'APPLIANCE_CLIENT_KEY', value: clientKey },
    ...entriesOf(endpointsInput).flatMap(([area, endpoint]) =>
      entriesOf(endpoint)
        .filter(([name]) => name === 'token')
        .map(([, value]) => ({
          what: `the token for ${quoted(area)}`,
          environment: `APPLIANCE_${inCapitals(area)}_TOKEN`,
          value,
        })),
    ),
  ]
}

/** What an object is written with; nothing where Terraform alone knows it. */
function entriesOf(object: unknown): readonly (readonly [string, unknown])[] {
  const isWritten = typeof object === 'object' && object !== null
  return isWritten && !Tokenization.isResolvable(object) && !Token.isUnresolved(object)
    ? Object.entries(object)
    : []
}

/** `categoriesLegacy` as `CATEGORIES_LEGACY`. */
function inCapitals(name: string): string {
  return name.replace(/[A-Z]/g, '_$&').toUpperCase()
}
