import { checkPlan } from '../../../src/provider/checks'
import { nestedList, nestedMap, nestedObject, nestedSet, string } from '../../../src/schema/builders'
import { type ObjectValue, unknown, type Value } from '../../../src/values/value'

import { description } from '../thing'

const part = {
  label: string({ required: true, description }),
  serial: string({ computed: true, description }),
  note: string({ optional: true, description }),
}

const attributes = {
  one: nestedObject(part, { optional: true, description }),
  some: nestedList(part, { optional: true, description }),
  any: nestedSet(part, { optional: true, description }),
  named: nestedMap(part, { optional: true, description }),
}

const nothing = { one: null, some: null, any: null, named: null }
const of = (label: string, serial: Value = null, note: Value = null): ObjectValue => ({ label, serial, note })

function check(config: object, planned: object, prior: object | null = null): void {
  checkPlan(attributes, {
    config: { ...nothing, ...config },
    planned: { ...nothing, ...planned },
    prior: prior && { ...nothing, ...prior },
  })
}

describe('the check of a plan looks into nested attributes', () => {
  it.each<[string, object, object]>([
    ['an object', { one: of('a') }, { one: of('a', unknown) }],
    ['a list', { some: [of('a'), of('b')] }, { some: [of('a', 'x'), of('b', unknown)] }],
    ['a set', { any: [of('a')] }, { any: [of('a', 'x')] }],
    ['a map', { named: { k: of('a') } }, { named: { k: of('a', 'x') } }],
  ])('and lets the provider compute inside %s', (_, config, planned) => {
    expect(() => check(config, planned)).not.toThrow()
  })

  it.each<[string, object, object, string]>([
    ['an object', { one: of('a') }, { one: of('b') }, '"one.label"'],
    ['a list', { some: [of('a'), of('b')] }, { some: [of('a'), of('c')] }, '"some[1].label"'],
    ['a map', { named: { k: of('a') } }, { named: { k: of('b') } }, '"named["k"].label"'],
    [
      'an object, where nothing is configured or computed',
      { one: of('a') },
      { one: of('a', null, 'x') },
      '"one.note"',
    ],
  ])('and names what is changed inside %s', (_, config, planned, place) => {
    expect(() => check(config, planned)).toThrow(place)
  })

  it.each<[string, object, object]>([
    ['a list of another length', { some: [of('a')] }, { some: [of('a'), of('b')] }],
    ['a set of another size', { any: [of('a')] }, { any: [] }],
    ['a map with another key', { named: { k: of('a') } }, { named: { l: of('a') } }],
    ['null for an object', { one: of('a') }, { one: null }],
  ])('and refuses %s', (_, config, planned) => {
    expect(() => check(config, planned)).toThrow(/some|any|named|one/)
  })

  it('and accepts the prior value, whole or inside, where the new one means the same', () => {
    check({ one: of('A') }, { one: of('a', 'x') }, { one: of('a', 'x') })
    check(
      { some: [of('A'), of('new')] },
      { some: [of('a', 'x'), of('new', unknown)] },
      { some: [of('a', 'x')] },
    )
  })
})
