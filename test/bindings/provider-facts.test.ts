import { loginName, notBlank, range } from '@webfilter/appliance-declarations/validators'
import { problemOf } from '@webfilter/appliance-names/settings'
import {
  type Attributes,
  check,
  integer,
  listOf,
  mapOf,
  nestedList,
  nestedObject,
  string,
} from '@webfilter/terraform-plugin'
import { wholeNumber } from '@webfilter/terraform-plugin/testing'
import { checksOf, secretSettingsIn } from '../../scripts/bindings/provider-facts'

const optional = { optional: true, description: 'For a test.' } as const

describe('the checks that the constructs are generated with', () => {
  it('are those of each attribute that a configuration may set, wherever it is', () => {
    const attributes: Attributes = {
      words: listOf('string', { ...optional, validateElement: notBlank }),
      headers: mapOf('string', { ...optional, validateElement: notBlank }),
      version: integer(optional),
      mode: string({ ...optional, oneOf: ['on', 'off'] }),
      anything: string(optional),
      told: integer({ computed: true, description: 'For a test.' }),
      one: nestedObject({ days: integer({ ...optional, validate: range(1, 36_500) }) }, optional),
      many: nestedList({ login: string({ ...optional, validate: loginName }) }, optional),
    }
    expect(checksOf('appliance_thing', attributes)).toEqual({
      'headers[]': ['notBlank'],
      'many[].login': ['loginName'],
      'one.days': ['range', 1, 36_500],
      version: ['wholeNumber'],
      'words[]': ['notBlank'],
    })
  })

  it.each<[string, Attributes]>([
    ['an attribute', { name: string({ ...optional, validate: check(() => null) }) }],
    ['a number', { name: integer({ ...optional, validate: check(() => null) }) }],
    ['elements', { name: listOf('string', { ...optional, validateElement: check(() => null) }) }],
  ])('do not leave out a check of %s that is a function only', (_, attributes) => {
    expect(() => checksOf('appliance_thing', attributes)).toThrow(
      /^The constructs cannot check name of appliance_thing, .*Take a check of packages\/declarations\/src\/validators\.ts\.$/,
    )
  })

  it.each<[string, string, Attributes]>([
    ['within an attribute', 'appliance_thing', { one: nestedObject({ mode: choices() }, optional) }],
    ['of a data source', 'data appliance_thing', { mode: choices() }],
  ])('do not leave out choices %s', (_, owner, attributes) => {
    expect(() => checksOf(owner, attributes)).toThrow(/^The constructs do not check the choices of /)
  })

  it('say of whole numbers what the framework says', () => {
    for (const value of [0, -1, 0.5, 2 ** 53 - 1, 2 ** 53, Number.NaN]) {
      const found = problemOf(['wholeNumber'])(value)
      expect(wholeNumber['~standard'].validate(value)).toEqual(
        found === null ? {} : { issues: [{ message: found }] },
      )
    }
  })
})

describe('the secrets that the constructs are generated with', () => {
  const token = string({ ...optional, sensitive: true, environment: 'APPLIANCE_TOKEN' })

  it('are those of all settings, wherever they are, with their environment variables', () => {
    const headers = mapOf('string', { ...optional, sensitive: true, environment: 'APPLIANCE_HEADERS' })
    expect(secretSettingsIn({ tls: nestedObject({ token }, optional), headers, name: choices() })).toEqual({
      'headers[]': 'APPLIANCE_HEADERS',
      'tls.token': 'APPLIANCE_TOKEN',
    })
  })

  it('do not leave out one without an environment variable', () => {
    expect(() => secretSettingsIn({ token: string({ ...optional, sensitive: true }) })).toThrow(
      /^The secret token of the provider has no environment variable\./,
    )
  })
})

function choices() {
  return string({ ...optional, oneOf: ['on', 'off'] })
}
