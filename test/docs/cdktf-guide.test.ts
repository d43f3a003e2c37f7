import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const root = resolve(__dirname, '../..')
const guide = readFileSync(resolve(root, 'docs/guides/cdktf.md'), 'utf8')
const example = ['branches.ts', 'headquarters.ts']
  .map((file) => readFileSync(resolve(root, 'examples/cdktf', file), 'utf8'))
  .map(withoutIndentation)
  .join('')

describe('the guide to CDKTF', () => {
  it.each(['FilteringPolicy', 'DirectoryTeam', 'ApplianceFleet'])(
    'shows %s as the example has it',
    (construct) => {
      const [, section = ''] = guide.split(`### ${construct}\n`)
      const [, code = ''] = /```ts\n(.*?)```/s.exec(section) ?? []
      expect(code).toContain(`new ${construct}(`)
      for (const part of code.split('\n\n')) expect(example).toContain(withoutIndentation(part).trim())
    },
  )
})

function withoutIndentation(code: string): string {
  return code.replaceAll(/^ +/gm, '')
}
