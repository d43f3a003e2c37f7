import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

describe('the shipped files', () => {
  it.each([
    ['cdktf', ['tldts']],
    ['cdktn', ['tldts']],
    ['provider', ['lossless-json', 'zod']],
    ['cli', ['@fastify/error', 'commander', 'fast-uri', 'fastify', 'pino', 'zod']],
  ])('list in %s the licenses of everything that is bundled there', (folder, packages) => {
    const file = resolve(__dirname, '../../dist', folder, 'THIRD-PARTY-NOTICES')
    const [, ...notices] = readFileSync(file, 'utf8').split(/^-{80}\n/m)
    const titles = notices.map((notice) => notice.slice(0, notice.indexOf('\n')))
    expect(titles).toEqual([...titles].sort())
    expect(titles.map((title) => title.slice(0, title.indexOf(' ')))).toEqual(
      expect.arrayContaining(packages),
    )
    for (const title of titles) expect(title).toMatch(/^\S+ \d\S+ \([A-Z][\w.-]+\)$/)
    for (const notice of notices) expect(notice).toMatch(/copyright/i)
  })
})
