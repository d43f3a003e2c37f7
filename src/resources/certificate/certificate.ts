import { ApplianceError, mayHaveWorked } from '@webfilter/appliance-client'
import { certificateOf } from '@webfilter/appliance-declarations/certificate-names'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import {
  certificateAdopted,
  certificateAssumedToExist,
  certificateDeclaredTwice,
  certificateExists,
  certificateGivenUp,
  certificateIdInvalid,
  certificateImported,
  certificateMismatch,
  certificateOrderCarriedOut,
  certificateOutcomeUnknown,
  certificateStays,
  certificateTakenAsConfigured,
} from '@webfilter/appliance-declarations/diagnostics/other-areas'
import { refuse, report } from '@webfilter/appliance-declarations/problem'
import {
  type Diagnostics,
  IncompleteChange,
  isUnknown,
  type ManagedObject,
  type ProposedState,
  ProviderError,
  type State,
  sameValue,
  type Unknown,
  unknown,
} from '@webfilter/terraform-plugin'
import { resource } from '../../definitions'
import type { Claims } from '../../run/claims'
import type { Run } from '../../run/run'
import { certificateAttributes, certificateProblems, nameProblems } from './certificate-attributes'
import {
  type CertificateOrder,
  type CertificateOrders,
  certificateId,
  orderIn,
  orderKinds,
} from './certificate-order'

