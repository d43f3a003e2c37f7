import fc from 'fast-check'

/**
 * The text of a valid answer with one to three things wrong in it: a field dropped, of another type, null, in an array, in
 * another letter case, twice, or beside keys that mean something to JavaScript.
 */
export function mutated(valid: unknown, odd: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .array(mutationWith(odd), { minLength: 1, maxLength: 3 })
    .map((mutations) => textOf(mutations.reduce<Node>(mutate, nodeOf(valid))))
}

/** A JSON text as a tree that can hold what JavaScript values cannot: the same key twice, and any text as a value. */
type Node =
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, Node])[] }
  | { readonly kind: 'array'; readonly items: readonly Node[] }
  | { readonly kind: 'text'; readonly text: string }

const changes = [
  'drop',
  'replace',
  'wrap in an array',
  'wrap in an object',
  'recase',
  'recase twice',
  'add',
] as const

interface Mutation {
  /** Counted over all values of the tree; beyond the last one it begins anew. */
  readonly where: number
  readonly change: (typeof changes)[number]
  readonly key: string
  readonly value: string
}

function mutationWith(odd: fc.Arbitrary<string>): fc.Arbitrary<Mutation> {
  return fc.record({
    where: fc.nat({ max: 60 }),
    change: fc.constantFrom(...changes),
    key: fc.constantFrom(...oddKeys),
    value: odd,
  })
}

const oddKeys = [
  '__proto__',
  'constructor',
  'toString',
  'toJSON',
  'hasOwnProperty',
  'length',
  '',
  '0',
  '250',
  'status',
  'STATUS',
  'error',
  'Info',
  'data',
  'ＳＴＡＴＵＳ',
]

function mutate(tree: Node, { where, change, key, value }: Mutation): Node {
  const wrong: Node = { kind: 'text', text: value }
  let left = where % countOf(tree)
  return visit(tree, '')[0]?.[1] ?? { kind: 'text', text: '' }

  /** What stands in the place of an entry: nothing, itself, or more than one. */
  function visit(node: Node, name: string): readonly (readonly [string, Node])[] {
    const isHere = left === 0
    left -= 1
    if (isHere) return changed(node, name)
    if (node.kind === 'object') {
      return [
        [name, { kind: 'object', entries: node.entries.flatMap(([each, inner]) => visit(inner, each)) }],
      ]
    }
    if (node.kind === 'array') {
      const items = node.items.flatMap((inner) => visit(inner, '').map(([, item]) => item))
      return [[name, { kind: 'array', items }]]
    }
    return [[name, node]]
  }

  function changed(node: Node, name: string): readonly (readonly [string, Node])[] {
    switch (change) {
      case 'drop':
        return []
      case 'replace':
        return [[name, wrong]]
      case 'wrap in an array':
        return [[name, { kind: 'array', items: [node] }]]
      case 'wrap in an object':
        return [[name, { kind: 'object', entries: [[key, node]] }]]
      case 'recase':
        return [[recased(name), node]]
      case 'recase twice':
        return [
          [name, node],
          [recased(name), wrong],
        ]
      case 'add':
        return [[name, withEntry(node)]]
    }
  }

  function withEntry(node: Node): Node {
    if (node.kind === 'object') return { kind: 'object', entries: [...node.entries, [key, wrong]] }
    return { kind: 'array', items: node.kind === 'array' ? [...node.items, wrong] : [node, wrong] }
  }
}

function countOf(node: Node): number {
  if (node.kind === 'text') return 1
  const inner = node.kind === 'array' ? node.items : node.entries.map(([, value]) => value)
  return 1 + inner.reduce((sum, each) => sum + countOf(each), 0)
}

function recased(name: string): string {
  return name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase()
}

function nodeOf(value: unknown): Node {
  if (Array.isArray(value)) return { kind: 'array', items: value.map(nodeOf) }
  if (typeof value === 'object' && value !== null) {
    return { kind: 'object', entries: Object.entries(value).map(([key, inner]) => [key, nodeOf(inner)]) }
  }
  return { kind: 'text', text: JSON.stringify(value) }
}

function textOf(node: Node): string {
  if (node.kind === 'text') return node.text
  if (node.kind === 'array') return `[${node.items.map(textOf).join(',')}]`
  return `{${node.entries.map(([key, value]) => `${JSON.stringify(key)}:${textOf(value)}`).join(',')}}`
}
