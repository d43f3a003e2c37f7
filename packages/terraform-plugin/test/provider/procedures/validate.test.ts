import * as z from 'zod/mini'
import { nullElement } from '../../../src/diagnostics/entries'
import { Diagnostics } from '../../../src/provider/diagnostics'
import { variableBehind } from '../../../src/provider/procedures/configure'
import { validateValues } from '../../../src/provider/validate'
import {
  integer,
  listOf,
  mapOf,
  nestedList,
  nestedMap,
  nestedObject,
  setOf,
  string,
} from '../../../src/schema/builders'
import { type ObjectValue, type Path, unknown, type Value } from '../../../src/values/value'

import { messages, pack, serve } from '../pretend-terraform'
import { description, thing } from '../thing'

const short = z.string().check(z.maxLength(3, 'Too long.'))

const attributes = {
  mode: string({ optional: true, oneOf: ['on', 'off'], description }),
  count: integer({ optional: true, validate: z.number().check(z.gte(1, 'Too small.')), description }),
  late: string({
    optional: true,
    environment: 'TEST_LATE',
    validate: short,
    description,
  }),
  pin: string({ optional: true, sensitive: true, validate: short, description }),
  words: listOf('string', { optional: true, validateElement: short, description }),
  pair: listOf('string', {
    optional: true,
    validate: z.array(z.string()).check(z.refine((pair) => pair.length === 2, { error: 'Two.', path: [1] })),
    description,
  }),
  one: nestedObject(
    { word: string({ required: true, validate: short, description }) },
    { optional: true, description },
  ),
  many: nestedList(
    { word: string({ required: true, validate: short, description }) },
    { optional: true, description },
  ),
  told: string({ computed: true, description }),
  deep: nestedObject({ told: string({ computed: true, description }) }, { optional: true, description }),
  password_wo: string({ optional: true, writeOnly: true, description: 'Use `password` instead.' }),
}

const nothing = Object.fromEntries(Object.keys(attributes).map((name) => [name, null]))

async function validate(config: ObjectValue, { writeOnly = true } = {}) {
  const { service, call } = serve(attributes, { resources: [thing(attributes)] })
  const clientCapabilities = {
    deferralAllowed: false,
    writeOnlyAttributesAllowed: writeOnly,
    storePlannedPrivate: false,
    computedBlocksAllowed: false,
  }
  return await service.ValidateResourceConfig(
    { typeName: 'test_thing', config: pack(attributes, { ...nothing, ...config }), clientCapabilities },
    call,
  )
}

describe('a whole list', () => {
  const parts = { words: listOf('string', { optional: true, description }) }
  const of = {
    word: string({ optional: true, description }),
    words: listOf('string', { optional: true, description }),
    marks: setOf('string', { optional: true, description }),
    sizes: mapOf('number', { optional: true, description }),
    one: nestedObject(parts, { optional: true, description }),
    many: nestedList(parts, { optional: true, description }),
    named: nestedMap(parts, { optional: true, description }),
  }
  const pointed = async (path: Path) => {
    const { service, call } = serve(of, {
      resources: [
        thing(of, { validate: ({ diagnostics }) => diagnostics.raise(nullElement({ attribute: '' }), path) }),
      ],
    })
    const config = Object.fromEntries(Object.keys(of).map((name) => [name, null]))
    const request = { typeName: 'test_thing', config: pack(of, config), clientCapabilities: undefined }
    return placeOf(await service.ValidateResourceConfig(request, call))
  }

  it.each<[Path, string]>([
    [['words'], 'words[0]'],
    [['one', 'words'], 'one.words[0]'],
    [['many'], 'many[0]'],
    [['many', 3, 'words'], 'many[3].words[0]'],
    [['named', { key: 'x' }, 'words'], 'named.x.words[0]'],
  ])('is never pointed at, as hosts print all its lines: %j', async (path, place) => {
    expect(await pointed(path)).toBe(place)
  })

  it.each<[Path, string]>([
    [['word'], 'word'],
    [['words', 7], 'words[7]'],
    [['marks'], 'marks'],
    [['sizes'], 'sizes'],
    [['sizes', { key: 'x' }], 'sizes.x'],
    [['one'], 'one'],
    [['many', 2], 'many[2]'],
  ])('is no other place: %j', async (path, place) => {
    expect(await pointed(path)).toBe(place)
  })
})

