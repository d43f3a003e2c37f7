import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { commandBlocks } from './command-blocks'
import { blocksOf, pages, toRun } from './pages'

const root = resolve(__dirname, '../..')

describe('the commands of README.md and of the guides', () => {
  it('are found', () => {
    expect(pages.length).toBeGreaterThan(10)
    expect(pages.flatMap(blocksOf).length).toBeGreaterThan(30)
    expect(pages.flatMap(blocksOf).filter(toRun).length).toBeGreaterThan(15)
  })

  it('are run by a test, or a comment says what they need', () => {
    const things = [
      'a forge',
      'an appliance',
      'a published release',
      'a network',
      'a chat',
      'a key',
      'opa',
      'root',
    ]
    const needs = things.map((what) => `needs: ${what}`)
    const marked = pages.flatMap(blocksOf).filter((block) => !toRun(block))
    const unknown = marked.filter(({ mark = '' }) => !mark.startsWith('run by: ') && !needs.includes(mark))
    expect(unknown).toEqual([])
  })

  it('are in the file that a comment names', () => {
    const elsewhere = pages.flatMap(blocksOf).filter(({ mark }) => mark?.startsWith('run by: '))
    const missing = elsewhere.filter(({ mark = '', commands }) => {
      const file = join(root, mark.slice('run by: '.length))
      const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
      return !commands.split('\n').every((command) => text.includes(command))
    })
    expect(missing).toEqual([])
  })
})

describe('a block of commands', () => {
  const markdown = `<!-- needs: a network -->
\`\`\`sh
npm ci
\`\`\`

1. A step:

   \`\`\`sh
   terraform plan
   \`\`\`

   \`\`\`text
   No changes.
   …
   \`\`\`

\`\`\`hcl
resource "a" "b" {}
\`\`\`
`
  it('has its place, the comment above it, and the lines that it prints', () => {
    expect(commandBlocks('page.md', markdown)).toEqual([
      { page: 'page.md', line: 2, commands: 'npm ci', mark: 'needs: a network', prints: [] },
      { page: 'page.md', line: 8, commands: 'terraform plan', prints: ['No changes.', '…'] },
    ])
  })

  it('has an end', () => {
    expect(() => commandBlocks('page.md', '```sh\nterraform plan\n')).toThrow('line 1 has no end')
  })
})
