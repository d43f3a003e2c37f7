import { z } from 'zod'
import type { Names } from './names'
import { phraseText } from './phrase'
import type { Finding } from './report'
import { shownLines } from './terminal'
import { quoted } from './text'

/** JSON in which whatever a reader would not see as it is written is an escape. */
export function jsonText(document: unknown): string {
  return shownLines(`${JSON.stringify(document, null, 2)}\n`, 'json')
}

export const namesJson = z
  .object({
    count: z.int().min(0).describe('Number of names.'),
    first: z
      .array(z.string())
      .describe(
        'The first of these names, unchanged. Empty if they are sensitive, or if only their number is known.',
      ),
  })
  .describe('Sites, members or addresses.')

export function namesEntry(names: Names, most: number) {
  return { count: names.count, first: [...names.first(most)] }
}

export const lineJson = z.string().describe('Line of the text format, without the names.')

export const addressesJson = z.array(z.string()).describe('Addresses of the resources in the configuration.')

const placeJson = z
  .object({
    file: z.string().describe('Relative to the root of the repository, with `/`.'),
    line: z.int().min(1).optional().describe('From 1. Absent if the whole file is meant.'),
    construct: z
      .string()
      .optional()
      .describe('Path of the construct, such as `stack/policy/ads`, if CDKTF wrote the configuration.'),
  })
  .describe('Block of the first resource, or the line of the first site in a list.')

/** A finding by one of some rules. @param facts a sentence for each rule whose findings have numbers */
export function findingJson<const Rules extends readonly string[]>(rules: Rules, facts: string) {
  return z.object({
    rule: z.enum(rules),
    level: z.enum(['warning', 'fatal']),
    text: lineJson,
    facts: z
      .record(z.string(), z.number())
      .optional()
      .describe(`Numbers in the text that stand nowhere else. ${facts}`.trim()),
    names: namesJson.optional(),
    addresses: addressesJson,
    appliance: z
      .string()
      .optional()
      .describe(
        'Rule everything-gone: key of the provider block whose objects are gone, if there are others.',
      ),
    cause: z
      .literal('drift')
      .optional()
      .describe('Present if the finding is only about what the apply restores.'),
    fails_apply: z.literal(true).optional().describe('Present if the apply fails because of it.'),
    code: z
      .string()
      .optional()
      .describe('Code of the provider diagnostic that caused the finding. The guide Codes lists them.'),
    place: placeJson.optional(),
  })
}

export function findingEntry<Rule extends string>(
  { rule, level, says, facts, names, addresses, appliance, cause, failsApply, code, place }: Finding<Rule>,
  most: number,
) {
  return {
    rule,
    level,
    text: phraseText(says, quoted),
    ...(facts && { facts: { ...facts } }),
    ...(names && { names: namesEntry(names, most) }),
    addresses: [...addresses],
    ...(appliance !== undefined && { appliance }),
    ...(cause && { cause }),
    ...(failsApply && { fails_apply: failsApply }),
    ...(code !== undefined && { code }),
    ...(place && { place: { ...place } }),
  }
}

/** Why a plan failed. */
export const planErrorsJson = z
  .array(
    z.object({
      text: lineJson,
      names: namesJson
        .describe(
          'Addresses of the resources. Of equal errors in several places, these places, such as `main.tf:12`.',
        )
        .optional(),
      addresses: addressesJson,
      code: z
        .string()
        .optional()
        .describe('Code of the provider diagnostic. Errors of Terraform and OpenTofu have none.'),
      place: placeJson.optional(),
    }),
  )
  .describe('Errors of the plan. Present if it failed.')

export function errorEntries(errors: readonly Finding[]) {
  return errors.map((error) => {
    const { rule: _, level: __, ...entry } = findingEntry(error, mostErrorNames)
    return entry
  })
}

const mostErrorNames = 10
