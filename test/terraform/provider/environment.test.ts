import { fillFromEnvironment } from '../../../src/terraform/provider/environment'
import { bool, integer, mapOf, nestedObject, string } from '../../../src/terraform/schema/builders'
import { unknown } from '../../../src/terraform/values/unknown'
import { description } from './thing'

const attributes = {
  url: string({ optional: true, environment: 'TEST_URL', description }),
  limit: integer({ optional: true, environment: 'TEST_LIMIT', description }),
  insecure: bool({ optional: true, environment: 'TEST_INSECURE', description }),
  headers: mapOf('string', { optional: true, environment: 'TEST_HEADERS', description }),
  nested: nestedObject(
    { token: string({ optional: true, environment: 'TEST_TOKEN', description }) },
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
      nested: { token: 'secret' },
    })
  })

  it('but never replaces what the configuration says, nor what it will say', async () => {
    const config = { ...nothing, url: 'http://b.example', limit: unknown, nested: { token: 'mine' } }
    const environment = { TEST_URL: 'http://a.example', TEST_LIMIT: '7', TEST_TOKEN: 'theirs' }
    expect(await fillFromEnvironment(attributes, config, environment)).toEqual(config)
  })

  it('and is nothing where the variable is absent or empty', async () => {
    expect(await fillFromEnvironment(attributes, nothing, { TEST_URL: '' })).toEqual(nothing)
  })

  it.each([
    ['TEST_LIMIT', 'many', 'is not a number'],
    ['TEST_INSECURE', 'perhaps', 'is not true or false'],
    ['TEST_HEADERS', '{secret', 'is not a JSON object'],
    ['TEST_HEADERS', '["secret"]', 'is not a JSON object'],
    ['TEST_HEADERS', '{"X-Team":{"a":"secret"}}', 'is not a JSON object'],
  ])('and is an error where %s cannot be read, without its text', async (variable, text, message) => {
    const failure = await fillFromEnvironment(attributes, nothing, { [variable]: text }).catch(String)
    expect(failure).toContain(`The environment variable ${variable} ${message}`)
    expect(failure).not.toContain(text)
  })
})
