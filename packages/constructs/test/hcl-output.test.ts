import type * as cdktf from 'cdktf'
import { parseBlocks } from '../../../test/host/hcl'

type Certificates = typeof import('../bindings/cdktf/certificate/index')
type LdapServices = typeof import('../bindings/cdktf/ldap-service/index')
type Providers = typeof import('../bindings/cdktf/provider/index')

/** Each attribute of the provider that is an object, one of them within others. */
const settings = {
  baseUrl: 'https://proxy.example.org',
  headers: { 'X-Api Key': 'a "quoted" text' },
  tls: { serverName: 'proxy.example.org', insecure: false },
  endpoints: {
    categories: { url: 'https://proxy.example.org:4101', token: 'categories' },
    directory: { url: 'http://127.0.0.1:4102', ssh: { identityFile: '/etc/appliance/key' } },
  },
  expect: { certificateFingerprints: ['aa:bb', 'cc:dd'], interfaces: { eth0: '192.0.2.1/24' } },
  deletionProtection: { category: true },
}
const selfSigned = {
  certificateName: 'proxy',
  commonName: 'proxy.example.org',
  alternativeNames: ['proxy', 'mail'],
  keySize: 4096,
  extraFields: { title: 'Proxy' },
}
const timeouts = { create: '5m', delete: '10m' }

/** A stack of one of the libraries, whose types are the same. */
function stackOf(flavor: 'cdktf' | 'cdktn') {
  const library: typeof cdktf = require(flavor)
  const { Certificate }: Certificates = require(`../bindings/${flavor}/certificate/index`)
  const { LdapService }: LdapServices = require(`../bindings/${flavor}/ldap-service/index`)
  const { ApplianceProvider }: Providers = require(`../bindings/${flavor}/provider/index`)
  const stack = new library.TerraformStack(library.Testing.app(), 'stack')
  new ApplianceProvider(stack, 'appliance', settings)
  new LdapService(stack, 'directory', { timeouts })
  new Certificate(stack, 'proxy', { selfSigned })
  return { json: library.Testing.synth(stack), hcl: library.Testing.synthHcl(stack) }
}

/** The generators of both take such an attribute for a block, which no plan accepts. */
describe.each(['cdktf', 'cdktn'] as const)('a stack of %s in HCL', (flavor) => {
  it('says the same as in JSON, also of attributes that are objects', async () => {
    const { json, hcl } = stackOf(flavor)
    const { provider, resource } = JSON.parse(json)
    expect(await parseBlocks('cdk.tf', hcl)).toMatchObject({
      provider,
      resource: {
        appliance_certificate: { proxy: [resource.appliance_certificate.proxy] },
        appliance_ldap_service: { directory: [resource.appliance_ldap_service.directory] },
      },
    })
  })
})
