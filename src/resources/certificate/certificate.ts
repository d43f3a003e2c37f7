import { ApplianceError, mayHaveWorked } from '../../appliance/errors'
import { resource } from '../../definitions'
import {
  certificateAdopted,
  certificateExists,
  certificateOutcomeUnknown,
  certificateStays,
  certificateTakenAsConfigured,
  certificateUnverified,
} from '../../diagnostics/entries/certificates'
import { IncompleteUpdate, ProviderError } from '../../terraform/provider/failures'
import type { Unknown } from '../../terraform/values/unknown'
import { sameValue } from '../../terraform/values/value'
import { report } from '../problem'
import { certificateAttributes } from './certificate-attributes'
import { certificateProblems } from './certificate-checks'
import { orderKinds, orderOf, plannedId } from './certificate-order'
import { importedCertificate, isImportedOnly, refuseAnother } from './imported-certificate'

/** What the certificate center of the appliance is told to make (interface document, 4.3). */
export const certificate = resource('certificate', {
  description:
    'Makes something in the certificate center of the appliance, once: a certificate signing request, a self-signed ' +
    'certificate, or a server certificate. Exactly one of `signing_request`, `self_signed` and `server` is set. Every ' +
    'change of it makes another one.',
  documentation: {
    subcategory: 'Certificates',
    destroy:
      'The appliance has no way to withdraw a certificate or a signing request: it stays, and the plan warns of it. ' +
      'Terraform only forgets it.',
    drift:
      'The appliance has no way to tell which certificates it has. What was made stands in the state as it was ordered; ' +
      'that somebody removed or renewed it in the console is not found.\n\n' +
      'Where the answer to an order is lost, nobody can tell whether it was carried out. The apply then fails and says so, ' +
      'and the resource is marked as tainted: look into the certificate center, and run `terraform untaint` if it is there. ' +
      'Otherwise the next apply orders it again, which the appliance refuses while it has a certificate of this name. So it ' +
      'does where an apply was killed during an order, and where a change makes another one while the old one stays. With ' +
      '`on_existing = "adopt"` such an apply takes over what exists; else its error says what to do.',
    import:
      'The id is `kind/node/common_name`, where the kind is `signing_request`, `self_signed` or `server`. Nothing is verified, ' +
      'as nothing can be read from the certificate center: what was ordered is accepted as the configuration says ' +
      'it, by an update that sends nothing. A configuration that describes another certificate is refused.',
  },

  attributes: certificateAttributes,

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
      throw new IncompleteUpdate(state, new ProviderError(unknown, { cause: error }))
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

  async importState({ id, diagnostics }) {
    const state = importedCertificate(id)
    diagnostics.raise(certificateUnverified(state))
    return state
  },
})

/** What becomes of the order of another certificate of the same name, as far as it is known. */
function successorOf(onExisting: string | Unknown): 'adopts' | 'may be refused' {
  return onExisting === 'adopt' ? 'adopts' : 'may be refused'
}
