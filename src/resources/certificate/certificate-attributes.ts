import { mostAlternativeNames } from '../../appliance/certificates/certificate-forms'
import { integer, listOf, mapOf, nestedObject, string } from '../../terraform/schema/builders'
import type { State } from '../../terraform/schema/inferred'
import { among, between, countryCode, mailAddress, notBlank } from '../../validators'

const commonName = {
  common_name: string({
    required: true,
    validate: notBlank,
    description: 'Name that the certificate is for, such as `proxy.example.org`.',
  }),
  node_id: integer({
    default: 0,
    validate: between(0, 2_147_483_647),
    description: 'Number of the node group. A single server is 0.',
  }),
}

const subject = {
  ...commonName,
  alternative_names: listOf('string', {
    optional: true,
    validateElement: notBlank,
    description: `Further names that the certificate is for, ${mostAlternativeNames} at most (\`subjectAltName\`, \`subjectAltName1\`, \`subjectAltName2\`).`,
  }),
  country_name: string({
    optional: true,
    validate: countryCode,
    description: 'Country of the organization, two capital letters.',
  }),
  state_or_province_name: string({ optional: true, description: 'State or province of the organization.' }),
  locality_name: string({ optional: true, description: 'Town of the organization.' }),
  organization_name: string({ optional: true, description: 'Name of the organization.' }),
  organizational_unit: string({ optional: true, description: 'Part of the organization.' }),
  email_address: string({
    optional: true,
    validate: mailAddress,
    description: 'Mail address of whoever is responsible.',
  }),
  certificate_max_days: integer({
    default: 3650,
    validate: between(1, 36_500),
    description: 'Days for which the certificate is valid.',
  }),
  extra_fields: mapOf('string', {
    optional: true,
    description: 'Further fields of the form, for what a release of the appliance adds. Sent as they are.',
  }),
}

const selfSigned = {
  certificate_name: string({
    required: true,
    validate: notBlank,
    description: 'How the certificate center calls the certificate.',
  }),
  key_size: integer({
    default: 4096,
    validate: among(1024, 2048, 4096),
    description: 'Bits of the key (`levelenc`): 1024, 2048 or 4096.',
  }),
  ...subject,
}

const server = {
  certificate_id: integer({
    required: true,
    validate: between(0, 2_147_483_647),
    description:
      'Number of the stored certificate from which it is built (`certid`), as the certificate center shows it.',
  }),
  ...subject,
}

/** What a state says of a signing request. */
export type SigningRequestOrder = State<typeof commonName>

/** What a state says of a self-signed certificate. */
export type SelfSignedOrder = State<typeof selfSigned>

/** What a state says of a server certificate. */
export type ServerOrder = State<typeof server>

/** The schema does not say so: what an import could not read is accepted without a replacement. */
const replaces = 'Another value replaces the resource, which orders another one.'

/** Each way to make a certificate is an attribute (interface document, 4.3; field notes, "Certificates"). */
export const certificateAttributes = {
  signing_request: nestedObject(commonName, {
    optional: true,
    semanticEquals: isSameRequest,
    description:
      'Orders a certificate signing request. The data of the certificate must be in the certificate center already. The ' +
      `appliance keeps the common name in lower case, so a change of case means nothing. ${replaces}`,
  }),
  self_signed: nestedObject(selfSigned, {
    optional: true,
    description:
      'Creates a self-signed certificate. Where fewer than two alternative names are given, the common name stands in for ' +
      `them, since the appliance insists on two. ${replaces}`,
  }),
  server: nestedObject(server, {
    optional: true,
    description: `Builds a server certificate from a certificate that is in the certificate center already. ${replaces}`,
  }),
  on_existing: string({
    default: 'fail',
    oneOf: ['fail', 'adopt'],
    description:
      'What becomes of an order that the appliance refuses because it has such a certificate already: `fail` makes it an ' +
      'error; `adopt` takes over what exists, with a warning in the apply. Nothing can be read from the certificate center, so ' +
      '`adopt` verifies nothing: what is taken over may have another key, other names or another lifetime.',
  }),
  id: string({
    computed: true,
    description: 'What was made, for which node and name: `kind/node/common_name`.',
  }),
}

/** The common name of a signing request is lower-cased by the appliance (field notes, "Certificates"). */
function isSameRequest(prior: SigningRequestOrder, next: SigningRequestOrder): boolean {
  return prior.common_name.toLowerCase() === next.common_name.toLowerCase() && prior.node_id === next.node_id
}
