import { Fn, type TerraformStack, TerraformVariable, Testing } from 'cdktf'
import { Category } from '../../bindings/cdktf/category/index'
import { CategorySites } from '../../bindings/cdktf/category-sites/index'
import { Certificate } from '../../bindings/cdktf/certificate/index'
import { DataApplianceCategory } from '../../bindings/cdktf/data-appliance-category/index'
import { DataApplianceRblRecords } from '../../bindings/cdktf/data-appliance-rbl-records/index'
import { DataApplianceSite } from '../../bindings/cdktf/data-appliance-site/index'
import { Hostname } from '../../bindings/cdktf/hostname/index'
import { LdapMember } from '../../bindings/cdktf/ldap-member/index'
import { LdapService } from '../../bindings/cdktf/ldap-service/index'
import { Operation } from '../../bindings/cdktf/operation/index'
import { ApplianceProvider } from '../../bindings/cdktf/provider/index'
import { RblDelisting } from '../../bindings/cdktf/rbl-delisting/index'
import { ApplianceFleet } from '../../src/appliance-fleet'
import { DirectoryTeam } from '../../src/directory-team'
import { FilteringPolicy } from '../../src/filtering-policy'
import { checkStackOf } from '../../src/stack-checks'
import { itWithTerraform, problemsIn, stackWithProvider, warningsIn } from '../synthesized'

const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann.lee@example.org', organization: 'acme' }

let stack: TerraformStack
const problems = () => problemsIn(() => Testing.synth(stack, true))

beforeEach(() => {
  stack = stackWithProvider()
  checkStackOf(stack)
})

