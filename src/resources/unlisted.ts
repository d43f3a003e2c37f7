import { ApplianceError, type ListedThing } from '@webfilter/appliance-client'
import { IncompleteChange } from '@webfilter/terraform-plugin'
import { isJsonObject } from '@webfilter/text'

// What a creation leaves in the state that was sent, and that no list shows by its name: the appliance may store names in another form. No route
// deletes a category or a group, so without this each apply would create one more.

/** What is recorded of such a creation. */
export interface UnlistedRecord {
  /** What was new in the list; undefined if the creation was listed. */
  readonly unlisted?: readonly ListedThing[] | undefined
}

/** Reads what was new in the list. */
export function unlistedIn(json: unknown): readonly ListedThing[] | undefined {
  if (!Array.isArray(json)) return undefined
  return json.flatMap((each): readonly ListedThing[] => {
    const { number, name } = isJsonObject(each) ? each : {}
    return typeof number === 'number' && typeof name === 'string' ? [{ number, name }] : []
  })
}

/**
 * The failure of a creation, with the state that it leaves if it was sent and no list shows it. The engine taints that state, and plans the creation
 * again; the plan then refuses it.
 *
 * @param state that has no number
 */
export function unlessUnlisted(
  failure: unknown,
  state: object,
  keep: (record: UnlistedRecord) => void,
): unknown {
  if (!(failure instanceof ApplianceError)) return failure
  const { incident } = failure
  if (incident.is !== 'category-not-listed' && incident.is !== 'group-not-listed') return failure
  keep({ unlisted: incident.news })
  return new IncompleteChange(state, failure)
}
