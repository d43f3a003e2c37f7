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

describe('a sensitive part of an object', () => {
  const parts = { token: string({ computed: true, sensitive: true, description }) }

  it('is refused in an object that only the provider fills, which hosts would print', () => {
    expect(() => nestedObject(parts, { computed: true, description })).toThrow(
      /^"token" is a sensitive part of a computed object.*the part an attribute beside it/,
    )
  })

  it.each([
    ['the whole object is sensitive', { computed: true, sensitive: true, description }],
    ['the configuration may set it', { optional: true, computed: true, description }],
  ] as const)('is allowed if %s', (_, options) => {
    expect(() => nestedObject(parts, options)).not.toThrow()
  })
})

describe('a value that plans take from the state', () => {
  const parts = { id: string({ computed: true, useStateForUnknown: true, description }) }

  it('is refused within an object that only the provider fills, which plans know only as a whole', () => {
    expect(() => nestedList(parts, { computed: true, description })).toThrow(
      /^"id" is a part of a computed object and has useStateForUnknown.*Set useStateForUnknown of the outer/,
    )
    expect(() => nestedList(parts, { optional: true, computed: true, description })).not.toThrow()
  })

  it.each([
    ['required', { required: true }],
    ['optional', { optional: true }],
    ['defaulted', { default: 'x' }],
    ['write-only', { optional: true, writeOnly: true }],
  ])('is refused if the attribute is %s, which no plan leaves to the provider', (presence, options) => {
    expect(() => string({ ...options, useStateForUnknown: true, description })).toThrow(
      `An attribute that is ${presence} has useStateForUnknown`,
    )
  })
})
