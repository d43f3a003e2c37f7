import type { RequestOf } from '../protocol/service'
import { HostFailure, type Told } from './action-host'
import type { PluginClient } from './plugin-client'

/** What a host plans: values in msgpack. */
export type ChangeToPlan = Pick<RequestOf<'PlanResourceChange'>, 'typeName' | 'priorPrivate'> & {
  readonly prior: Uint8Array
  readonly proposed: Uint8Array
  readonly config: Uint8Array
}

/** What came of a plan. */
export interface PlannedChange {
  readonly diagnostics: readonly Told[]
  /** In msgpack. */
  readonly planned: Uint8Array
  readonly plannedPrivate: Uint8Array
}

/**
 * Plans a change, and plans it again at the beginning of its apply, as hosts do.
 * @param generation `newest` keeps private data of plans for their applies, as Terraform 1.16; others are `older`
 */
export function planningHost(client: PluginClient, generation: 'newest' | 'older') {
  const isNewest = generation === 'newest'
  const clientCapabilities = {
    writeOnlyAttributesAllowed: true,
    storePlannedPrivate: isNewest,
    computedBlocksAllowed: isNewest,
  }

  async function plan(
    { typeName, prior, proposed, config, priorPrivate }: ChangeToPlan,
    plannedPrivate: Uint8Array = new Uint8Array(),
  ): Promise<PlannedChange> {
    const answer = await client.provider('PlanResourceChange', {
      typeName,
      priorState: { msgpack: prior },
      proposedNewState: { msgpack: proposed },
      config: { msgpack: config },
      priorPrivate,
      plannedPrivate,
      clientCapabilities,
    })
    const { diagnostics, plannedState } = answer
    const planned = plannedState?.msgpack ?? new Uint8Array()
    return { diagnostics, planned, plannedPrivate: answer.plannedPrivate }
  }

  return {
    plan: (change: ChangeToPlan) => plan(change),

    /**
     * Plans a change again that was planned before: with the private data of the last apply, and beside them, if the host keeps
     * them, those of the plan.
     * @throws {HostFailure} where the provider plans otherwise than before and does not say why
     */
    async planAtApply(change: ChangeToPlan, before: PlannedChange): Promise<PlannedChange> {
      const again = await plan(change, isNewest ? before.plannedPrivate : undefined)
      const isRefused = again.diagnostics.some(({ severity }) => severity === 'error')
      if (!isRefused && !Buffer.from(again.planned).equals(before.planned))
        throw new HostFailure('Provider produced inconsistent final plan.')
      return again
    },
  }
}
