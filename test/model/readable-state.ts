import { unpackSites } from '@webfilter/site-lists'
import type { ObjectValue } from '@webfilter/terraform-plugin'
import { packedSitesOf } from '../../src/resources/category/stored'
import type { AppliedChange, PlannedChange } from './core'

/** A state whose `sites` are those that it manages, wherever they come from. */
export async function readable(state: ObjectValue): Promise<ObjectValue> {
  const packed = packedSitesOf(state)
  return packed
    ? { ...state, sites: [...(await unpackSites(packed.packed, { ...packed, size: packed.count }))] }
    : state
}

export async function readableStates<K>(
  states: ReadonlyMap<K, ObjectValue>,
): Promise<ReadonlyMap<K, ObjectValue>> {
  return new Map(
    await Promise.all([...states].map(async ([key, state]) => [key, await readable(state)] as const)),
  )
}

/** Changes with readable states before and after them. */
export async function readableChanges<C extends PlannedChange | AppliedChange>(
  changes: readonly C[],
): Promise<readonly C[]> {
  return await Promise.all(
    changes.map(async (change) => ({
      ...change,
      prior: change.prior && (await readable(change.prior)),
      ...('after' in change && { after: change.after && (await readable(change.after)) }),
    })),
  )
}
