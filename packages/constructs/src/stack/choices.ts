import { allowedValues } from '../allowed-values'
import { isKnown } from '../known-values'
import type { SynthesizedAttributes, SynthesizedStack } from '../synthesized'
import { inAlternatives, quoted } from '../wording'

/** Attributes whose value is none of those that the provider takes. */
export function problemsOfChoices(stack: SynthesizedStack): readonly string[] {
  const { provider: ofProvider, ...ofResources } = allowedValues
  return [
    ...stack.providers().flatMap(({ place, settings }) => problemsOf(place, settings, ofProvider)),
    ...Object.entries(ofResources).flatMap(([type, choices]) =>
      stack.resources(type).flatMap(({ place, attributes }) => problemsOf(place, attributes, choices)),
    ),
  ]
}

function problemsOf(
  place: string,
  attributes: SynthesizedAttributes,
  choices: { readonly [name: string]: readonly string[] },
): readonly string[] {
  return Object.entries(choices).flatMap(([name, allowed]) => {
    const value = attributes[name]
    if (typeof value !== 'string' || !isKnown(value) || allowed.includes(value)) return []
    return [
      `The attribute ${inApp(name)} of ${place} is ${quoted(value)}. Set it to ${inAlternatives(allowed)}.`,
    ]
  })
}

/** `onConflict` for `on_conflict`. */
function inApp(name: string): string {
  return name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
}
