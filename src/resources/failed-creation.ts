import { ApplianceError } from '@webfilter/appliance-client/errors'
import type { Unlisted } from '@webfilter/appliance-client/incidents'
import { IncompleteChange, type StateJson } from '@webfilter/terraform-plugin'
import { isJsonObject } from '@webfilter/text'

// What the failed creation of a category or a group leaves in the state. No route deletes one, so what was created must not be forgotten.

/**
 * What is recorded of a creation that was sent, and that no list shows by its name: the appliance may store names in another form. Without
 * this, each apply would create one more.
 */
export interface UnlistedRecord {
  /** What was new in the list, null if that is not known; undefined if the creation was listed. */
  readonly unlisted?: Unlisted['news'] | undefined
}

/** Reads what was new in the list. */
export function unlistedIn(json: unknown): UnlistedRecord['unlisted'] {
  if (json === null) return null
  if (!Array.isArray(json)) return undefined
  return json.flatMap((each) => {
    const { number, name } = isJsonObject(each) ? each : {}
    return typeof number === 'number' && typeof name === 'string' ? [{ number, name }] : []
  })
}

/** What the plan of a creation notes of the state that the refresh has found to be gone. */
export interface CreationNote {
  readonly vanished?: StateJson | undefined
}

/** Reads that state. */
export function vanishedIn(json: unknown): StateJson | undefined {
  return isJsonObject(json) ? json : undefined
}

/**
 * The failure of a creation, with the state that it leaves. The engine taints that state, and plans the creation again.
 *
 * - If no list shows what was sent, or none can be read, the state has no number. The next plan is refused unless a list shows it by then.
 * - If the appliance refuses to create what the refresh has found to be gone, it may exist all the same, in no list: the state keeps what it had.
 *   Only hosts that keep the notes of plans know it then (Terraform 1.16).
 *
 * @param state that has no number
 */
export function failedCreation(
  failure: unknown,
  state: object,
  { noted, keep }: { readonly noted: CreationNote | undefined; keep(record: UnlistedRecord): void },
): unknown {
  if (!(failure instanceof ApplianceError)) return failure
  const { incident, kind } = failure
  if (incident.is === 'category-not-listed' || incident.is === 'group-not-listed') {
    keep({ unlisted: incident.news })
    return new IncompleteChange(state, failure)
  }
  return noted?.vanished && kind === 'failed' ? new IncompleteChange(noted.vanished, failure) : failure
}
