import {
  addressProblem,
  areaProblem,
  areaUrlProblem,
  blankProblem,
  categoryNumberProblem,
  choiceProblem,
  countryProblem,
  digitsProblem,
  durationProblem,
  fingerprintProblem,
  greatestGid,
  hardwareAddressProblem,
  ipv4Problem,
  loginProblem,
  mailProblem,
  oneAfterAnother,
  pathPartProblem,
  qualifiedNameProblem,
  rangeProblem,
  removalLimitProblem,
  serverNameProblem,
  sshFileProblem,
  type ValueProblem,
  websiteProblem,
  wholeNumberProblem,
} from '@webfilter/appliance-names'
import { inAlternatives, inApp, quoted } from '../messages'
import { allowedValues } from '../provider-facts'
import { isKnown, type SynthesizedAttributes, type SynthesizedStack } from '../synthesized'

/**
 * What values attributes may have, by the type of the resource and the path of the attribute in Terraform's language. `[]` stands for
 * each element of a list. A test compares them with the schema: each attribute with a validator has the same one here.
 */
interface ValueRules {
  readonly [attribute: string]: Rule
}

interface Rule {
  readonly type: 'text' | 'number'
  readonly problem: ValueProblem
}

const text = (problem: ValueProblem): Rule => ({ type: 'text', problem })
const whole = (...problems: readonly ValueProblem[]): Rule => ({
  type: 'number',
  problem: oneAfterAnother(wholeNumberProblem, ...problems),
})

const list: ValueRules = {
  sites_file: text(blankProblem),
  'sites_files[]': text(blankProblem),
  exceptions_file: text(blankProblem),
  removal_limit: text(removalLimitProblem),
}
const commonName: ValueRules = {
  common_name: text(blankProblem),
  node_id: whole(rangeProblem(0, 2_147_483_647)),
}
const certificateBody: ValueRules = {
  ...commonName,
  'alternative_names[]': text(blankProblem),
  country_name: text(countryProblem),
  email_address: text(mailProblem),
  certificate_max_days: whole(rangeProblem(1, 36_500)),
}
const areas = ['categories', 'categories_legacy', 'certificates', 'network', 'analysis', 'records']

export const valueRules: {
  readonly provider: ValueRules
  readonly resources: { readonly [type: string]: ValueRules }
  readonly dataSources: { readonly [type: string]: ValueRules }
} = {
  provider: {
    base_url: text(addressProblem),
    ...below('endpoints', {
      ...Object.fromEntries(areas.map((area) => [`${area}.url`, text(addressProblem)])),
      'directory.url': text(areaUrlProblem),
      ...below('directory.ssh', {
        config_file: text(sshFileProblem),
        identity_file: text(sshFileProblem),
        known_hosts_file: text(sshFileProblem),
      }),
    }),
    'tls.server_name': text(serverNameProblem),
    ...below('expect', {
      'interfaces[]': text(hardwareAddressProblem),
      'certificate_fingerprints[]': text(fingerprintProblem),
      'unchecked_areas[]': text(areaProblem),
    }),
    timeout: whole(rangeProblem(1, 86_400)),
    retries: whole(rangeProblem(0, 100)),
    max_concurrent_requests: whole(rangeProblem(1, 1_000)),
    removal_limit: text(removalLimitProblem),
  },
  resources: {
    appliance_category: { name: text(blankProblem), ...list },
    appliance_category_sites: {
      category_id: text(categoryNumberProblem),
      name: text(blankProblem),
      ...list,
    },
    appliance_certificate: {
      ...below('signing_request', {
        ...commonName,
        common_name: text(oneAfterAnother(blankProblem, pathPartProblem)),
      }),
      ...below('self_signed', {
        certificate_name: text(blankProblem),
        key_size: whole(choiceProblem(1024, 2048, 4096)),
        ...certificateBody,
      }),
      ...below('server', { certificate_id: whole(rangeProblem(0, 2_147_483_647)), ...certificateBody }),
    },
    appliance_hostname: { hostname: text(qualifiedNameProblem) },
    appliance_ldap_group: { name: text(blankProblem), organization: text(blankProblem) },
    appliance_ldap_group_membership: { uid: text(loginProblem), gid: whole(rangeProblem(1, greatestGid)) },
    appliance_ldap_member: {
      uid: text(loginProblem),
      first_name: text(blankProblem),
      last_name: text(blankProblem),
      email: text(mailProblem),
      organization: text(blankProblem),
      gid: whole(rangeProblem(0, greatestGid)),
      password: text(blankProblem),
      password_wo: text(blankProblem),
      password_wo_version: whole(),
    },
    appliance_ldap_service: below('timeouts', {
      create: text(durationProblem),
      update: text(durationProblem),
      delete: text(durationProblem),
    }),
    appliance_rbl_delisting: { database: text(digitsProblem), 'addresses[]': text(ipv4Problem) },
  },
  dataSources: {
    appliance_category: { id: text(categoryNumberProblem) },
    appliance_ldap_groups: { organization: text(blankProblem) },
    appliance_ldap_member: { uid: text(loginProblem) },
    appliance_rbl_records: { database: text(digitsProblem), 'addresses[]': text(ipv4Problem) },
    appliance_website_analysis: { website: text(websiteProblem) },
  },
}

/** Values that the provider rejects whatever else is true, in all providers, resources and data sources of a stack. */
export function problemsOfValues(stack: SynthesizedStack): readonly string[] {
  const { provider, resources, dataSources } = valueRules
  return [
    ...stack.providers().flatMap(({ place, settings }) => problemsIn(place, settings, provider)),
    ...Object.entries(resources).flatMap(([type, rules]) =>
      stack.resources(type).flatMap(({ place, attributes }) => problemsIn(place, attributes, rules)),
    ),
    ...Object.entries(dataSources).flatMap(([type, rules]) =>
      stack.dataSources(type).flatMap(({ place, attributes }) => problemsIn(place, attributes, rules)),
    ),
  ]
}

function problemsIn(place: string, attributes: SynthesizedAttributes, rules: ValueRules): readonly string[] {
  return Object.entries(rules).flatMap(([path, { type, problem }]) =>
    valuesAt(attributes, path.split(/[.]|(?=\[)/)).flatMap((written) => {
      const value = asType(type, written)
      const found = value === undefined ? null : problem(value)
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

/** The value that Terraform makes of it; nothing for a reference, and for what Terraform rejects by itself. */
function asType(type: Rule['type'], value: unknown): string | number | undefined {
  if (typeof value === 'string' && !isKnown(value)) return undefined
  if (type === 'text')
    return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && !Number.isNaN(number) ? number : undefined
}

function below(name: string, rules: ValueRules): ValueRules {
  return Object.fromEntries(Object.entries(rules).map(([path, rule]) => [`${name}.${path}`, rule]))
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
