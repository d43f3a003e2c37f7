import { problemOf } from '@webfilter/appliance-names/settings'
import { inAlternatives, inApp, inDigits, mostShown, quoted, quotedInSum } from '../messages'
import { checkedByTheirConstructs } from '../policy/lists'
import type * as Sites from '../policy/sites'
import { certificateFields, mostAlternativeNames, operationArguments } from '../provider-facts'
import { entriesIn, isKnown, type SynthesizedResource, type SynthesizedStack } from '../synthesized'

/** What attributes say together and the provider rejects: its resources check that beside their single values. */
export function problemsOfCombinations(stack: SynthesizedStack): readonly string[] {
  return [
    ...stack.resources('appliance_certificate').flatMap(problemsOfCertificate),
    ...stack.resources('appliance_operation').flatMap(problemsOfOperation),
    ...stack.resources('appliance_rbl_delisting').flatMap(problemsOfDelisting),
    ...stack.dataSources('appliance_category').flatMap(problemsOfCategoryKey),
    ...stack.dataSources('appliance_site').flatMap(problemsOfLookedUpSite),
    ...['appliance_category', 'appliance_category_sites'].flatMap((type) =>
      stack.resources(type).flatMap(problemsOfOwnList),
    ),
  ]
}

/** What a resource of `appliance_certificate` orders, of which each orders one. */
const certificateKinds = ['signing_request', 'self_signed', 'server'] as const

function problemsOfCertificate({ place, attributes }: SynthesizedResource): readonly string[] {
  const set = certificateKinds.filter((kind) => isSet(attributes[kind]))
  const names = set.map((kind) => inApp(kind))
  if (set.length === 0)
    return [`${place} orders nothing. Set ${inAlternatives(certificateKinds.map(inApp))}.`]
  return [
    ...(set.length > 1
      ? [`${place} has ${names.join(' and ')}, and orders only one of them. Declare one resource for each.`]
      : []),
    ...set.flatMap((kind) => {
      const { alternative_names: others, extra_fields: fields } = entriesIn(attributes[kind])
      const known = Object.keys(entriesIn(fields)).filter((name) =>
        certificateFields.includes(name.toLowerCase()),
      )
      return [
        ...(Array.isArray(others) && others.length > mostAlternativeNames
          ? [
              `${place} has ${inDigits(others.length)} alternative names, and the appliance supports ${mostAlternativeNames}. Remove some.`,
            ]
          : []),
        ...(known.length > 0
          ? [
              `${place} has extra fields that attributes set already: ${quotedInSum(known)}. Set the attributes instead.`,
            ]
          : []),
      ]
    }),
  ]
}

function problemsOfOperation({ place, attributes }: SynthesizedResource): readonly string[] {
  const { name, arguments: given = {} } = attributes
  const taken =
    typeof name === 'string' && Object.hasOwn(operationArguments, name) && operationArguments[name]
  // A map that is a reference has any keys.
  if (!taken || (given !== null && typeof given !== 'object')) return []
  const values = entriesIn(given)
  const unknown = Object.keys(values).filter((key) => !Object.hasOwn(taken, key))
  const missing = Object.keys(taken).filter((key) => taken[key] === 'required' && !isSet(values[key]))
  const { category_id: number } = values
  const isWrong =
    typeof number === 'string' && isKnown(number) && problemOf(['categoryNumber'])(number) !== null
  return [
    ...unknown.map(
      (key) =>
        `The operation ${quoted(name)} of ${place} does not take the argument ${quoted(key)}. Remove it.`,
    ),
    ...missing.map(
      (key) =>
        `The operation ${quoted(name)} of ${place} requires the argument ${quoted(key)}. Set it in arguments.`,
    ),
    ...('category_id' in taken && isWrong
      ? [`The argument "category_id" of ${place} is ${quoted(number)}. It must be the number of a category.`]
      : []),
  ]
}

function problemsOfDelisting({ place, attributes: { addresses } }: SynthesizedResource): readonly string[] {
  const known = Array.isArray(addresses) ? addresses.map(String).filter(isKnown) : []
  const repeated = known.filter((address, index) => known.indexOf(address) !== index)
  return repeated.length === 0
    ? []
    : [
        `${place} has addresses a second time: ${quotedInSum([...new Set(repeated)])}. Keep one entry of each.`,
      ]
}

function problemsOfCategoryKey({ place, attributes: { id, name } }: SynthesizedResource): readonly string[] {
  // A reference may turn out to be null.
  if ([id, name].some((key) => typeof key === 'string' && !isKnown(key)) || isSet(id) !== isSet(name))
    return []
  return [
    `${place} has ${isSet(id) ? 'both id and name. Remove one of them.' : 'neither id nor name. Set one of them.'}`,
  ]
}

function problemsOfLookedUpSite({ place, attributes: { domain } }: SynthesizedResource): readonly string[] {
  if (typeof domain !== 'string' || !isKnown(domain)) return []
  const parsed = readingSites().parseSite(domain)
  return parsed.ok ? [] : [`In ${place}, ${parsed.reason}. Correct the domain.`]
}

/** Of lists that no construct checks: entries that are no sites, and sites that stand in a list twice. */
function problemsOfOwnList({
  place,
  construct,
  attributes: { sites },
}: SynthesizedResource): readonly string[] {
  const known = Array.isArray(sites) ? sites.map(String).filter(isKnown) : []
  if (known.length === 0 || (construct && checkedByTheirConstructs.has(construct))) return []
  const { invalid, duplicates } = readingSites().readSites(known)
  const repeated = duplicates.map(({ again }) => again.text)
  return [
    ...invalid.slice(0, mostShown).map(({ reason }) => `In ${place}, ${reason}.`),
    ...(repeated.length > 0
      ? [`${place} contains sites a second time: ${quotedInSum(repeated)}. Keep one entry of each.`]
      : []),
  ]
}

/** Takes long to load (policy/sites.ts). */
function readingSites(): typeof Sites {
  return require('../policy/sites') as typeof Sites
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** Lists that come from the program, from a file, or from several, of which the provider takes one. A reference may turn out to be null. */
export function problemsOfListSources(stack: SynthesizedStack): readonly string[] {
  return ['appliance_category', 'appliance_category_sites'].flatMap((type) =>
    stack
      .resources(type)
      .flatMap(({ place, attributes: { sites, sites_file: file, sites_files: files } }) => {
        const given = [
          ...(Array.isArray(sites) ? ['sites'] : []),
          ...(typeof file === 'string' && isKnown(file) ? ['sitesFile'] : []),
          ...(Array.isArray(files) ? ['sitesFiles'] : []),
        ]
        const others = given.length > 2 ? 'all but one' : 'one'
        return given.length < 2 ? [] : [`${place} has both ${given.join(' and ')}. Remove ${others} of them.`]
      }),
  )
}
