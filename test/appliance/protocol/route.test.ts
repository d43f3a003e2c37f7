import { describe, expect, test } from '@jest/globals'
import { categoryRoutes } from '../../../src/appliance/categories/interface/routes'
import { fillPath } from '../../../src/appliance/protocol/route'

describe('paths', () => {
  test('parameters are encoded and all of them needed', () => {
    const route = categoryRoutes.move.older
    expect(fillPath(route, { ID: 250, sitename: 'a_b.example', NEXTID: 251 })).toBe(
      '/categories/move/250/a_b.example/251',
    )
    expect(fillPath(route, { ID: 250, sitename: 'a/../b?c', NEXTID: 251 })).toBe(
      '/categories/move/250/a%2F..%2Fb%3Fc/251',
    )
    expect(() => fillPath(route, { ID: 250 })).toThrow('needs a value for sitename')
  })
})
