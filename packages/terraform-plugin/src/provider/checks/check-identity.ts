import { containsUnknown } from '../../values/unknown'
import { type ObjectValue, sameValue } from '../../values/value'
import { ProviderBug } from '../failures'
import type { Identified } from '../identity/identity-values'

/**
 * Checks that an object is still the one that it was: hosts do not, and would go on with another one under the same address.
 *
 * @param before what the state before says; not the identity that the host had, which after a move may still be that of the old type
 * @param by the function that returned the object, for the message: "read"
 * @throws {ProviderBug} where an attribute of the identity has changed that is not to
 */
export function checkSameIdentity(
  { attributes, identity = {} }: Identified,
  before: ObjectValue | undefined,
  after: ObjectValue | undefined,
  by: string,
): void {
  if (!before || !after) return
  for (const [name, { mutable }] of Object.entries(identity)) {
    const [was, is, type] = [before[name] ?? null, after[name] ?? null, attributes[name]?.type]
    if (mutable || !type || was === null || containsUnknown(was) || sameValue(type, was, is)) continue
    throw new ProviderBug(
      `${by} changed "${name}", a part of the identity of the object, which may not change.`,
    )
  }
}

/**
 * Checks that an import took over what it was asked for. Another spelling of the same is fine, as the attribute says.
 * @throws {ProviderBug} where it is another object
 */
export function checkImportedIdentity(
  { attributes, identity = {} }: Identified,
  asked: ObjectValue,
  imported: ObjectValue | undefined,
): void {
  if (!imported) throw new ProviderBug('importState returned a state that does not say its identity.')
  for (const name of Object.keys(identity)) {
    const attribute = attributes[name]
    const [wanted, is] = [asked[name] ?? null, imported[name] ?? null]
    if (!attribute || wanted === null || sameValue(attribute.type, wanted, is)) continue
    if (attribute.options.semanticEquals?.(wanted, is)) continue
    throw new ProviderBug(`importState returned an object whose "${name}" is not the one that was asked for.`)
  }
}
