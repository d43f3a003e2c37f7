import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { categoryRoutes } from '../../../src/appliance/categories/routes'
import { signingRequestRoute } from '../../../src/appliance/certificates'
import { ApplianceError } from '../../../src/appliance/errors'
import { fillPath } from '../../../src/appliance/protocol/route'

describe('paths', () => {
  test('parameters are encoded and all of them needed', () => {
    const route = categoryRoutes.move.older
    expect(fillPath(route, { ID: 250, sitename: 'a_b.example', NEXTID: 251 })).toBe(
      '/categories/move/250/a_b.example/251',
    )
    expect(fillPath(route, { ID: 250, sitename: 'a%2eb?c#d', NEXTID: 251 })).toBe(
      '/categories/move/250/a%252eb%3Fc%23d/251',
    )
    expect(() => fillPath(route, { ID: 250 })).toThrow('needs a value for sitename')
  })

  test.each(['', '.', '..', ' ..', 'a/b', '../b', 'a\\b', 'a\nb', 'a\u0000'])(
    'a value that would lead to another path is refused: %j',
    (value) => {
      const fill = () => fillPath(signingRequestRoute, { CommonName: value, NodeID: 0 })
      expect(fill).toThrow(
        expect.objectContaining({
          kind: 'misconfigured',
          told: expect.objectContaining({ code: 'path-value-unusable' }),
        }),
      )
      expect(fill).toThrow(JSON.stringify(value))
    },
  )

  test('every value that is let through stays one segment of the path, also where a server reads it twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        try {
          const path = fillPath(signingRequestRoute, { CommonName: value, NodeID: 0 })
          for (const read of [path, decodeURIComponent(path)]) {
            const { pathname } = new URL(`http://localhost${read.replaceAll(/[?#]/g, '_')}`)
            expect(pathname.split('/')).toHaveLength(5)
            expect(pathname).toMatch(/^\/certificate\/csr\/[^/]+\/0$/)
          }
        } catch (error) {
          if (!(error instanceof ApplianceError)) throw error
        }
      }),
    )
  })
})
