import * as cdktf from 'cdktf'
import * as cdktn from 'cdktn'
import { parseBlocks } from '../../../test/host/hcl'
import { Certificate } from '../bindings/cdktf/certificate/index'
import { LdapService } from '../bindings/cdktf/ldap-service/index'
import { ApplianceProvider } from '../bindings/cdktf/provider/index'
import { Certificate as CertificateOfCdktn } from '../bindings/cdktn/certificate/index'
import { LdapService as LdapServiceOfCdktn } from '../bindings/cdktn/ldap-service/index'
import { ApplianceProvider as ApplianceProviderOfCdktn } from '../bindings/cdktn/provider/index'

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

const stacks = {
  cdktf() {
    const stack = new cdktf.TerraformStack(cdktf.Testing.app(), 'stack')
    new ApplianceProvider(stack, 'appliance', settings)
    new LdapService(stack, 'directory', { timeouts })
    new Certificate(stack, 'proxy', { selfSigned })
    return { json: cdktf.Testing.synth(stack), hcl: cdktf.Testing.synthHcl(stack) }
  },
  cdktn() {
    const stack = new cdktn.TerraformStack(cdktn.Testing.app(), 'stack')
    new ApplianceProviderOfCdktn(stack, 'appliance', settings)
    new LdapServiceOfCdktn(stack, 'directory', { timeouts })
    new CertificateOfCdktn(stack, 'proxy', { selfSigned })
    return { json: cdktn.Testing.synth(stack), hcl: cdktn.Testing.synthHcl(stack) }
  },
}

/** The generators of both take such an attribute for a block, which no plan accepts. */
describe.each(['cdktf', 'cdktn'] as const)('a stack of %s in HCL', (flavor) => {
  it('says the same as in JSON, also of attributes that are objects', async () => {
    const { json, hcl } = stacks[flavor]()
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
