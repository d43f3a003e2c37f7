import type { Incidents } from '@webfilter/appliance-client'
import { caseOf, error, warningCode } from '@webfilter/terraform-plugin/diagnostics'
import { statusAndWords } from './answers'
import {
  alreadyExists,
  declaredTwice,
  importIdInvalid,
  listedTwice,
  notChecked,
  notFound,
  oneRequired,
  outcomeUnknown,
  stays,
} from './objects'
import { counted, numberName } from './wording'

// The certificate center, from which nothing can be read.

interface Certificate {
  /** `kind/node/common_name`. */
  readonly id: string
}

export const certificateKindUnclear = caseOf(
  oneRequired,
  'Exactly one of signing_request, self_signed and server is required',
  ({ set }: { readonly set: readonly string[] }) =>
    set.length === 0
      ? [
          'None of signing_request, self_signed and server is set, so there is nothing to order.',
          'Set one of them.',
        ]
      : [
          `Both ${set.join(' and ')} are set, but a resource orders only one of them.`,
          'Declare one resource for each.',
        ],
)

export const certificateNamesTooMany = error(
  'certificate-names-too-many',
  'Too many alternative names',
  ({ given, most }: { readonly given: number; readonly most: number }) => [
    `The appliance supports ${most} alternative names, and ${given} are set.`,
    'Remove some of the names.',
  ],
)

export const certificateNameInvalid = error(
  'certificate-name-invalid',
  'No certificate can have this name',
  ({
    name,
    attribute,
    problem,
  }: {
    readonly name: string
    readonly attribute: 'common_name' | 'alternative_names'
    readonly problem:
      | { readonly is: 'URL' | 'comma' | 'port' }
      | {
          readonly is: 'length'
          readonly length: number
          readonly most: number
          /** The ASCII form, if the name is sent in another form than it is written. */
          readonly sent: string | undefined
        }
  }) => {
    const where = attribute === 'common_name' ? 'the common name' : 'an alternative name'
    const subject = `${JSON.stringify(name)} cannot be ${where} of a certificate`
    switch (problem.is) {
      case 'URL':
        return [`${subject} because it is a URL.`, 'Write only the host, such as "proxy.example.org".']
      case 'comma':
        return [
          `${subject} because it contains a comma.`,
          'Write each name as an element of alternative_names.',
        ]
      case 'port':
        return [
          `${subject} because it contains a port.`,
          'Write only the host: a certificate is for all of its ports.',
        ]
      case 'length': {
        const { length, most, sent } = problem
        const form = sent === undefined ? '' : ` in its ASCII form (${sent})`
        return [
          `${subject} because it has ${length} characters${form}, and the longest has ${most}.`,
          attribute === 'common_name'
            ? 'Choose a shorter common name. A longer name can be one of the alternative names.'
            : 'Choose a shorter name.',
        ]
      }
    }
  },
)

export const certificateFieldKnown = error(
  'certificate-field-known',
  'A field of the certificate has its own attribute',
  ({ field }: { readonly field: string }) => [
    `${field} cannot be an extra field because the provider sends it already.`,
    'Remove the field, and set the attribute for it instead.',
  ],
)

export const certificateOrderRefused = error(
  'certificate-order-refused',
  'The appliance rejected the order of a certificate',
  ({
    reason,
    order,
  }: Omit<Incidents['certificate-order-refused'], 'failure'> & { readonly reason: string }) => {
    if (order.kind === 'signing_request') {
      const data = `the data of ${JSON.stringify(order.commonName)}`
      return [reason, `First store ${data} in the certificate center of the appliance, then apply again.`]
    }
    const cause =
      order.kind === 'self_signed'
        ? 'Correct what the quoted text names, then apply again.'
        : `Check that the certificate center has a certificate with the number ${order.certificateId}, and check what else the quoted text names.`
    return [
      reason,
      // docs/appliance, "Common names": the common name is unique per node.
      `${cause} If it says that the common name is taken, import the certificate, choose another name, or remove it in the certificate center.`,
    ]
  },
)

export const certificateExists = caseOf(
  alreadyExists,
  'The certificate already exists',
  ({ id, reason }: Certificate & { readonly reason: string }) => [
    `${reason} Certificate ${JSON.stringify(id)} already exists, so nothing was created.`,
    `Set on_existing = "adopt" to adopt the certificate as it is, import it (terraform import ADDRESS ${JSON.stringify(id)}), or remove ` +
      'it in the certificate center of the appliance and apply again.',
  ],
)

