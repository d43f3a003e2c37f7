import { isDeepStrictEqual } from 'node:util'
import { formFields, mostAlternativeNames, requiredAlternativeNames } from '@webfilter/appliance-client'
import { comparedName } from '@webfilter/appliance-declarations/certificate-names'
import {
  certificateFieldKnown,
  certificateKindUnclear,
  certificateNamesTooMany,
} from '@webfilter/appliance-declarations/diagnostics/other-areas'
import type { Problem } from '@webfilter/appliance-declarations/problem'
import {
  choice,
  countryCode,
  inPath,
  mailAddress,
  notBlank,
  range,
} from '@webfilter/appliance-declarations/validators'
import {
  bool,
  type Config,
  integer,
  isUnknown,
  listOf,
  mapOf,
  nestedObject,
  type State,
  string,
  type Unknown,
} from '@webfilter/terraform-plugin'
import { problemOfName } from './certificate-names'

const nameOfCertificate = {
  required: true,
  description: 'Name that the certificate is for, such as `proxy.example.org`.',
} as const

const commonName = {
  common_name: string({ ...nameOfCertificate, validate: notBlank }),
  node_id: integer({
    default: 0,
    validate: range(0, 2_147_483_647),
    description: 'Number of the node group. A single server has the number `0`.',
  }),
}

const commonNameText = `${nameOfCertificate.description} At most 64 characters, for another script in the ASCII form (\`xn--…\`) in which it is sent; no URL, comma or port.`

/** Its name is part of the path of a route. */
const signingRequest = {
  ...commonName,
  common_name: string({ ...nameOfCertificate, validate: inPath, description: commonNameText }),
}

const validDays = range(1, 36_500)

const subject = {
  ...commonName,
  common_name: string({
    ...nameOfCertificate,
    validate: notBlank,
    description: commonNameText,
  }),
  alternative_names: listOf('string', {
    optional: true,
    validateElement: notBlank,
    description: `Additional names (\`subjectAltName\`, \`subjectAltName1\`, \`subjectAltName2\`), sent like the common name, in any order. At most ${mostAlternativeNames}, each of at most 253 characters.`,
  }),
  country_name: string({
    optional: true,
    validate: countryCode,
    description: 'Country of the organization. Must be two capital letters, such as `DE`.',
  }),
  state_or_province_name: string({ optional: true, description: 'State or province of the organization.' }),
  locality_name: string({ optional: true, description: 'Town of the organization.' }),
  organization_name: string({ optional: true, description: 'Name of the organization.' }),
  organizational_unit: string({ optional: true, description: 'Unit of the organization.' }),
  email_address: string({
    optional: true,
    validate: mailAddress,
    description: 'Email address of the person responsible.',
  }),
  certificate_max_days: integer({
    default: 3650,
    validate: validDays,
    description: `Number of days for which the certificate is valid. ${validDays.sentence}`,
  }),
  extra_fields: mapOf('string', {
    optional: true,
    description:
      'Additional form fields, for other releases of the appliance. Sent unchanged. Must not contain a field of another attribute.',
  }),
}

const keySizes = choice(1024, 2048, 4096)

const selfSigned = {
  certificate_name: string({
    required: true,
    validate: notBlank,
    description: 'Name of the certificate in the certificate center.',
  }),
  key_size: integer({
    default: 4096,
    validate: keySizes,
    description: `Size of the key in bits (\`levelenc\`). ${keySizes.sentence}`,
  }),
  ...subject,
}

const server = {
  certificate_id: integer({
    required: true,
    validate: range(0, 2_147_483_647),
    description:
      'Number of the certificate that it is built from (`certid`), as the certificate center shows it.',
  }),
  ...subject,
}

/** A signing request in a state. */
export type SigningRequestOrder = State<typeof commonName>

/** What a self-signed certificate and a server certificate have in common. */
type Subject = State<typeof subject>

/** A server certificate in a state. */
export type ServerOrder = State<typeof server>

/** The schema does not require the replacement, because what an import could not read is accepted without one. */
const replaces = 'A change, other than of letter case or script, orders another certificate.'

