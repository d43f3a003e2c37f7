import { ApplianceError, mayHaveWorked } from '../../appliance/errors'
import { resource } from '../../definitions'
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

  plan({ prior, draft, diagnostics, requireReplace }) {
    const id = plannedId(draft)
    if (prior === null) return { id }
    if (isImportedOnly(prior)) {
      refuseAnother(prior.id, id)
      diagnostics.warn(...takenAsConfigured(prior.id))
      return { id: prior.id }
    }
    const changed = orderKinds.filter(
      (kind) => !sameValue(certificateAttributes[kind].type, prior[kind], draft[kind]),
    )
    if (changed.length === 0) return { id: prior.id }
    for (const kind of changed) requireReplace(kind)
    diagnostics.warn(...whatStays(prior.id, id === prior.id ? draft.on_existing : undefined))
    return { id }
  },

  planDestroy({ state, diagnostics }) {
    diagnostics.warn(...whatStays(state.id))
  },

  async create({ plan, appliance, diagnostics, signal }) {
    const order = orderOf(plan)
    const state = { ...plan, id: order.id }
    try {
      await order.send(appliance.certificates, signal)
      return state
    } catch (error) {
      if (error instanceof ApplianceError && error.kind === 'exists') {
        if (plan.on_existing !== 'adopt') throw exists(order.id, error.message)
        diagnostics.warn(...adopted(order.id, error.message))
        return state
      }
      if (!mayHaveWorked(error)) throw error
      // With a state Terraform marks it as tainted: a plan then says that it will be made again, and a person can object.
      throw new IncompleteUpdate(state, outcomeUnknown(order.id, error.message))
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
    diagnostics.warn(
      `Nothing of certificate ${JSON.stringify(state.id)} was verified`,
      'The appliance has no way to tell which certificates it has. Look into its certificate center whether this one is there.',
    )
    return state
  },
})

/** @param onExisting what is to happen where another one of the same name is to be made beside it; undefined where none is */
function whatStays(id: string, onExisting?: string | Unknown): [summary: string, detail: string] {
  return [
    `Certificate ${JSON.stringify(id)} will stay on the appliance`,
    `The appliance cannot withdraw a certificate or a signing request. ${adviceOnWhatStays(onExisting)}`,
  ]
}

/** Field notes, "csr": the common name is unique per node. */
function adviceOnWhatStays(onExisting: string | Unknown | undefined): string {
  if (onExisting === undefined) return 'Remove it in its certificate center if it is no longer wanted.'
  const remove = 'Remove it in its certificate center before the apply'
  return onExisting === 'adopt'
    ? `${remove}: where the appliance refuses two of one name, on_existing = "adopt" takes the old one over, unchanged.`
    : `${remove}: the appliance may refuse two of one name.`
}

function takenAsConfigured(id: string): [summary: string, detail: string] {
  return [
    `Certificate ${JSON.stringify(id)} is taken as it is configured`,
    'Nothing can be read from the certificate center, so the state records what was imported as the configuration describes ' +
      'it. Nothing is sent, and nothing is verified: compare the two in the certificate center.',
  ]
}

function adopted(id: string, what: string): [summary: string, detail: string] {
  return [
    `Certificate ${JSON.stringify(id)} existed already and was adopted`,
    `${what} It is taken over, as on_existing is "adopt", and nothing of it was verified: it may differ from the ` +
      'configuration. Look at it in the certificate center of the appliance.',
  ]
}

function exists(id: string, what: string): ProviderError {
  return new ProviderError(
    `${what} Nothing was made: the appliance has a certificate for ${JSON.stringify(id)} already.`,
    `Set on_existing = "adopt" to take over what exists as it is, or import it (terraform import ADDRESS ${JSON.stringify(id)}), ` +
      'or remove it in the certificate center of the appliance, and apply again.',
  )
}

function outcomeUnknown(id: string, what: string): ProviderError {
  return new ProviderError(
    `${what} Nobody can tell whether ${JSON.stringify(id)} was made.`,
    'Look into the certificate center of the appliance. If it is there, run "terraform untaint" for this resource; ' +
      'otherwise do nothing: the next apply orders it again.',
  )
}