export const certificateGivenUp = caseOf(
  alreadyExists,
  'A certificate that another resource gives up already exists',
  ({ id }: Certificate) => [
    `One resource orders certificate ${JSON.stringify(id)}, and another one, which has it in the state, gives it up. The certificate stays on the appliance, so the order would be rejected.`,
    'If you renamed the resource, use a moved block. Otherwise, set on_existing = "adopt" to adopt the certificate as it is, or choose another name.',
  ],
)

export const certificateUnverified = warningCode('certificate-unverified', 'A certificate was not verified')

export const certificateAdopted = caseOf(
  certificateUnverified,
  'A certificate already existed and was adopted',
  ({ id, reason }: Certificate & { readonly reason: string }) => [
    `Certificate ${JSON.stringify(id)} already existed and was adopted because on_existing is "adopt": ${reason} Its content was not ` +
      'verified, and may differ from the configuration.',
    'Compare the configuration with the certificate in the certificate center of the appliance.',
  ],
)

export const certificateOutcomeUnknown = caseOf(
  outcomeUnknown,
  'The outcome of a certificate order is unknown',
  ({ id, reason }: Certificate & { readonly reason: string }) => [
    `${reason} Certificate ${JSON.stringify(id)} may or may not have been created.`,
    'Apply again: the certificate is ordered once more, and if the appliance has it, the first order had succeeded. If you find it in the ' +
      'certificate center of the appliance, you can run terraform untaint for this resource instead.',
  ],
)

export const certificateOrderCarriedOut = caseOf(
  certificateUnverified,
  'The first order of a certificate had succeeded',
  ({ id, reason }: Certificate & { readonly reason: string }) => [
    `The answer to the first order of certificate ${JSON.stringify(id)} was lost, and the second order shows that the certificate exists: ` +
      `${reason} The state records it as ordered. Its content was not verified.`,
    'If somebody else may have created it meanwhile, compare the configuration with the certificate in the certificate center of the appliance.',
  ],
)

export const certificateAssumedToExist = caseOf(
  certificateUnverified,
  'A certificate is assumed to exist',
  ({ id }: Certificate) => [
    `The answer to the order of certificate ${JSON.stringify(id)} was lost, and the resource is no longer tainted. The state will record ` +
      'the certificate as ordered. Nothing is sent, and nothing is verified.',
    'If the certificate center of the appliance does not contain the certificate, order it again: apply with -replace=ADDRESS.',
  ],
)

export const certificateStays = caseOf(
  stays,
  'A certificate will stay on the appliance',
  ({
    id,
    successor,
  }: Certificate & {
    /** Where another one of the same name is ordered beside it: whether the old one may be adopted for it. */
    readonly successor: 'adopts' | 'may be refused' | undefined
  }) => [
    `Certificate ${JSON.stringify(id)} will stay because the REST interface cannot withdraw a certificate or a signing request.`,
    whatToDoWithWhatStays[successor ?? 'none'],
  ],
)

const whatToDoWithWhatStays = {
  none: 'Remove it in the certificate center of the appliance if you no longer need it.',
  adopts:
    'Remove it in the certificate center of the appliance before the apply: if the appliance rejects a second certificate of the same ' +
    'name, on_existing = "adopt" adopts the old one unchanged.',
  'may be refused':
    'Remove it in the certificate center of the appliance before the apply: the appliance may reject a second certificate of the same ' +
    'name.',
} as const

export const certificateTakenAsConfigured = caseOf(
  certificateUnverified,
  'An imported certificate is assumed to match the configuration',
  ({ id }: Certificate) => [
    `The provider cannot read certificates, so the state records the imported certificate ${JSON.stringify(id)} as the configuration describes it. Nothing is sent, and nothing is verified.`,
    'Compare the configuration with the certificate in the certificate center of the appliance.',
  ],
)

export const certificateImported = caseOf(
  certificateUnverified,
  'An imported certificate was not verified',
  ({ id }: Certificate) => [
    `Certificate ${JSON.stringify(id)} was not verified because the appliance cannot list its certificates.`,
    'Check in the certificate center of the appliance that the certificate exists.',
  ],
)

export const certificateMismatch = error(
  'certificate-mismatch',
  'The configuration describes another certificate than the imported one',
  ({ described, imported }: { readonly described: string; readonly imported: string }) => [
    `The configuration describes certificate ${JSON.stringify(described)}, but ${JSON.stringify(imported)} was imported.`,
    'Correct the configuration. If you imported the wrong certificate, remove it from the state with terraform state rm and import again.',
  ],
)

export const certificateIdInvalid = caseOf(
  importIdInvalid,
  'Invalid id of a certificate',
  ({ id }: Certificate) => [
    `${JSON.stringify(id)} is not the id of a certificate.`,
    'Use KIND/NODE/COMMON_NAME, such as "self_signed/0/proxy.example.org". KIND is signing_request, self_signed or server.',
  ],
)

