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
