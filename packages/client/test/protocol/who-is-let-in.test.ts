import { describe, expect, test } from '@jest/globals'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { FewSites } from '@webfilter/site-lists'
import { manySites, setUp, signal } from '../categories/categories-emulated'
import { caught } from '../caught'

describe('who is let in', () => {
  test('the token goes to both listeners', async () => {
    const { categories } = await setUp({ generation: 'older', token: 'hunter2' }, { token: 'hunter2' })
    const { category } = await categories.create('ads', '', signal)
    const sites = manySites(2)
    expect(await categories.add(category, new FewSites(sites), { compile: false }, signal)).toMatchObject({
      confirmed: sites,
    })
  })

  test('a wrong token is told on each listener with what to set', async () => {
    const { categories } = await setUp({ generation: 'older', token: 'hunter2' }, { categoryApi: 'older' })
    const error = await caught(categories.list(signal))
    expect([error.kind, diagnosticOf(error).advice]).toEqual(['forbidden', expect.stringContaining('token')])
    const { failure } = await categories.add(
      { id: 250 },
      new FewSites(manySites(1)),
      { compile: false },
      signal,
    )
    expect([failure?.kind, (failure && diagnosticOf(failure))?.advice]).toEqual([
      'forbidden',
      expect.stringContaining('categories_legacy'),
    ])
  })

  test.each([
    ['older', 'which does not say whether the token or the address of this machine is the cause'],
    ['autonomous', 'the address of this machine is not allowed'],
  ] as const)(
    'a source address that the %s list refuses is told, as far as it says so',
    async (list, said) => {
      const { categories } = await setUp({ list, allowedAddresses: ['192.0.2.1'] })
      const error = await caught(categories.list(signal))
      expect(error.kind).toBe('forbidden')
      expect(diagnosticOf(error)).toMatchObject({
        code: 'caller-refused',
        message: expect.stringContaining(said),
        advice: expect.stringMatching(/^Add the address of this machine/),
      })
    },
  )

  test.each([200, 403])(
    'a refused token is not told as a refused address, with HTTP status %d',
    async (status) => {
      const { emulator, categories } = await setUp({ generation: 'older' }, { token: 'hunter2' })
      emulator.faults.set([{ effect: 'refuse', status, error: 'Authentication failed' }])
      const error = await caught(categories.list(signal))
      const diagnostic = diagnosticOf(error)
      expect(error.kind).toBe('forbidden')
      expect(diagnostic.message).not.toContain('is not allowed')
      expect(diagnostic.message).toContain('which does not say whether the token or the address')
      expect(diagnostic.advice).toContain('Compare token with the token that the appliance expects')
      expect(diagnostic.advice).toContain('Add the address of this machine')
    },
  )
})
