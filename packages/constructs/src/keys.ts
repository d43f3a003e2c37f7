/** An object with the same keys, in their order, and other values. */
export function mapValues<Key extends string, Value, Changed>(
  object: { readonly [K in Key]: Value },
  change: (value: Value, key: Key) => Changed,
): { readonly [K in Key]: Changed } {
  return fromKeys(keysOf(object), (key) => change(object[key], key))
}

/** An object with these keys. */
export function fromKeys<Key extends string, Value>(
  keys: readonly Key[],
  value: (key: Key) => Value,
): { readonly [K in Key]: Value } {
  return Object.fromEntries(keys.map((key) => [key, value(key)])) as { readonly [K in Key]: Value }
}

/** The keys of an object that was written with no others. */
function keysOf<Key extends string>(object: { readonly [K in Key]: unknown }): readonly Key[] {
  return Object.keys(object) as Key[]
}

/** Items by a key that several can have, in the order in which they come. (`Map.groupBy` needs Node.js 21.) */
export function groupedBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** Uses a type parameter without inferring it. Stands for `NoInfer`, which only TypeScript 5.4 and newer have. */
export type TakenFrom<Type> = [Type][Type extends unknown ? 0 : never]
