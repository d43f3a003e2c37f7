/**
 * What a plan does with an object. With `forget-create` the old one stays where it is and is no longer managed, and a new one is made:
 * nothing is deleted.
 */
export type PlannedAction = 'none' | 'create' | 'update' | 'replace' | 'destroy' | 'forget' | 'forget-create'

/** The meaning of the actions of a change; undefined where this release does not know them, which is never to say that nothing happens. */
export function plannedAction(actions: readonly string[]): PlannedAction | undefined {
  return meanings.get(actions.join(' '))
}

/** All that Terraform 1.16 and OpenTofu 1.12 write of what they manage; Terraform forgets after it creates, OpenTofu before. */
const meanings: ReadonlyMap<string, PlannedAction> = new Map([
  ['no-op', 'none'],
  ['read', 'none'],
  ['create', 'create'],
  ['update', 'update'],
  ['delete create', 'replace'],
  ['create delete', 'replace'],
  ['delete', 'destroy'],
  ['forget', 'forget'],
  ['create forget', 'forget-create'],
  ['forget create', 'forget-create'],
])
