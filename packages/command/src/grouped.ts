/**
 * Items by what several of them have in common, in the order in which they come. (`Map.groupBy` needs Node.js 21.)
 * @param keyOf undefined for an item that is left out; several keys for one that is in several groups
 */
export function groupedBy<Item, Key extends string | number>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key | readonly Key[] | undefined,
): ReadonlyMap<Key, Group<Item>> {
  const groups = new Map<Key, [Item, ...Item[]]>()
  for (const item of items) {
    const found = keyOf(item) ?? []
    for (const key of typeof found === 'object' ? found : [found]) {
      const group = groups.get(key)
      if (group) group.push(item)
      else groups.set(key, [item])
    }
  }
  return groups
}

/** Items with a common key. */
export type Group<Item> = readonly [Item, ...Item[]]

/**
 * Makes something for each key once, when it is first asked for.
 * @param made a `WeakMap` for objects that are not known forever; they must not change
 */
export function remembered<Key, Made>(
  make: (key: Key) => Made,
  made: Store<Key, { readonly value: Made }> = new Map(),
): (key: Key) => Made {
  return (key) => {
    const known = made.get(key) ?? { value: make(key) }
    made.set(key, known)
    return known.value
  }
}

interface Store<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): unknown
}
