import { allowedValues } from '../allowed-values'
import { isKnown } from '../known-values'
import type { SynthesizedAttributes, SynthesizedStack } from '../synthesized'
import { inAlternatives, inApp, quoted } from '../wording'

/** Attributes whose value is none of those that the provider takes. */
export function problemsOfChoices(stack: SynthesizedStack): readonly string[] {
  const { provider: ofProvider, ...ofResources } = allowedValues
  return [
    ...stack.providers().flatMap(({ place, settings }) => problemsOfChoice(place, settings, ofProvider)),
    ...Object.entries(ofResources).flatMap(([type, choices]) =>
      stack.resources(type).flatMap(({ place, attributes }) => problemsOfChoice(place, attributes, choices)),
    ),
  ]
}

function problemsOfChoice(
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
