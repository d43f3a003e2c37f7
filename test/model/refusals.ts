import { storedName } from '../../src/emulator/categories/category-name'
import type { Circumstances } from './circumstances'
import { type Intent, idNamed, intentsOf } from './intent'
import type { Run, Snapshot } from './world'

/** A reason not to do what is declared. */
export interface Refusal {
  /** The error that says so. */
  readonly says: RegExp
  /** Whether it must be refused, or only may, since that depends on who comes first. */
  readonly certain: boolean
}

/** Why a configuration cannot be applied, or may not. */
export function refusalsOf(run: Run, { withoutOlderRoutes }: Circumstances): readonly Refusal[] {
  const intents = intentsOf(run)
  return [
    ...declaredTwice(run),
    ...intents.flatMap((intent) =>
      withoutOlderRoutes ? withoutRoutes(intent, run.before) : conflicts(intent, run.before, intents),
    ),
  ]
}

function declaredTwice({ configuration }: Run): readonly Refusal[] {
  const names = [...configuration.values()].map(({ name }) => storedName(name))
  return new Set(names).size < names.length ? [{ says: /is declared twice/, certain: true }] : []
}

/** Where only the autonomous service is there (interface document, 4.2). */
function withoutRoutes({ declared, givesUp, takes, to }: Intent, before: Snapshot): readonly Refusal[] {
  const isThere = to !== undefined || !declared || idNamed(before, declared.name) !== undefined
  return [
    ...(isThere ? [] : [{ says: /cannot be created/, certain: true }]),
    ...(givesUp.size > 0 ? [{ says: /cannot be taken out/, certain: true }] : []),
    ...(declared && declared.onConflict !== 'keep' && takes.size > 0
      ? [{ says: /on_conflict needs the older category routes/, certain: true }]
      : []),
  ]
}

/** Sites that other categories hold, or may hold by the time somebody looks. */
function conflicts(
  { declared, takes }: Intent,
  before: Snapshot,
  intents: readonly Intent[],
): readonly Refusal[] {
  if (declared?.onConflict !== 'fail') return []
  const holds = [...before.values()].filter(({ name }) => name !== storedName(declared.name))
  return [...takes].flatMap((site) => {
    const holders = holds.filter(({ stored }) => stored.has(site))
    const isGivenUp = (id: number) => intents.some(({ from, givesUp }) => from === id && givesUp.has(site))
    const comesElsewhere = intents.some((other) => other.declared !== declared && other.wants.has(site))
    if (holders.length === 0 && !comesElsewhere) return []
    return [{ says: /on_conflict is "fail"/, certain: holders.some(({ id }) => !isGivenUp(id)) }]
  })
}
