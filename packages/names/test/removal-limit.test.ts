import fc from 'fast-check'
import { type InheritedLimit, limitOf, mostRemovals, parseRemovalLimit } from '../src/removal-limit'

const nothing: InheritedLimit = { text: null, variable: undefined }
const ofProvider: InheritedLimit = { text: '30%', variable: undefined }
const ofEnvironment: InheritedLimit = { text: '30%', variable: 'APPLIANCE_REMOVAL_LIMIT' }

describe('a limit of removals', () => {
  it.each([
    ['500', { most: 500, unit: 'sites' }],
    ['0', { most: 0, unit: 'sites' }],
    ['20%', { most: 20, unit: 'percent' }],
    ['100%', { most: 100, unit: 'percent' }],
    ['101%', undefined],
    ['1.5%', undefined],
    ['-1', undefined],
    ['007', undefined],
    ['20 %', undefined],
    ['half', undefined],
    ['', undefined],
  ])('is read from %j', (text, limit) => {
    expect(parseRemovalLimit(text)).toEqual(limit)
  })

  it('is the own one of the resource, else that of the provider, else one for long files', () => {
    const change = { own: null, inherited: nothing, isOfFile: true, managed: 1_001 }
    expect(limitOf({ ...change, own: '7', inherited: ofProvider })).toMatchObject({
      most: 7,
      origin: 'resource',
    })
    expect(limitOf({ ...change, inherited: ofProvider })).toMatchObject({ most: 30, origin: 'provider' })
    expect(limitOf({ ...change, inherited: ofEnvironment })).toMatchObject({ origin: 'environment' })
    expect(limitOf(change)).toEqual({ most: 50, unit: 'percent', text: '50%', origin: 'default' })
    expect(limitOf({ ...change, managed: 1_000 })).toBeUndefined()
    expect(limitOf({ ...change, isOfFile: false })).toBeUndefined()
    expect(limitOf({ ...change, isOfFile: false, inherited: ofProvider })).toMatchObject({ most: 30 })
  })

  it('lets go of no more than its share, and of everything at 100 %', () => {
    const counts = fc.tuple(fc.nat(5_000_000), fc.nat(100))
    fc.assert(
      fc.property(counts, ([managed, percent]) => {
        const most = mostRemovals({ most: percent, unit: 'percent' }, managed)
        expect(most * 100).toBeLessThanOrEqual(managed * percent)
        expect((most + 1) * 100).toBeGreaterThan(managed * percent)
        expect(mostRemovals({ most: 100, unit: 'percent' }, managed)).toBe(managed)
        expect(mostRemovals({ most: percent, unit: 'sites' }, managed)).toBe(percent)
      }),
    )
  })
})
