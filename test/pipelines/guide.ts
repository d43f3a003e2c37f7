import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

/** The block of YAML in the guide that contains a text. */
export async function blockOfGuide(text: string): Promise<string> {
  const guide = await readFile(resolve(__dirname, '../../docs/guides/pipelines.md'), 'utf8')
  const blocks = [...guide.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, block = '']) => block)
  const found = blocks.find((block) => block.includes(text))
  if (found === undefined) throw new Error(`The guide has no block with ${text}.`)
  return found
}
