import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

export const examplesFolder = resolve(__dirname, '../../examples')

/** An example as Markdown. Throws where there is none. */
export async function exampleText(file: string): Promise<string> {
  return fenced('terraform', await contentOf(file))
}

/** The command of an example's `import.sh` as Markdown, and before it the block that does the same. */
export async function importExample(file: string): Promise<string> {
  const content = await contentOf(file)
  const { address, id } = importIn(content)
  const block = `import {\n  to = ${address}\n  id = ${JSON.stringify(id)}\n}`
  return [
    'In the configuration:',
    fenced('terraform', block),
    'On the command line:',
    // The page says above what the ID is.
    fenced('shell', content.replaceAll(/^#.*\n/gm, '')),
  ].join('\n\n')
}

/** What the script of an example imports. Throws where its last line is not `terraform import ADDRESS ID`. */
export function importIn(script: string): { readonly address: string; readonly id: string } {
  const command = script.trimEnd().split('\n').at(-1) ?? ''
  const words = command.match(/'[^']*'|[^\s'"]+/g)?.map((word) => word.replaceAll("'", '')) ?? []
  const [address, id, ...others] = words.slice(2)
  if (
    !command.startsWith('terraform import ') ||
    address === undefined ||
    id === undefined ||
    others.length > 0
  ) {
    throw new Error(`The last line of an import.sh is not "terraform import ADDRESS ID": ${command}`)
  }
  return { address, id }
}

async function contentOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new Error(`There is no example ${file.slice(examplesFolder.length + 1)}: write one in examples/.`, {
      cause: error,
    })
  }
}

function fenced(language: string, content: string): string {
  return `\`\`\`${language}\n${content.trim()}\n\`\`\``
}
