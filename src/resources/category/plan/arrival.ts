import type { Run } from '../../../coordination/run'
import type { NamedCategory } from '../../../coordination/shared-sites'
import { whilePlanning } from '../../context'

/** How a plan says, once, that its list is not to be waited for any more. @param category of the state; null if there is none */
export function arrival(
  run: Run | undefined,
  category: NamedCategory | null,
  list: string | null,
): () => void {
  let isAwaited = run !== undefined && category !== null
  return () => {
    if (isAwaited && category) run?.shared.arrive(category, list)
    isAwaited = false
  }
}

/** Makes the plan of a list, which has arrived at the latest when that ends, however it ends. */
export async function whilePlanningList<T>(
  run: Run | undefined,
  arrived: () => void,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await whilePlanning(run, work)
  } finally {
    arrived()
  }
}
