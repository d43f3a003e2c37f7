import type { Attributes, StandardSchema } from '@webfilter/terraform-plugin'
import { type Attribute, definitionsOf, isConfigurable } from '@webfilter/terraform-plugin/testing'
import { valueRules } from '../../packages/constructs/src/stack/attribute-values'
import { provider } from '../../src/provider'

type Checked = readonly (readonly [path: string, checks: readonly StandardSchema[]])[]

/** Each attribute that a configuration may set and the provider checks, except choices, which are constructs' own types. */
async function checkedByProvider(): Promise<Readonly<Record<string, Checked>>> {
  const [resources, dataSources] = await Promise.all([
    definitionsOf(provider.resources),
    definitionsOf(provider.dataSources),
  ])
  const owners = [
    ['provider', provider.attributes] as const,
    ...resources.map(({ name, attributes }) => [`resource appliance_${name}`, attributes] as const),
    ...dataSources.map(({ name, attributes }) => [`data appliance_${name}`, attributes] as const),
  ]
  return Object.fromEntries(
    owners
      .map(([owner, attributes]) => [owner, checkedIn(attributes)] as const)
      .filter(([, checked]) => checked.length > 0),
  )
}

function checkedIn(attributes: Attributes, above = ''): Checked {
  return Object.entries(attributes)
    .filter(([, attribute]) => isConfigurable(attribute))
    .flatMap(([name, attribute]): Checked => {
      const { validateElement, oneOf } = attribute.options
      const path = `${above}${name}`
      return [
        ...(attribute.checks.length > 0 && !oneOf ? [[path, attribute.checks] as const] : []),
        ...(validateElement ? [[`${path}[]`, [validateElement]] as const] : []),
        ...checkedIn(nestedIn(attribute), `${path}.`),
      ]
    })
}

function nestedIn(attribute: Attribute): Attributes {
  return attribute.nested?.attributes ?? {}
}

function rulesOf(owner: string) {
  const [kind, type = ''] = owner.split(' ')
  if (kind === 'provider') return valueRules.provider
  return (kind === 'data' ? valueRules.dataSources : valueRules.resources)[type] ?? {}
}

describe('the values that a synth rejects', () => {
  it('are those of all attributes that the provider checks', async () => {
    const checked = Object.entries(await checkedByProvider())
    const paths = checked.map(([owner, all]) => [owner, all.map(([path]) => path).sort()])
    expect(paths).toEqual(checked.map(([owner]) => [owner, Object.keys(rulesOf(owner)).sort()]))
    expect(Object.keys(valueRules.resources).length + Object.keys(valueRules.dataSources).length + 1).toBe(
      checked.length,
    )
  })

  it('are those that the provider rejects, and no others', async () => {
    for (const [owner, all] of Object.entries(await checkedByProvider())) {
      for (const [path, checks] of all) {
        const rule = rulesOf(owner)[path]
        for (const value of rule?.type === 'number' ? numbers : texts) {
          const results = await Promise.all(checks.map((check) => check['~standard'].validate(value)))
          const [issues] = results.flatMap(({ issues = [] }) => (issues.length > 0 ? [issues] : []))
          const subject = `${owner}.${path} = ${JSON.stringify(value)}`
          expect([subject, rule?.problem(value) ?? undefined]).toEqual([subject, issues?.[0]?.message])
        }
      }
    }
  })
})

const numbers = [
  -1, 0, 0.5, 1, 2, 100, 101, 1_000, 1_001, 1_024, 2_047, 4_096, 36_500, 36_501, 86_400, 86_401,
].concat([2_147_483_647, 2_147_483_648, 4_294_967_295, 4_294_967_296, 2 ** 53])

const texts = [
  '',
  ' ',
  '0',
  '250',
  '0250',
  '20%',
  '120%',
  '-1',
  '10m',
  'ten minutes',
  'DE',
  'de',
  'ann.lee',
  '..',
  'ann lee',
  'a/b',
  'ann@example.org',
  'proxy',
  'proxy.example.org',
  `${'a'.repeat(64)}.example`,
  'proxy.example.org:8443',
  '192.0.2.1',
  '192.0.2.256',
  'https://proxy.example.org',
  'https://proxy.example.org:0',
  'ftp://proxy.example.org',
  'unix:///run/directory.sock',
  'a..b',
]