describe('a synth rejects values that the provider rejects', () => {
  it('of categories, wherever they were set', () => {
    const policy = new FilteringPolicy(stack, 'policy', {
      categories: { ads: { name: ' ', removalLimit: '120%' }, games: { name: 'Games' } },
    })
    policy.categories.games.addOverride('removal_limit', 'half')
    new CategorySites(stack, 'feed', { categoryId: '0250', name: '', sitesFile: '' })
    expect(problems()).toEqual([
      'The attribute name of "policy/ads" is " ". It must not be empty.',
      'The attribute removalLimit of "policy/ads" is "120%". It must be a number of sites such as "500", or a percentage of them such as "20%".',
      'The attribute removalLimit of "policy/games" is "half". It must be a number of sites such as "500", or a percentage of them such as "20%".',
      'The attribute categoryId of "feed" is "0250". It must be the number of a category, without leading zeros, such as "250".',
      'The attribute name of "feed" is "". It must not be empty.',
      'The attribute sitesFile of "feed" is "". It must not be empty.',
    ])
  })

  it('of providers, those of a fleet as well, and below their attributes', () => {
    const { appliances } = new ApplianceFleet(Testing.app(), 'branches', {
      policy: { categories: {} },
      appliances: {
        rome: {
          provider: {
            baseUrl: 'proxy.rome.example.org',
            timeout: 0,
            retries: 1.5,
            endpoints: {
              records: { url: 'https://records.example:0' },
              directory: { url: '/run/ldap.sock' },
            },
            tls: { serverName: 'two words' },
          },
        },
      },
    })
    expect(problemsIn(() => Testing.synth(appliances.rome.stack, true))).toEqual([
      'The attribute baseUrl of "appliance" is "proxy.rome.example.org". It must be an address such as "https://proxy.example.org".',
      'The attribute endpoints.directory.url of "appliance" is "/run/ldap.sock". It must be an address such as "ssh://admin@proxy.example.org/run/directory.sock", "unix:///run/directory.sock" or "http://127.0.0.1:8080".',
      'The attribute endpoints.records.url of "appliance" is "https://records.example:0". It must have a port from 1 to 65535: no listener uses port 0.',
      'The attribute retries of "appliance" is 1.5. It must be a whole number.',
      'The attribute timeout of "appliance" is 0. It must be at least 1.',
      'The attribute tls.serverName of "appliance" is "two words". It must be a host name without white space.',
    ])
  })

  it('of all other resources and data sources', () => {
    new LdapMember(stack, 'ann', {
      ...ann,
      uid: 'ann lee',
      email: 'ann',
      gid: -1,
      passwordWoVersion: 1,
      passwordWo: '',
    })
    new LdapService(stack, 'directory', { timeouts: { create: 'ten minutes' } })
    new Hostname(stack, 'host', { hostname: 'proxy' })
    new RblDelisting(stack, 'mail', { database: 'spam', addresses: ['192.0.2.1', '192.0.2', '192.0.2.1'] })
    new DataApplianceRblRecords(stack, 'records', { database: '1', addresses: ['host'] })
    expect(problems()).toEqual([
      'The attribute hostname of "host" is "proxy". It must be a fully qualified host name such as "proxy.example.org".',
      'The attribute email of "ann" is "ann". It must be a mail address such as "ann@example.org".',
      'The attribute gid of "ann" is -1. It must be at least 0.',
      'The attribute passwordWo of "ann" is "". It must not be empty.',
      'The attribute uid of "ann" is "ann lee". It must be a login without spaces or slashes, such as "ann.lee".',
      'The attribute timeouts.create of "directory" is "ten minutes". It must be a duration such as "10m", "1h30m", "1.5h" or "500ms", longer than 0. The units are h, m, s, ms, us and ns.',
      'The attribute addresses of "mail" contains "192.0.2". It must be an IPv4 address such as "192.0.2.1".',
      'The attribute database of "mail" is "spam". It must contain only digits, such as "1270002".',
      'The attribute addresses of "records" contains "host". It must be an IPv4 address such as "192.0.2.1".',
      '"mail" has addresses a second time: "192.0.2.1". Keep one entry of each.',
    ])
  })

  it('that contradict each other', () => {
    new Certificate(stack, 'none', {})
    new Certificate(stack, 'two', {
      signingRequest: { commonName: 'a.example' },
      selfSigned: {
        commonName: 'a.example',
        certificateName: 'a',
        alternativeNames: ['b.example', 'c.example', 'd.example', 'e.example'],
        extraFields: { CommonName: 'b.example', Other: 'x' },
      },
    })
    new Operation(stack, 'compile', { name: 'category_compile', arguments: { category: '250' } })
    new Operation(stack, 'ads', { name: 'category_compile', arguments: { category_id: 'ads' } })
    new Operation(stack, 'backup', { name: 'directory_backup', arguments: { filename: 'x' } })
    new DataApplianceCategory(stack, 'which', {})
    new DataApplianceCategory(stack, 'both', { id: '250', name: 'Ads' })
    new DataApplianceSite(stack, 'site', { domain: 'no site' })
    expect(problems()).toEqual([
      '"none" orders nothing. Set "signingRequest", "selfSigned" or "server".',
      '"two" has signingRequest and selfSigned, and orders only one of them. Declare one resource for each.',
      '"two" has 4 alternative names, and the appliance supports 3. Remove some.',
      '"two" has extra fields that attributes set already: "CommonName". Set the attributes instead.',
      'The operation "category_compile" of "compile" does not take the argument "category". Remove it.',
      'The operation "category_compile" of "compile" requires the argument "category_id". Set it in arguments.',
      'The argument "category_id" of "ads" is "ads". It must be the number of a category.',
      'The operation "directory_backup" of "backup" does not take the argument "filename". Remove it.',
      '"which" has neither id nor name. Set one of them.',
      '"both" has both id and name. Remove one of them.',
      expect.stringMatching(/^In "site", "no site" .*\. Correct the domain\.$/),
    ])
  })

  it('in lists of generated classes, and once in those of a policy', () => {
    new Category(stack, 'ads', {
      name: 'Ads',
      sites: ['one.example', 'not a site', 'ONE.example', 'github.io'],
    })
    new FilteringPolicy(stack, 'policy', {
      categories: { games: { name: 'Games', sites: ['two.example', 'two.example'] } },
    })
    expect(problems()).toEqual([
      expect.stringMatching(/^In "ads", "not a site" .*\.$/),
      '"ads" contains sites a second time: "ONE.example". Keep one entry of each.',
      'Category "games" contains sites a second time: "two.example". Keep one entry of each.',
    ])
  })

  it('of what an appliance has once', () => {
    const other = new ApplianceProvider(stack, 'other', { alias: 'other' })
    for (const id of ['one', 'two']) new LdapService(stack, id, {})
    for (const id of ['host', 'name']) new Hostname(stack, id, { hostname: `${id}.example.org` })
    new LdapService(stack, 'elsewhere', { provider: other })
    expect(problems()).toEqual([
      '"one" and "two" declare the same directory service. Remove one of them.',
      '"host" and "name" declare the same host name of the appliance. Remove one of them.',
    ])
  })
})

