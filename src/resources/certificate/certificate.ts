import { IncompleteChange, ProviderError, sameValue, type Unknown } from '@webfilter/terraform-plugin'
import { ApplianceError, mayHaveWorked } from '../../appliance/errors'
import { resource } from '../../definitions'
import {
  certificateAdopted,
  certificateExists,
  certificateOutcomeUnknown,
  certificateStays,
  certificateTakenAsConfigured,
  certificateUnverified,
} from '../../diagnostics/other-areas'

import { report } from '../problem'
import { certificateAttributes } from './certificate-attributes'
import { certificateProblems } from './certificate-checks'
import { orderKinds, orderOf, plannedId } from './certificate-order'
import { importedCertificate, isImportedOnly, refuseAnother } from './imported-certificate'

/** What the certificate center of the appliance is told to make (interface document, 4.3). */
export const certificate = resource('certificate', {
  description:
    'Orders a certificate in the certificate center of the appliance: a certificate signing request, a self-signed certificate, or ' +
    'a server certificate. Exactly one of `signing_request`, `self_signed` and `server` must be set. Every change to it orders ' +
    'another certificate.',
  documentation: {
    subcategory: 'Certificates',
    irreversible:
      '~> **Warning:** The REST interface cannot withdraw a certificate or a signing request. If an apply creates or ' +
      'replaces this resource, the certificate center contains one more of them, which stays.',
    destroy:
      'Nothing is sent. The certificate or signing request stays in the certificate center, and the plan warns about it. Terraform ' +
      'only removes it from the state.',
    drift:
      'None. The REST interface cannot list the certificates. The state contains the certificate as it was ordered; a certificate ' +
      'that was removed or renewed in the console is not detected.\n\n' +
      'If the answer to an order is lost, the provider cannot determine whether the appliance carried it out. The apply fails, and ' +
      'Terraform marks the resource as tainted. Check the certificate center, and run `terraform untaint` if the certificate exists. ' +
      'Otherwise the next apply orders it again, which the appliance rejects while it has a certificate with this name.\n\n' +
      'The appliance also rejects an order if an earlier apply was killed while it ordered the certificate, or if a change orders ' +
      'another certificate with the name of one that stays. With `on_existing = "adopt"`, such an apply takes over the existing ' +
      'certificate. Otherwise its error says what to do.',
    import:
      'The ID is `kind/node/common_name`. The kind is `signing_request`, `self_signed` or `server`. The import verifies nothing, ' +
      'because the certificate center cannot be read. The next apply takes the details of the certificate from the configuration, ' +
      'and sends nothing. A configuration that describes another certificate is rejected.',
  },

  attributes: certificateAttributes,

  identity: {
    id: {
      forImport: 'required',
      description: 'Kind, node and common name of the certificate: `kind/node/common_name`.',
    },
  },

  validate({ config, diagnostics }) {
    report(certificateProblems(config), diagnostics)
  },

  plan({ prior, proposed, diagnostics, requireReplace }) {
    const id = plannedId(proposed)
    if (prior === null) return { id }
    if (isImportedOnly(prior)) {
      refuseAnother(prior.id, id)
      diagnostics.raise(certificateTakenAsConfigured(prior))
      return { id: prior.id }
    }
    const changed = orderKinds.filter(
      (kind) => !sameValue(certificateAttributes[kind].type, prior[kind], proposed[kind]),
    )
    if (changed.length === 0) return { id: prior.id }
    for (const kind of changed) requireReplace(kind)
    diagnostics.raise(
      certificateStays({
        id: prior.id,
        successor: id === prior.id ? successorOf(proposed.on_existing) : undefined,
      }),
    )
    return { id }
  },

  planDestroy({ state, diagnostics }) {
    diagnostics.raise(certificateStays({ id: state.id, successor: undefined }))
  },

  async create({ plan, appliance, diagnostics, signal }) {
    const order = orderOf(plan)
    const state = { ...plan, id: order.id }
    try {
      await order.send(appliance.certificates, signal)
      return state
    } catch (error) {
      if (error instanceof ApplianceError && error.kind === 'exists') {
        const existing = { id: order.id, reason: error.message }
        if (plan.on_existing !== 'adopt')
          throw new ProviderError(certificateExists(existing), { cause: error })
        diagnostics.raise(certificateAdopted(existing))
        return state
      }
      if (!mayHaveWorked(error)) throw error
      // With a state Terraform marks it as tainted: a plan then says that it will be made again, and a person can object.
      const unknown = certificateOutcomeUnknown({ id: order.id, reason: error.message })
      throw new IncompleteChange(state, new ProviderError(unknown, { cause: error }))
    }
  },

  async read({ state }) {
    return state
  },

  /** Sends nothing: it changes a setting, or accepts what an import could not read. */
  async update({ prior, plan }) {
    const { id } = orderOf(plan)
    refuseAnother(prior.id, id)
    return { ...plan, id }
  },

  async delete() {},

  async importState({ id, identity, diagnostics }) {
    const state = importedCertificate(id ?? identity.id)
    diagnostics.raise(certificateUnverified(state))
    return state
  },
})

/** What becomes of the order of another certificate of the same name, as far as it is known. */
function successorOf(onExisting: string | Unknown): 'adopts' | 'may be refused' {
  return onExisting === 'adopt' ? 'adopts' : 'may be refused'
}