// The record databases, and the network of the appliance.

export const delistingAddressNamedTwice = caseOf(
  listedTwice,
  'An address is listed twice',
  ({ address }: { readonly address: string }) => [
    `The address ${address} is listed twice.`,
    'Remove one of the two entries.',
  ],
)

export const recordDatabaseMissing = caseOf(
  notFound,
  'The record database does not exist',
  ({
    database,
    failure,
    known,
  }: Omit<Incidents['record-database-missing'], 'failure'> & {
    /** What failed because of it. */ readonly failure: string
  }) => [
    `The appliance has no record database ${numberName(database)}: ${failure}`,
    `Use an existing database, such as ${known.join(', ')}, or create the database in the console of the appliance.`,
  ],
)

export const recordAnswerUnclear = error(
  'record-answer-unclear',
  'The answer of a record database does not show which addresses are listed',
  ({ request, status, words, doubt, neverListed, alwaysListed }: Incidents['record-answer-unclear']) => {
    const controls = `${neverListed} and ${alwaysListed}`
    const rule = `RFC 5782 requires of a record database that it lists ${alwaysListed} and does not list ${neverListed}.`
    const control = 'control' in doubt ? doubt.control : ''
    const reason = {
      'control declared': `${control} is one of the declared addresses, so that it cannot be used for comparison`,
      'controls alike': `${controls} are answered alike`,
      'control changed': `${control} was answered differently before`,
      'like neither': `${'address' in doubt ? doubt.address : ''} is answered neither like ${neverListed} nor like ${alwaysListed}`,
      'about others': `"${'entry' in doubt ? doubt.entry : ''}" was not asked for`,
    }[doubt.kind]
    const advice = {
      'control declared': `${rule} Remove both from the configuration: the provider compares the other answers with theirs.`,
      'about others': 'Check with the console of the appliance what the database lists.',
    }
    return [
      `The answer does not show which addresses are listed: the appliance answered ${statusAndWords({ status, words })}, and ${reason}. The request was ${request}.`,
      `${
        doubt.kind === 'control declared' || doubt.kind === 'about others'
          ? advice[doubt.kind]
          : `${rule} If the quoted text reports a failure, try again after its cause is fixed. If it says that nothing is listed, the provider ` +
            'cannot distinguish it from a failure unless one of the declared addresses is listed when it is removed.'
      } ${withoutDelisting}`,
    ]
  },
  { canBeWarning: true },
)

/** A destroy sends nothing, but reads before. */
const withoutDelisting =
  'If a delisting is no longer wanted, remove its block and run terraform state rm ADDRESS: its destroy would send nothing either.'

export const recordNetworkListed = error(
  'record-network-listed',
  'A record database lists a network that contains an address',
  ({ request, address, network }: Incidents['record-network-listed']) => [
    `The database lists the network ${network}, which contains ${address}. The REST interface deletes only single addresses. The request was ${request}.`,
    `Remove the network in the console of the appliance, or remove ${address} from the configuration. ${withoutDelisting}`,
  ],
  { canBeWarning: true },
)

export const recordStillListed = error(
  'record-still-listed',
  'A record database still lists an address that was deleted',
  ({ database, addresses }: { readonly database: string; readonly addresses: readonly string[] }) => [
    `The appliance confirmed the deletion, but record database ${numberName(database)} still lists ${firstOf(addresses)}.`,
    'Apply again in a minute. If that does not help, remove the record in the console of the appliance, and what adds it again.',
  ],
)

function firstOf(addresses: readonly string[]): string {
  const more = addresses.length - mostAddresses
  return (
    addresses.slice(0, mostAddresses).join(', ') +
    (more > 0 ? ` and ${counted(more, 'other address', 'other addresses')}` : '')
  )
}

const mostAddresses = 10

export const delistingNotChecked = caseOf(
  notChecked,
  'Could not check which addresses a record database lists',
  ({ database, failure }: { readonly database: string; readonly failure: string }) => [
    `Could not check which addresses record database ${numberName(database)} lists: ${failure}`,
    'Plan again to check before the apply.',
  ],
)

export const certificateDeclaredTwice = caseOf(
  declaredTwice,
  'A certificate is declared twice',
  ({ id }: { readonly id: string }) => [
    `Another resource in this configuration orders the certificate ${JSON.stringify(id)}, and the certificate center has one of this name.`,
    'Declare the certificate once, or give one of the two another common name. If both are to have it, set on_existing = "adopt" in each that the state does not contain.',
  ],
)

export const hostNameDeclaredTwice = caseOf(declaredTwice, 'The host name is declared twice', () => [
  'An appliance has one host name, and another resource in this configuration sets it.',
  'Declare the host name once.',
])
