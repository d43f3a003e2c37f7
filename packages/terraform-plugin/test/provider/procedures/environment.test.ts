import { fillFromEnvironment, variableBehind } from '../../../src/provider/procedures/configure'
import { bool, integer, mapOf, nestedObject, string } from '../../../src/schema/builders'
import { unknown } from '../../../src/values/value'
import { description } from '../thing'

const attributes = {
  url: string({ optional: true, environment: 'TEST_URL', description }),
  limit: integer({ optional: true, environment: 'TEST_LIMIT', description }),
  insecure: bool({ optional: true, environment: 'TEST_INSECURE', description }),
  headers: mapOf('string', { optional: true, sensitive: true, environment: 'TEST_HEADERS', description }),
  nested: nestedObject(
    {
      token: string({ optional: true, environment: 'TEST_TOKEN', description }),
      retries: integer({ optional: true, environment: 'TEST_RETRIES', description }),
    },
    { optional: true, description },
  ),
}
const nothing = { url: null, limit: null, insecure: null, headers: null, nested: null }

describe('what the configuration leaves out comes from the environment', () => {
  it('as a value of its type', async () => {
    const environment = {
      TEST_URL: 'http://a.example',
      TEST_LIMIT: '7',
      TEST_INSECURE: 'True',
      TEST_HEADERS: '{"X-Team":"web"}',
      TEST_TOKEN: 'secret',
    }
    expect(await fillFromEnvironment(attributes, nothing, environment)).toEqual({
      url: 'http://a.example',
      limit: 7,
      insecure: true,
      headers: { 'X-Team': 'web' },
      nested: { token: 'secret', retries: null },
    })
  })

  it('but never replaces what the configuration says, nor what it will say', async () => {
    const config = {
      ...nothing,
      url: 'http://b.example',
      limit: unknown,
      nested: { token: 'mine', retries: null },
    }
    const environment = { TEST_URL: 'http://a.example', TEST_LIMIT: '7', TEST_TOKEN: 'theirs' }
    expect(await fillFromEnvironment(attributes, config, environment)).toEqual(config)
  })

  it('and is nothing where the variable is absent or empty', async () => {
    expect(await fillFromEnvironment(attributes, nothing, { TEST_URL: '' })).toEqual(nothing)
  })

  it.each([
    ['TEST_HEADERS', '{secret', 'is not a JSON object'],
    ['TEST_HEADERS', '["secret"]', 'is not a JSON object'],
    ['TEST_HEADERS', '{"X-Team":{"a":"secret"}}', 'is not a JSON object'],
  ])(
    'and is an error where %s cannot be read, without the text of a secret',
    async (variable, text, message) => {
      const failure = await fillFromEnvironment(attributes, nothing, { [variable]: text }).catch(String)
      expect(failure).toContain(`The environment variable ${variable} sets headers, but ${message}`)
      expect(failure).not.toContain(text)
    },
  )

  it.each([
    ['TEST_LIMIT', 'many', 'limit', 'is not a number'],
    ['TEST_INSECURE', 'perhaps', 'insecure', 'is not true or false'],
    ['TEST_RETRIES', 'few', 'nested.retries', 'is not a number'],
  ])(
    'and names %s with its text and its attribute where it is none',
    async (variable, text, attribute, message) => {
      const failure = await fillFromEnvironment(attributes, nothing, { [variable]: text }).catch(
        (error) => error,
      )
      expect(failure).toMatchObject({
        message: `The environment variable ${variable} = "${text}" sets ${attribute}, but ${message}.`,
        diagnostic: { code: 'variable-unusable' },
        path: attribute.split('.'),
      })
    },
  )
})

describe('the variable that a value comes from', () => {
  const written = { ...nothing, url: 'http://a.example', nested: { token: null, retries: 3 } }

  it.each([
    [written, ['url'], undefined],
    [written, ['limit'], 'TEST_LIMIT'],
    [written, ['nested', 'token'], 'TEST_TOKEN'],
    [written, ['nested', 'retries'], undefined],
    [nothing, ['nested', 'retries'], 'TEST_RETRIES'],
    [null, ['url'], 'TEST_URL'],
    [null, ['nested'], undefined],
    [null, ['unknown', 'name'], undefined],
    [null, [], undefined],
  ])('is told where the configuration leaves the value out: %j, %j', (config, path, variable) => {
    expect(variableBehind(attributes, config, path)).toBe(variable)
  })
})
