import { error, warning } from '../diagnostic'

// The certificate center, of which nothing can be read.

interface Certificate {
  /** `kind/node/common_name`. */
  readonly id: string
}

export const certificateKindUnclear = error(
  'certificate-kind-unclear',
  'Exactly one of signing_request, self_signed and server is needed',
  ({ set }: { readonly set: readonly string[] }) =>
    set.length === 0
      ? [
          'None of signing_request, self_signed and server is set, so there is nothing to make.',
          'Set the one that is wanted.',
        ]
      : [`Both ${set.join(' and ')} are set, and each makes another thing.`, 'Write a resource for each.'],
)

export const certificateNamesTooMany = error(
  'certificate-names-too-many',
  'Too many alternative names',
  ({ given, most }: { readonly given: number; readonly most: number }) => [
    `The appliance has fields for ${most} alternative names, and ${given} are given.`,
    'Leave some out.',
  ],
)

export const certificateFieldKnown = error(
  'certificate-field-known',
  'A field of the certificate has an attribute of its own',
  ({ field }: { readonly field: string }) => [
    `${field} is no extra field: the provider sends it by itself.`,
    'Set the attribute that stands for it, and leave it out here.',
  ],
)

export const certificateOrderRefused = error(
  'certificate-order-refused',
  'The appliance refuses to make a certificate',
  ({
    reason,
    order,
  }: {
    readonly reason: string
    readonly order:
      | { readonly kind: 'signing_request'; readonly commonName: string }
      | { readonly kind: 'self_signed' }
      | { readonly kind: 'server'; readonly certificateId: number }
  }) => {
    if (order.kind === 'signing_request') {
      const data = `the data of ${JSON.stringify(order.commonName)}`
      return [reason, `Store ${data} in the certificate center of the appliance first, then apply again.`]
    }
    const cause =
      order.kind === 'self_signed'
        ? 'Correct what the quoted text names, then apply again.'
        : `Check that the certificate center has a certificate with the number ${order.certificateId}, and what else the quoted text names.`
    return [
      reason,
      // Field notes, "Certificates": the common name is unique per node.
      `${cause} Where it says that the common name is taken, import it, take another name, or remove the certificate in the certificate center.`,
    ]
  },
)

export const certificateExists = error(
  'certificate-exists',
  'The appliance has such a certificate already',
  ({ id, reason }: Certificate & { readonly reason: string }) => [
    `${reason} Nothing was made: the appliance has a certificate for ${JSON.stringify(id)} already.`,
    `Set on_existing = "adopt" to take over what exists as it is, or import it (terraform import ADDRESS ${JSON.stringify(id)}), ` +
      'or remove it in the certificate center of the appliance, and apply again.',
  ],
)

export const certificateAdopted = warning(
  'certificate-adopted',
  'A certificate existed already and was adopted',
  ({ id, reason }: Certificate & { readonly reason: string }) => [
    `Certificate ${JSON.stringify(id)} existed already and was adopted: ${reason} It is taken over, as on_existing is "adopt", and ` +
      'nothing of it was verified: it may differ from the configuration.',
    'Compare it with the configuration in the certificate center of the appliance.',
  ],
)

export const certificateOutcomeUnknown = error(
  'certificate-outcome-unknown',
  'Whether a certificate was made is unknown',
  ({ id, reason }: Certificate & { readonly reason: string }) => [
    `${reason} Whether ${JSON.stringify(id)} was made is unknown.`,
    'Look into the certificate center of the appliance. If it exists there, run "terraform untaint" for this resource; ' +
      'otherwise do nothing: the next apply orders it again.',
  ],
)

export const certificateStays = warning(
  'certificate-stays',
  'A certificate will stay on the appliance',
  ({
    id,
    successor,
  }: Certificate & {
    /** Where another one of the same name is to be made beside it: whether the old one may be taken over for it. */
    readonly successor: 'adopts' | 'may be refused' | undefined
  }) => [
    `Certificate ${JSON.stringify(id)} will stay: the appliance cannot withdraw a certificate or a signing request.`,
    whatToDoWithWhatStays[successor ?? 'none'],
  ],
)

const whatToDoWithWhatStays = {
  none: 'Remove it in the certificate center of the appliance if it is no longer wanted.',
  adopts:
    'Remove it in the certificate center of the appliance before the apply: where the appliance refuses two of one name, ' +
    'on_existing = "adopt" takes the old one over, unchanged.',
  'may be refused':
    'Remove it in the certificate center of the appliance before the apply: the appliance may refuse two of one name.',
} as const

export const certificateTakenAsConfigured = warning(
  'certificate-taken-as-configured',
  'An imported certificate is taken as it is configured',
  ({ id }: Certificate) => [
    `Nothing can be read from the certificate center, so the state records ${JSON.stringify(id)}, which was imported, as the configuration describes it. Nothing is sent, and nothing is verified.`,
    'Compare the two in the certificate center of the appliance.',
  ],
)

export const certificateUnverified = warning(
  'certificate-unverified',
  'Nothing of an imported certificate was verified',
  ({ id }: Certificate) => [
    `Nothing of certificate ${JSON.stringify(id)} was verified: the appliance has no way to tell which certificates it has.`,
    'Check in its certificate center that this one exists.',
  ],
)

export const certificateMismatch = error(
  'certificate-mismatch',
  'The configuration describes another certificate than the one that was imported',
  ({ described, imported }: { readonly described: string; readonly imported: string }) => [
    `The configuration describes ${JSON.stringify(described)}, and what was imported is ${JSON.stringify(imported)}.`,
    'Correct the configuration; or, where the wrong one was imported, forget it with "terraform state rm", and import again.',
  ],
)

export const certificateIdInvalid = error(
  'certificate-id-invalid',
  'This is not the id of a certificate',
  ({ id }: Certificate) => [
    `${JSON.stringify(id)} is not the id of a certificate.`,
    'Give kind/node/common_name, where kind is signing_request, self_signed or server, such as "self_signed/0/proxy.example.org".',
  ],
)
