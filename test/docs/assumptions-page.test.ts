import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { assumptionsPage } from '../../scripts/docs/assumptions-page'

const client = resolve(__dirname, '../../src/appliance')

describe('the page of assumptions', () => {
  const lists = readdirSync(client, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .filter((name) =>
      /^export const \w+: readonly Assumption\[\]/m.test(readFileSync(join(client, name), 'utf8')),
    )

  it.each(lists)('has every assumption of %s', async (name) => {
    const module: Record<string, unknown> = await import(join(client, name))
    const page = assumptionsPage()
    const assumptions = [module.assumptions].flat()
    expect(assumptions.length).toBeGreaterThan(0)
    for (const assumption of assumptions) {
      for (const text of Object.values(Object(assumption))) expect(page).toContain(text)
    }
  })

  it('knows of lists in every area', () => {
    expect(lists.length).toBeGreaterThanOrEqual(5)
  })
})