/** Each way to make a certificate is an attribute (docs/appliance, "Routes" and "Certificate forms"). */
export const certificateAttributes = {
  signing_request: nestedObject(signingRequest, {
    optional: true,
    semanticEquals: isSameRequest,
    description:
      'Order for a certificate signing request. The certificate center must already contain the data of the certificate. Conflicts with ' +
      `\`self_signed\` and \`server\`. ${replaces}`,
  }),
  self_signed: nestedObject(selfSigned, {
    optional: true,
    semanticEquals: isSameOrder,
    description:
      'Order for a self-signed certificate. The appliance requires two alternative names; the common name replaces missing ones. ' +
      `Conflicts with \`signing_request\` and \`server\`. ${replaces}`,
  }),
  server: nestedObject(server, {
    optional: true,
    semanticEquals: isSameOrder,
    description:
      'Order for a server certificate, which is built from a certificate in the certificate center. Conflicts with ' +
      `\`signing_request\` and \`self_signed\`. ${replaces}`,
  }),
  on_existing: string({
    default: 'fail',
    oneOf: ['fail', 'adopt'],
    description:
      'Action for an order that the appliance rejects because such a certificate exists. `fail` reports an error; `adopt` takes over ' +
      'the existing certificate, and the apply warns you. `adopt` verifies nothing: the existing certificate can have another key, ' +
      'other names or another lifetime.',
  }),
  id: string({
    computed: true,
    semanticEquals: (prior, next) => prior.trim().toLowerCase() === next.trim().toLowerCase(),
    description: 'Kind, node and name of the certificate: `kind/node/common_name`.',
  }),
  outcome_unknown: bool({
    computed: true,
    nullable: true,
    description: '`true` if the answer to the order was lost. Otherwise not set.',
  }),
}

/** The common name of a signing request is lower-cased by the appliance (docs/appliance, "Common names"). */
function isSameRequest(prior: SigningRequestOrder, next: SigningRequestOrder): boolean {
  return comparedName(prior.common_name) === comparedName(next.common_name) && prior.node_id === next.node_id
}

function isSameOrder<Order extends Subject>(prior: Order, next: Order): boolean {
  return isDeepStrictEqual(comparedOrder(prior), comparedOrder(next))
}

/**
 * An order of which two are equal if they ask for the same certificate. Its names are a set, with the common name in place of those that the
 * form of a self-signed certificate lacks.
 */
export function comparedOrder<Order extends Subject>(order: Order): object {
  const { common_name, alternative_names, ...others } = order
  const given = alternative_names ?? []
  const isCompleted = 'certificate_name' in order && given.length < requiredAlternativeNames
  const names = [...given, ...(isCompleted ? [common_name] : [])].map(comparedName)
  return { ...others, common_name: comparedName(common_name), alternative_names: [...new Set(names)].sort() }
}

/** The three ways to make a certificate, of which a resource uses one. */
type CertificateOrders = Pick<
  Config<typeof certificateAttributes>,
  'signing_request' | 'self_signed' | 'server'
>

/** Problems that the attributes cannot check one by one. Values that are not known yet are not checked. */
export function certificateProblems(orders: CertificateOrders): readonly Problem[] {
  const bodies = (['self_signed', 'server'] as const).flatMap((kind) => {
    const order = orders[kind]
    return order === null || isUnknown(order)
      ? []
      : [...tooManyNames(kind, order.alternative_names), ...noExtraFields(kind, order.extra_fields)]
  })
  return [...notExactlyOne(orders), ...bodies]
}

/** Problems of names that no certificate can have. A certificate that is there is not asked for them. */
export function nameProblems(orders: Partial<CertificateOrders>): readonly Problem[] {
  return (['signing_request', 'self_signed', 'server'] as const).flatMap((kind) => {
    const order = orders[kind]
    if (order === null || order === undefined || isUnknown(order)) return []
    const others = 'alternative_names' in order ? (order.alternative_names ?? []) : []
    return [
      ...problemsOf(order.common_name, 'common_name', [kind, 'common_name']),
      ...(isUnknown(others) ? [] : others).flatMap((name, index) =>
        problemsOf(name, 'alternative_names', [kind, 'alternative_names', index]),
      ),
    ]
  })
}

function problemsOf(
  name: string | Unknown,
  attribute: 'common_name' | 'alternative_names',
  path: Problem['path'],
): readonly Problem[] {
  const problem = isUnknown(name) ? undefined : problemOfName(name, attribute)
  return problem ? [{ ...problem, path }] : []
}

function notExactlyOne(orders: CertificateOrders): readonly Problem[] {
  const kinds = ['signing_request', 'self_signed', 'server'] as const
  const [first = '', second] = kinds.filter((kind) => orders[kind] !== null && !isUnknown(orders[kind]))
  if (second) return [{ ...certificateKindUnclear({ set: [first, second] }), path: [second] }]
  if (first || kinds.some((kind) => isUnknown(orders[kind]))) return []
  return [{ ...certificateKindUnclear({ set: [] }), path: [] }]
}

function tooManyNames(
  kind: string,
  names: readonly (string | Unknown)[] | Unknown | null,
): readonly Problem[] {
  if (names === null || isUnknown(names) || names.length <= mostAlternativeNames) return []
  const tooMany = certificateNamesTooMany({ given: names.length, most: mostAlternativeNames })
  return [{ ...tooMany, path: [kind, 'alternative_names'] }]
}

function noExtraFields(
  kind: string,
  fields: { readonly [name: string]: string | Unknown } | Unknown | null,
): readonly Problem[] {
  if (fields === null || isUnknown(fields)) return []
  return Object.keys(fields)
    .filter((name) => formFields.has(name.toLowerCase()))
    .map((key) => ({ ...certificateFieldKnown({ field: key }), path: [kind, 'extra_fields', { key }] }))
}