describe('validation', () => {
  it.each<[string, ObjectValue, string, string]>([
    ['one of several', { mode: 'maybe' }, 'mode', 'Must be one of "on", "off".'],
    ["a number by its author's rule", { count: 0 }, 'count', 'Too small.'],
    ['a whole number', { count: 1.5 }, 'count', 'Must be a whole number.'],
    ['a number that JavaScript cannot hold', { count: 2n ** 60n }, 'count', 'between -2^53 and 2^53'],
    ['by a rule that is loaded late', { late: 'long' }, 'late', 'Too long.'],
    ['each element', { words: ['abc', 'long'] }, 'words[1]', 'Too long.'],
    ['a whole list, with the place that the rule names', { pair: ['a'] }, 'pair[1]', 'Two.'],
    ['inside an object', { one: { word: 'long' } }, 'one.word', 'Too long.'],
    ['inside a list of objects', { many: [{ word: 'abc' }, { word: 'long' }] }, 'many[1].word', 'Too long.'],
  ])('checks %s', async (_, config, place, message) => {
    const response = await validate(config)
    expect(messages(response)).toEqual([
      expect.stringMatching(/^error: Invalid value\n.*\n\n\[test:invalid-value\]$/),
    ])
    expect(/\n(\S+?)(?: = \S+)?: /.exec(messages(response)[0] ?? '')?.[1]).toBe(place)
    expect(messages(response)[0]).toContain(message)
    // The engine shows the line, without what a person has marked as sensitive.
    expect(messages(response)[0]).not.toContain(' = ')
    expect(placeOf(response)).toBe(place)
  })

  it.each<[string, ObjectValue, string]>([
    ['a list', { words: ['abc', null] }, 'words[1]'],
    ['a list of objects', { many: [null] }, 'many[0]'],
  ])('refuses null inside %s, which authors never see', async (_, config, place) => {
    const response = await validate(config)
    expect(messages(response)).toEqual([expect.stringContaining(`\n${place} is null.`)])
    expect(messages(response)[0]).toContain('[test:null-element]')
  })

  it('refuses values for what the provider alone tells', async () => {
    const response = await validate({ told: 'x', deep: { told: 'x' } })
    expect(messages(response)).toEqual([
      expect.stringContaining('\ntold is set'),
      expect.stringMatching(/\ndeep\.told is set.*\[test:computed-attribute-set\]$/s),
    ])
  })

  it('warns of what is deprecated', async () => {
    const old = { old: string({ optional: true, deprecated: 'Use new.', description }) }
    const { service, call } = serve(old, { resources: [thing(old, { deprecated: 'Use test_other.' })] })
    const clientCapabilities = {
      deferralAllowed: false,
      writeOnlyAttributesAllowed: true,
      storePlannedPrivate: false,
      computedBlocksAllowed: false,
    }
    const request = { typeName: 'test_thing', config: pack(old, { old: 'x' }), clientCapabilities }
    expect(messages(await service.ValidateResourceConfig(request, call))).toEqual([
      'warning: A deprecated resource or data source is used\ntest_thing is deprecated.\n\nUse test_other.\n\n[test:deprecated]',
      'warning: A deprecated attribute is set\nold is deprecated.\n\nUse new.\n\n[test:deprecated]',
    ])
  })

  it.each<[string, ObjectValue, Value, string]>([
    ['as it is written', { late: 'long' }, null, 'late = "long": Too long.'],
    [
      'with the beginning of a long one',
      { late: `long ${'a'.repeat(200)}` },
      null,
      `late = "long ${'a'.repeat(115)}…": Too long.`,
    ],
    [
      'but for the secrets of an address',
      { late: 'http://me:hush@a.example' },
      null,
      'late = "http://…@a.example": Too long.',
    ],
    ['but for what is secret as a whole', { pin: 'hush' }, null, '\npin: Too long.'],
    [
      'and where it comes from',
      { late: 'long' },
      { late: null },
      'late = "long" (from the environment variable TEST_LATE): Too long.',
    ],
    ['and not where it could have come from', { late: 'long' }, { late: 'long' }, 'late = "long": Too long.'],
  ])('tells the value %s', async (_, config, written, message) => {
    const diagnostics = new Diagnostics()
    const variableOf = (path: Path) =>
      written === null ? undefined : variableBehind(attributes, { ...nothing, ...Object(written) }, path)
    await validateValues(
      attributes,
      { ...nothing, ...config },
      { diagnostics, writeOnlyAllowed: true, isQuoted: true, variableOf },
    )
    const [{ summary, detail } = {}] = diagnostics.toWire('thing')
    expect(`${summary}\n${detail}`).toContain(message)
    expect(detail).not.toContain('hush')
  })

  it('leaves alone what is not known yet', async () => {
    const response = await validate({
      mode: unknown,
      count: unknown,
      words: ['abc', unknown],
      pair: ['a', unknown, 'c'],
      one: { word: unknown },
      many: unknown,
    })
    expect(messages(response)).toEqual([])
  })

  it('refuses write-only values where the host would store them, and says what to use', async () => {
    const [message] = messages(await validate({ password_wo: 'hush' }, { writeOnly: false }))
    expect(message).toContain('Use `password` instead.')
    expect(message).toContain('[test:write-only-unsupported]')
    expect(message).not.toContain('hush')
    expect(messages(await validate({ password_wo: 'hush' }))).toEqual([])
  })
})

type Response = Awaited<ReturnType<typeof validate>>

function placeOf(response: Response): string {
  return (response.diagnostics?.[0]?.attribute?.steps ?? [])
    .map(({ selector }) =>
      selector?.case === 'elementKeyInt' ? `[${selector.value}]` : `.${selector?.value}`,
    )
    .join('')
    .slice(1)
}
