import * as z from 'zod/mini'
import { integer, listOf, nestedList, nestedObject, string } from '../../../src/terraform/schema/builders'
import { unknown } from '../../../src/terraform/values/unknown'
import type { ObjectValue } from '../../../src/terraform/values/value'
import { messages, pack, serve } from './pretend-terraform'
import { description, thing } from './thing'

const short = z.string().check(z.maxLength(3, 'Too long.'))

const attributes = {
  mode: string({ optional: true, oneOf: ['on', 'off'], description }),
  count: integer({ optional: true, validate: z.number().check(z.gte(1, 'Too small.')), description }),
  late: string({ optional: true, validate: async () => short, description }),
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
    expect(messages(response)).toEqual([expect.stringMatching(/^error: Invalid value for /)])
    expect(messages(response)[0]).toContain(`Invalid value for ${place}\n`)
    expect(messages(response)[0]).toContain(message)
    expect(placeOf(response)).toBe(place)
  })

  it.each<[string, ObjectValue, string]>([
    ['a list', { words: ['abc', null] }, 'words[1]'],
    ['a list of objects', { many: [null] }, 'many[0]'],
  ])('refuses null inside %s, which authors never see', async (_, config, place) => {
    const response = await validate(config)
    expect(messages(response)).toEqual([expect.stringContaining(`Invalid value for ${place}`)])
    expect(messages(response)[0]).toContain('Must not be null.')
  })

  it('refuses values for what the provider alone tells', async () => {
    const response = await validate({ told: 'x', deep: { told: 'x' } })
    expect(messages(response)).toEqual([
      expect.stringContaining('told cannot be set'),
      expect.stringContaining('deep.told cannot be set'),
    ])
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