describe('a synth leaves to Terraform', () => {
  it('references, functions, and what they stand in', () => {
    const text = new TerraformVariable(stack, 'text', { type: 'string' })
    const list = new TerraformVariable(stack, 'list', { type: 'list(string)' })
    const number = new TerraformVariable(stack, 'number', { type: 'number' })
    const map = new TerraformVariable(stack, 'map', { type: 'map(string)' })
    new ApplianceProvider(stack, 'other', {
      alias: 'other',
      baseUrl: text.stringValue,
      timeout: number.numberValue,
      endpoints: { records: { url: `\${var.scheme}://records` } },
    })
    new Category(stack, 'ads', {
      name: text.stringValue,
      removalLimit: `${text.stringValue}%`,
      sites: list.listValue,
    })
    new LdapMember(stack, 'ann', {
      ...ann,
      uid: text.stringValue,
      gid: number.numberValue,
      email: Fn.lower(text.stringValue),
    })
    new RblDelisting(stack, 'mail', {
      database: text.stringValue,
      addresses: [text.stringValue, text.stringValue],
    })
    new Operation(stack, 'compile', { name: 'category_compile' }).addOverride('arguments', map.value)
    new Certificate(stack, 'order', {}).addOverride('server', `\${var.order}`)
    new DataApplianceCategory(stack, 'which', { id: text.stringValue, name: text.stringValue })
    new DataApplianceSite(stack, 'site', { domain: text.stringValue })
    expect(problems()).toEqual([])
  })

  it('null, and numbers in texts', () => {
    const ads = new Category(stack, 'ads', { name: 'Ads' })
    ads.addOverride('removal_limit', null)
    ads.addOverride('name', 250)
    const member = new LdapMember(stack, 'ann', { ...ann, uid: 'ann.lee' })
    member.addOverride('gid', '5001')
    expect(problems()).toEqual([])
    member.addOverride('gid', '5001.5')
    expect(problems()).toEqual(['The attribute gid of "ann" is "5001.5". It must be a whole number.'])
  })
})

describe('a synth warns', () => {
  it('of names that give one table', () => {
    new Category(stack, 'shops', { name: 'Advertising networks in shops' })
    new Category(stack, 'banks', { name: 'Advértising Networks, in banks' })
    new Category(stack, 'short', { name: 'Advertising' })
    const other = new ApplianceProvider(stack, 'other', { alias: 'other' })
    new Category(stack, 'elsewhere', { name: 'Advertising networks', provider: other })
    expect(warningsIn(stack)).toEqual([
      '[stack] Categories "Advertising networks in shops" and "Advértising Networks, in banks" may share one table, because the appliance names a ' +
        'table after the first 20 bytes of a name, without blanks and punctuation. Each would then contain the sites of both. Choose names that differ there.',
    ])
  })

  itWithTerraform('of members without a password, unless they are imported or have moved', () => {
    const password = new TerraformVariable(stack, 'password', { type: 'string', sensitive: true })
    const person = { firstName: 'Ann', lastName: 'Lee', email: 'ann.lee@example.org' }
    new DirectoryTeam(stack, 'team', {
      organization: 'acme',
      groups: [],
      members: {
        'ann.lee': person,
        'bob.ray': { ...person, password },
        'eve.may': { ...person, importId: 'eve.may', onDestroy: 'keep' },
      },
    })
    new LdapMember(stack, 'kim', { ...ann, uid: 'kim.fox' })
    new LdapMember(stack, 'ida', { ...ann, uid: 'ida.may', password: password.stringValue })
    new LdapMember(stack, 'old', { ...ann, uid: 'old.hand' }).moveFromId('appliance_ldap_member.before')
    expect(warningsIn(stack)).toEqual([
      '[stack] Members without a password: "ann.lee", "kim.fox". The appliance may refuse to create accounts without one. Set passwords, or ' +
        'import the accounts that exist.',
    ])
  })
})
