import { isOfTexts, problemOf, type ValueCheck } from '@webfilter/appliance-names/settings'
import { inAlternatives, inApp, quoted } from '../messages'
import { allowedValues, valueChecks } from '../provider-facts'
import { isKnown, type SynthesizedAttributes, type SynthesizedStack } from '../synthesized'

/** By the paths of attributes, as the facts of the provider have them. */
interface ChecksOfPaths {
  readonly [path: string]: ValueCheck
}

/** Values that the provider rejects whatever else is true, in all providers, resources and data sources of a stack. */
export function problemsOfValues(stack: SynthesizedStack): readonly string[] {
  const { provider, resources, dataSources }: ChecksOfProvider = valueChecks
  return [
    ...stack.providers().flatMap(({ place, settings }) => problemsIn(place, settings, provider)),
    ...Object.entries(resources).flatMap(([type, checks]) =>
      stack.resources(type).flatMap(({ place, attributes }) => problemsIn(place, attributes, checks)),
    ),
    ...Object.entries(dataSources).flatMap(([type, checks]) =>
      stack.dataSources(type).flatMap(({ place, attributes }) => problemsIn(place, attributes, checks)),
    ),
  ]
}

interface ChecksOfProvider {
  readonly provider: ChecksOfPaths
  readonly resources: { readonly [type: string]: ChecksOfPaths }
  readonly dataSources: { readonly [type: string]: ChecksOfPaths }
}

function problemsIn(
  place: string,
  attributes: SynthesizedAttributes,
  checks: ChecksOfPaths,
): readonly string[] {
  return Object.entries(checks).flatMap(([path, check]) =>
    valuesAt(attributes, path.split(/[.]|(?=\[)/)).flatMap((written) => {
      const value = isOfTexts(check[0]) ? asText(written) : asNumber(written)
      const found = value === undefined ? null : problemOf(check)(value)
      if (found === null) return []
      const attribute = inApp(path.replace('[]', ''))
      const has = path.endsWith('[]') ? 'contains' : 'is'
      return [
        `The attribute ${attribute} of ${place} ${has} ${JSON.stringify(written)}. ${found.replace(/^Must\b/, 'It must')}`,
      ]
    }),
  )
}

/** What stands at a path of an object that the program wrote out. A reference has nothing below it. */
function valuesAt(value: unknown, [step, ...further]: readonly string[]): readonly unknown[] {
  if (value === undefined || value === null) return []
  if (step === undefined) return [value]
  if (typeof value !== 'object') return []
  if (step === '[]') return Object.values(value).flatMap((element) => valuesAt(element, further))
  const found = Object.entries(value).find(([name]) => name === step)
  return found ? valuesAt(found[1], further) : []
}

/** The text that Terraform makes of a value; nothing for a reference, and for what Terraform rejects by itself. */
function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return isKnown(value) ? value : undefined
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** The number that Terraform makes of a value; nothing in the same cases. */
function asNumber(value: unknown): number | undefined {
  const text = typeof value === 'string' ? asText(value)?.trim() : undefined
  const number = text === undefined || text === '' ? value : Number(text)
  return typeof number === 'number' && !Number.isNaN(number) ? number : undefined
}

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
