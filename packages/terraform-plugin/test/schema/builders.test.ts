import { nestedList, nestedMap, nestedObject, nestedSet, string } from '../../src/schema/builders'

const description = 'For a test.'
const compared = string({ required: true, semanticEquals: (prior, next) => prior === next, description })

describe('an attribute with an equality of its own', () => {
  it('may hold objects', () => {
    const options = { optional: true, semanticEquals: () => true, description } as const
    expect(() => nestedObject({ name: string({ required: true, description }) }, options)).not.toThrow()
  })

  it.each([
    ['an object', () => nestedObject({ name: compared }, { optional: true, description })],
    ['a list', () => nestedList({ name: compared }, { optional: true, description })],
    ['a set', () => nestedSet({ name: compared }, { optional: true, description })],
    ['a map', () => nestedMap({ name: compared }, { optional: true, description })],
  ])('is refused when it is defined within %s, where nothing would ask it', (_, define) => {
    expect(define).toThrow(
      /^"name" is within another attribute and has semanticEquals.*Compare the whole object/,
    )
  })
})
