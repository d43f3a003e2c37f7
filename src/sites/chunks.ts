/** How a list is written into one text: how many bytes that text may have, and how many each separator takes. */
export interface ChunkLimits {
  readonly maximumBytes: number
  readonly separatorBytes: number
}

/**
 * Cuts a list into runs whose texts, joined by separators, stay within a number of bytes; as few runs as that allows,
 * in order, none of them empty. An item that is too long by itself gets a run of its own: whoever receives it will
 * say so better than this function could. Bytes are those of UTF-8.
 */
export function chunkByBytes<Item extends string>(
  items: readonly Item[],
  { maximumBytes, separatorBytes }: ChunkLimits,
): readonly (readonly Item[])[] {
  const chunks: Item[][] = []
  let chunk: Item[] = []
  let bytes = 0
  for (const item of items) {
    const itemBytes = Buffer.byteLength(item)
    if (chunk.length > 0 && bytes + separatorBytes + itemBytes > maximumBytes) {
      chunks.push(chunk)
      chunk = []
      bytes = 0
    }
    bytes += itemBytes + (chunk.length > 0 ? separatorBytes : 0)
    chunk.push(item)
  }
  if (chunk.length > 0) chunks.push(chunk)
  return chunks
}
