import * as cdktf from 'cdktf'
import * as cdktn from 'cdktn'
import { toCamelCase } from 'codemaker'
import { bindingsFolder, filesIn, flavors } from '../../scripts/bindings/flavor'

import {
  type AttributesJson,
  type ProviderSchemaJson,
  providerAddress,
  providerSchemaJson,
} from '../../scripts/bindings/provider-schema'
import { provider } from '../../src/provider'
import { mangled, type TakenNames } from './mangled-names'
import { ownersIn } from './schema-attributes'

const text = { type: 'string', optional: true } as const
const takenNames = { cdktf: takenIn(cdktf), cdktn: takenIn(cdktn) }

describe.each(flavors)('the names of the schema, in the classes for %s', (flavor) => {
  it('are never mangled', async () => {
    expect(mangled(ownersIn(await providerSchemaJson(provider)), takenNames[flavor])).toEqual([])
  })

  it('are all there, in camel case', async () => {
    const files = await filesIn(bindingsFolder(flavor))
    const missing = ownersIn(await providerSchemaJson(provider)).flatMap(({ kind, name, attributes }) => {
      const folder = kind === 'data source' ? `data_appliance_${name}` : name
      const content = files.get(`${folder.replaceAll('_', '-')}/index.ts`) ?? ''
      const member = ([first = '', ...rest]: readonly string[]) => {
        const property = toCamelCase(rest.at(-1) ?? first)
        return kind === 'provider' && rest.length > 0 ? `readonly ${property}?:` : `public get ${property}()`
      }
      return attributes
        .filter(({ path }) => !content.includes(member(path)))
        .map(({ path }) => `${name}.${path.join('.')}`)
    })
    expect(missing).toEqual([])
  })

  it.each<[string, AttributesJson, RegExp]>([
    ['a name of the base class', { to_hcl_terraform: text }, /one.to_hcl_terraform: the base class/],
    ['a meta argument', { depends_on: text }, /one.depends_on: the base class/],
    ['a name of the language', { constructor: text }, /one.constructor: the base class/],
    [
      'a name that becomes another one',
      { node: text, get_all: text },
      /one.node: another.*one.get_all: another/,
    ],
    ['a digit', { '2fa': text }, /one.2fa: it begins with a digit/],
    ['an object called config', { config: object({ a: text }) }, /one.config: the class/],
    ['a member of the one beside it', { site: text, site_input: text }, /one.site_input: one beside it/],
    ['two of one name', { site_1: text, site1: text }, /one.site_1: one beside it/],
    [
      'a tuple',
      { pair: { type: ['tuple', ['string', 'bool']], optional: true } },
      /one.pair: there are no tuples/,
    ],
    ['a map of maps', { all: { type: ['map', ['map', 'string']], computed: true } }, /one.all: maps of maps/],
    [
      'a name of base classes in an object',
      { inner: object({ fqn: text }) },
      /one.inner.fqn: the base class/,
    ],
    [
      'the class of another resource',
      { more: object({ a: text }) },
      /one_more: one.more has a class OneMore too/,
    ],
  ])('would be found mangled: %s', (_, attributes, expected) => {
    const problems = mangled(ownersIn(schemaWith(attributes)), takenNames[flavor])
    expect(problems.join(' ')).toMatch(expected)
  })
})

describe('the descriptions of the schema', () => {
  it('end no comment and begin no tag in the classes', async () => {
    const attributes = ownersIn(await providerSchemaJson(provider)).flatMap((owner) => owner.attributes)
    expect(attributes.length).toBeGreaterThan(100)
    for (const { attribute } of attributes) {
      expect(attribute.description).toMatch(/\S/)
      expect(attribute.description).not.toMatch(/\*\/|'''|^\s*@|\{@/m)
    }
  })
})

function object(attributes: AttributesJson) {
  return { nested_type: { nesting_mode: 'single', attributes }, optional: true } as const
}

/** Of a provider with two resources, `one` with these attributes and `one_more`. */
function schemaWith(attributes: AttributesJson): ProviderSchemaJson {
  const schema = (of: AttributesJson) => ({ version: 0, block: { attributes: of } })
  return {
    provider_schemas: {
      [providerAddress]: {
        provider: schema({}),
        resource_schemas: { appliance_one: schema(attributes), appliance_one_more: schema({ name: text }) },
        data_source_schemas: {},
      },
    },
  }
}

/** Asked of the library itself: members of the base classes, and what their instances hold. */
function takenIn(library: typeof cdktf | typeof cdktn): TakenNames {
  const { App, ComplexList, ComplexMap, ComplexObject } = library
  const stack = new library.TerraformStack(new App({ outdir: '/nowhere' }), 'stack')
  const terraformResourceType = 'one'
  return {
    provider: membersOf(library.TerraformProvider.prototype),
    resource: membersOf(new library.TerraformResource(stack, 'resource', { terraformResourceType })),
    'data source': membersOf(new library.TerraformDataSource(stack, 'data', { terraformResourceType })),
    nested: new Set(
      [ComplexObject, ComplexList, ComplexMap].flatMap(({ prototype }) => [...membersOf(prototype)]),
    ),
  }
}

function membersOf(object: object): ReadonlySet<string> {
  const names = new Set<string>()
  for (let at = object; at; at = Object.getPrototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) names.add(name)
  }
  return names
}
