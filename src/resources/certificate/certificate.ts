import { mayHaveWorked } from '../../appliance/errors'
import { resource } from '../../definitions'
import { IncompleteUpdate, ProviderError } from '../../terraform/provider/failures'
import { report } from '../problem'
import { certificateAttributes } from './certificate-attributes'
import { certificateProblems } from './certificate-checks'
import { orderOf, plannedId } from './certificate-order'

/** What the certificate center of the appliance is told to make (interface document, 4.3). */
export const certificate = resource('certificate', {
  description:
    'Makes something in the certificate center of the appliance, once: a certificate signing request, a self-signed ' +
    'certificate, or a server certificate. Exactly one of `signing_request`, `self_signed` and `server` is set. Every ' +
    'change makes another one.',
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
      'Otherwise the next apply orders it again, which the appliance refuses while it has a certificate of this name.',
  },

  attributes: certificateAttributes,

  validate({ config, diagnostics }) {
    report(certificateProblems(config), diagnostics)
  },

  plan({ prior, draft, changed, diagnostics }) {
    const id = plannedId(draft)
    if (prior && changed) diagnostics.warn(...whatStays(prior.id, id === prior.id))
    return { id }
  },

  planDestroy({ state, diagnostics }) {
    diagnostics.warn(...whatStays(state.id, false))
  },

  async create({ plan, appliance, signal }) {
    const order = orderOf(plan)
    const state = { ...plan, id: order.id }
    try {
      await order.send(appliance.certificates, signal)
      return state
    } catch (error) {
      if (!mayHaveWorked(error)) throw error
      // With a state Terraform marks it as tainted: a plan then says that it will be made again, and a person can object.
      throw new IncompleteUpdate(state, outcomeUnknown(order.id, error.message))
    }
  },

  async read({ state }) {
    return state
  },

  async delete() {},
})

/** @param inTheWay another one of the same name is to be made beside it */
function whatStays(id: string, inTheWay: boolean): [summary: string, detail: string] {
  // Field notes, "csr": the common name is unique per node.
  const advice = inTheWay
    ? 'Remove it in its certificate center before the apply: the appliance may refuse two of one name.'
    : 'Remove it in its certificate center if it is no longer wanted.'
  return [
    `Certificate ${JSON.stringify(id)} will stay on the appliance`,
    `The appliance cannot withdraw a certificate or a signing request. ${advice}`,
  ]
}

function outcomeUnknown(id: string, what: string): ProviderError {
  return new ProviderError(
    `${what} Nobody can tell whether ${JSON.stringify(id)} was made.`,
    'Look into the certificate center of the appliance. If it is there, run "terraform untaint" for this resource; ' +
      'otherwise do nothing: the next apply orders it again.',
  )
}
