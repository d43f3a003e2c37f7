import { describe, expect, test } from '@jest/globals'
import { categoryRoutes } from '../../src/categories/routes'

describe('what may be repeated', () => {
  test('creating and backing up are never repeated, whatever their methods', () => {
    const never = Object.entries(categoryRoutes).flatMap(([operation, routes]) =>
      Object.values(routes).some((route) => route?.repeatable === 'never') ? [operation] : [],
    )
    expect(never).toEqual(['create', 'backup'])
  })

  test('only listing and querying leave the appliance as it is', () => {
    const harmless = Object.entries(categoryRoutes).flatMap(([operation, routes]) =>
      Object.values(routes).every((route) => !route?.changes) ? [operation] : [],
    )
    expect(harmless).toEqual(['list', 'query'])
  })
})