/** An order to the certificate center of the appliance (docs/appliance, "Routes"). */
export const certificate = resource('certificate', {
  description:
    'Orders a certificate in the certificate center of the appliance: a certificate signing request, a self-signed certificate, or ' +
    'a server certificate. Exactly one of `signing_request`, `self_signed` and `server` must be set. Every change to it orders ' +
    'another certificate.',
  documentation: {
    subcategory: 'Certificates',
    irreversible:
      '~> **Warning:** The REST interface cannot withdraw a certificate or a signing request. Each one that an apply orders stays in ' +
      'the certificate center.',
    destroy:
      'Nothing is sent. The certificate or signing request stays in the certificate center, and the plan warns about it.',
    drift:
      'None. The REST interface cannot list certificates. The state has the certificate as it was ordered; removing or renewing it in ' +
      'the console is not detected.\n\n' +
      'If the answer to an order is lost, the apply fails, `outcome_unknown` is `true`, and the next apply orders the certificate ' +
      'again. If the appliance then answers that it exists, the apply succeeds, and warns you, unless the details have changed or ' +
      '`create_before_destroy` is set. If you find the certificate in the certificate center, you can run `terraform untaint` instead.\n\n' +
      'The appliance rejects an order of an existing certificate, such as one that a killed apply ordered, or another one of the same ' +
      'name. With `on_existing = "adopt"`, the apply takes over the existing one. Otherwise its error says what to do. The plan rejects ' +
      'an order for a certificate that another resource of the ' +
      'configuration or the state has, unless `on_existing` is `adopt`.',
    import:
      'The ID is `kind/node/common_name`. The kind is `signing_request`, `self_signed` or `server`. The import verifies nothing. The ' +
      'next apply takes the details from the configuration, and sends nothing. A configuration of another certificate is rejected.',
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

  privateData: {
    record: () => undefined,
    note: (json) => (json === replacedOnPurpose ? json : undefined),
  },

  plan({ prior, proposed, replanned, object, run, note, diagnostics, requireReplace }) {
    const id = plannedId(proposed)
    const changed = orderKinds.filter(
      (kind) => !prior || !sameValue(certificateAttributes[kind].type, prior[kind], proposed[kind]),
    )
    // What a state has is there, whatever its names are.
    if (!prior || (changed.length > 0 && !isImportedOnly(prior))) report(nameProblems(proposed), diagnostics)
    if (!isUnknown(id) && run) announce(id, run)
    const outcome_unknown = null
    if (prior === null) {
      // Terraform plans the replacement of a tainted resource as the creation of a new one, and that of any other one twice.
      if (replanned) note(replacedOnPurpose)
      return { id, outcome_unknown }
    }
    if (isImportedOnly(prior)) {
      refuseAnother(prior.id, id)
      diagnostics.raise(certificateTakenAsConfigured(prior))
      return { id: prior.id, outcome_unknown }
    }
    if (changed.length === 0) {
      // It is no longer tainted.
      if (prior.outcome_unknown) diagnostics.raise(certificateAssumedToExist(prior))
      return { id: prior.id, outcome_unknown }
    }
    for (const kind of changed) requireReplace(kind)
    diagnostics.raise(
      certificateStays({
        id: prior.id,
        successor: id === prior.id ? successorOf(proposed.on_existing) : undefined,
      }),
    )
    return { id, outcome_unknown }

    /**
     * Refuses an order for what another resource has, orders or gives up, unless the existing certificate may be adopted. The plan that is
     * made last refuses: Terraform plans them in any order.
     */
    function announce(id: string, { claims }: Run): void {
      const [claim, stored] = [certificateOf(id), prior && certificateOf(prior.id)]
      const isThere = stored === claim || proposed.on_existing !== 'fail'
      const isFirst = claims.claim('certificate', claim, object, isThere)
      const isOtherThere = isFirst || claims.isDeclared('certificate', claim, object)
      if (!isFirst && !(isThere && isOtherThere)) diagnostics.raise(certificateDeclaredTwice({ id }))
      else if (!isThere && claims.isLeft('certificate', claim, object))
        diagnostics.raise(certificateGivenUp({ id }))
      if (prior && stored && stored !== claim) leave(prior.id, { claims, object, diagnostics })
    }
  },

  planDestroy({ state, object, run, diagnostics }) {
    if (run) leave(state.id, { claims: run.claims, object, diagnostics })
    diagnostics.raise(certificateStays({ id: state.id, successor: undefined }))
  },

  async create({ plan, object, appliance, run, diagnostics, signal }) {
    const order = checkedOrder(plan)
    refuse(nameProblems(plan))
    if (!run.claims.create('certificate', certificateOf(order.id), object)) return orderedAlready()
    const isRepeated = run.lostOrders.delete(order.details)
    const state = { ...plan, id: order.id, outcome_unknown: null }
    // With a state, Terraform marks the resource as tainted: the next plan then shows that it orders the certificate again.
    const undecided = { ...state, outcome_unknown: true }
    try {
      await order.send(appliance.certificates, signal)
      return state
    } catch (error) {
      if (error instanceof ApplianceError && error.kind === 'exists') {
        const existing = { id: order.id, reason: diagnosticOf(error).message }
        if (!isRepeated && plan.on_existing !== 'adopt')
          throw new ProviderError(certificateExists(existing), { cause: error })
        diagnostics.raise(isRepeated ? certificateOrderCarriedOut(existing) : certificateAdopted(existing))
        return state
      }
      if (mayHaveWorked(error)) {
        // An answer that is lost is no order that another resource could rely on.
        object.withdraw()
        const unknown = certificateOutcomeUnknown({ id: order.id, reason: diagnosticOf(error).message })
        throw new IncompleteChange(undecided, new ProviderError(unknown, { cause: error }))
      }
      // It is still unknown what became of the first order.
      throw isRepeated ? new IncompleteChange(undecided, error) : error
    }

    /** Another resource of this run has ordered it: a second order is not sent. */
    function orderedAlready() {
      const existing = { id: order.id, reason: 'Another resource has ordered it.' }
      if (plan.on_existing !== 'adopt') throw new ProviderError(certificateExists(existing))
      diagnostics.raise(certificateAdopted(existing))
      return { ...plan, id: order.id, outcome_unknown: null }
    }
  },

  async read({ state }) {
    return state
  },

  /** Sends nothing: an update changes an option, or takes over what an import could not read. */
  async update({ prior, plan }) {
    const { id } = checkedOrder(plan)
    refuseAnother(prior.id, id)
    return { ...plan, id: prior.id, outcome_unknown: null }
  },

  /** Sends nothing. The creation that follows is to know that an answer to the order that is given up here was lost. */
  async delete({ state, run, noted }) {
    if (state.outcome_unknown && noted !== replacedOnPurpose) run.lostOrders.add(orderIn(state).details)
  },

  async importState({ id, identity, diagnostics }) {
    const state = importedCertificate(id ?? identity.id)
    diagnostics.raise(certificateImported(state))
    return state
  },
})

/** Says in a plan that an object gives up a certificate, which stays on the appliance. */
function leave(
  id: string,
  { claims, object, diagnostics }: { claims: Claims; object: ManagedObject; diagnostics: Diagnostics },
): void {
  if (!claims.leave('certificate', certificateOf(id), object)) diagnostics.raise(certificateGivenUp({ id }))
}

/** What the plan of a replacement notes if the resource is not tainted: somebody wants another certificate. */
const replacedOnPurpose = 'replaced on purpose'

/**
 * The one order of a resource.
 * @throws {ProviderError} if values that became known at apply leave no order, or are wrong
 */
function checkedOrder(orders: CertificateOrders): CertificateOrder {
  refuse(certificateProblems(orders))
  return orderIn(orders)
}

/** The outcome of an order for another certificate of the same name, as far as it is known. */
function successorOf(onExisting: string | Unknown): 'adopts' | 'may be refused' {
  return onExisting === 'adopt' ? 'adopts' : 'may be refused'
}

/** The id of what a plan orders, as far as it is known. */
function plannedId(proposed: ProposedState<typeof certificateAttributes>): string | Unknown {
  for (const kind of orderKinds) {
    const order = proposed[kind]
    if (order === null) continue
    if (isUnknown(order) || isUnknown(order.node_id) || isUnknown(order.common_name)) return unknown
    return certificateId(kind, { node_id: order.node_id, common_name: order.common_name })
  }
  return unknown
}

type CertificateState = State<typeof certificateAttributes>

/**
 * The state of an imported certificate: only the id, since no route returns the rest. The next plan takes the rest from the
 * configuration. The same holds for a signing request, although its id contains all of it: with its order in the state, a change would
 * order another certificate.
 * @throws {ProviderError} if the id is invalid
 */
function importedCertificate(id: string): CertificateState {
  const [, kind, node = '', name = ''] = /^(\w+)\/(\d{1,10})\/(.+)$/.exec(id.trim()) ?? []
  const known = orderKinds.find((each) => each === kind)
  if (known === undefined || Number(node) > largestNode) throw new ProviderError(certificateIdInvalid({ id }))
  return {
    signing_request: null,
    self_signed: null,
    server: null,
    on_existing: 'fail',
    id: certificateId(known, { common_name: name, node_id: Number(node) }),
    outcome_unknown: null,
  }
}

/** Whether the state is that of an import, without the order of the certificate. */
function isImportedOnly(state: CertificateOrders): boolean {
  return orderKinds.every((kind) => state[kind] === null)
}

/**
 * Refuses a configuration that describes another certificate than the imported one. A replacement would order one, which an import does
 * not ask for.
 * @param described the id of what the configuration describes, as far as it is known
 */
function refuseAnother(imported: string, described: ProposedState<typeof certificateAttributes>['id']): void {
  if (isUnknown(described) || certificateOf(described) === certificateOf(imported)) return
  throw new ProviderError(certificateMismatch({ described, imported }))
}

const largestNode = 2_147_483_647
