import { parsedJson } from '@webfilter/appliance-names'
import { isJsonObject } from '@webfilter/text'
import { type Block, type Written, writtenText } from './configuration'

/**
 * The blocks of a configuration in JSON (`.tf.json`), such as the `cdk.tf.json` that CDKTF writes; none if the text is not JSON. They have
 * no lines: programs write such files, and nobody reads them.
 *
 * @param file the name of the file in the blocks
 */
export function blocksOfJson(text: string, file: string): readonly Block[] {
  const document = parsedJson(text)
  const blocks: Block[] = []
  for (const [kind, value] of entriesOf(document)) add(kind, [], value)
  return blocks

  /** Each label is a level of objects, and a list has several blocks of one header. */
  function add(kind: string, labels: readonly string[], value: unknown): void {
    if (Array.isArray(value)) for (const item of value) add(kind, labels, item)
    else if (labels.length < (labelsOf.get(kind) ?? 0))
      for (const [name, inner] of entriesOf(value)) add(kind, [...labels, name], inner)
    else if (isJsonObject(value)) {
      const construct = constructIn(value)
      const attributes = new Map(entriesOf(value).map(([name, each]) => [name, writtenIn(each)] as const))
      blocks.push({ kind, labels, file, attributes, ...(construct !== undefined && { construct }) })
    }
  }
}

/** The name under which comments and the metadata of CDKTF are kept. */
const comment = '//'

/** How many labels the blocks have that have any. */
const labelsOf: ReadonlyMap<string, number> = new Map([
  ['resource', 2],
  ['data', 2],
  ['ephemeral', 2],
  ['action', 2],
  ['module', 1],
  ['provider', 1],
  ['variable', 1],
  ['output', 1],
  ['check', 1],
])

/** Without comments. */
function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isJsonObject(value) ? Object.entries(value).filter(([name]) => name !== comment) : []
}

function constructIn(block: Readonly<Record<string, unknown>>): string | undefined {
  const metadata = isJsonObject(block[comment]) ? block[comment].metadata : undefined
  const path = isJsonObject(metadata) ? metadata.path : undefined
  return typeof path === 'string' ? path : undefined
}

/** Places in lists have lines, which such a file has not. */
function writtenIn(value: unknown): Written {
  return typeof value === 'string'
    ? writtenText(value)
    : { kind: 'expression', source: JSON.stringify(value) }
}
