import { isKnownMap } from '../known-values'
import type { SynthesizedStack } from '../synthesized'
import { quoted } from '../wording'

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
