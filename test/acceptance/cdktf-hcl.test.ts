import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { flavors, translated } from '../../engine/cdktf-project'
import { startAppliance, type TestAppliance } from './appliance'
import { CdktfProject, succeed } from './cdktf-project'
import { describeWithEngine } from './workspace'

/** Milliseconds: the engine starts three times for each of the libraries. */
jest.setTimeout(240_000)

const program = `
const { App, TerraformStack } = require('cdktf')
const { Category } = require('terraform-provider-appliance/cdktf/category')
const { Certificate } = require('terraform-provider-appliance/cdktf/certificate')
const { LdapService } = require('terraform-provider-appliance/cdktf/ldap-service')
const { ApplianceProvider } = require('terraform-provider-appliance/cdktf/provider')

const app = new App()
const stack = new TerraformStack(app, 'proxy')
new ApplianceProvider(stack, 'appliance', {
  endpoints: { categories: { url: process.env.CATEGORIES } },
  deletionProtection: { category: false },
})
new Category(stack, 'ads', { name: 'ads', sites: ['doubleclick.net', 'bücher.example'] })
new LdapService(stack, 'directory', { timeouts: { create: '5m' } })
new Certificate(stack, 'certificate', {
  selfSigned: { certificateName: 'proxy', commonName: 'proxy.example.org', alternativeNames: ['proxy'] },
})
app.synth()
`

describeWithEngine('a program that writes HCL', () => {
  let appliance: TestAppliance
  beforeAll(async () => {
    appliance = await startAppliance()
  })
  afterAll(() => appliance.close())

  it.each(flavors)('is planned if it is written for %s', async (flavor) => {
    const project = await CdktfProject.open(flavor)
    try {
      writeFileSync(join(project.folder, 'hcl.js'), translated(program, flavor))
      const variables = { ...appliance.environment, CATEGORIES: appliance.urls.categories }
      await succeed(project.run('SYNTH_HCL_OUTPUT=true node hcl.js', variables))
      await succeed(project.run('terraform -chdir=cdktf.out/stacks/proxy init', variables))
      const plan = await succeed(project.run('terraform -chdir=cdktf.out/stacks/proxy plan', variables))
      expect(plan).toContain('Plan: 3 to add, 0 to change, 0 to destroy.')
      expect(appliance.writes()).toEqual([])
    } finally {
      project.close()
    }
  })
})
