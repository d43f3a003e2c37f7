import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { placesIn } from '../../src/base/places'
import { configuredAppliances } from '../../src/drift/configured-appliances'
import { readPlan } from '../../src/plan/plan'
import { planText } from '../review/plans'

const fullName = 'registry.terraform.io/webfilter/appliance'
/** An expression of which a plan has no value. */
const written = { references: [] }

describe('The appliances of a configuration', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'appliance-test-'))
  })

  afterEach(() => rm(folder, { recursive: true }))

  /** @param blocks the expressions of provider blocks in the plan, by their keys */
  async function found(
    files: Readonly<Record<string, string>>,
    blocks: Readonly<Record<string, object>>,
    variables: Readonly<Record<string, unknown>> = {},
  ) {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    const provider_config = Object.fromEntries(
      Object.entries(blocks).map(([key, expressions]) => [key, { full_name: fullName, expressions }]),
    )
    const values = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, { value }]))
    const plan = readPlan(planText([], { configuration: { provider_config }, variables: values }))
    return await configuredAppliances(plan, await placesIn(folder, folder))
  }

  /** The same without what comes from the environment. */
  async function appliancesIn(...words: Parameters<typeof found>) {
    const { appliances, fromEnvironment } = await found(...words)
    expect(fromEnvironment).toEqual([])
    return appliances
  }

  it('are those of constant addresses, on the default port of categories', async () => {
    const base_url = { constant_value: 'https://proxy.example.org' }
    expect(await appliancesIn({}, { appliance: { base_url } })).toMatchObject([
      { alias: '', name: 'https://proxy.example.org:9503' },
    ])
  })

  it('are those of variables and constants, of each block', async () => {
    const main = `
provider "appliance" {
  base_url = var.url
  token    = "\${var.token}"
  tls      = { server_name = "n.example", insecure = false }
}
provider "appliance" {
  alias     = "oslo"
  endpoints = var.areas
}
`
    const areas = {
      categories: { url: 'https://oslo.example:9503' },
      directory: { url: 'unix:///run/oslo.sock' },
    }
    const variables = { url: 'https://berlin.example', token: 't', areas }
    const tls = { constant_value: { server_name: 'n.example', insecure: false } }
    const blocks = {
      appliance: { base_url: written, token: written, tls },
      'appliance.oslo': { endpoints: written },
    }
    expect(await appliancesIn({ 'main.tf': main }, blocks, variables)).toMatchObject([
      {
        alias: '',
        name: 'https://berlin.example:9503',
        settings: { token: 't', tls: { serverName: 'n.example', insecure: false } },
      },
      { alias: 'oslo', name: 'https://oslo.example:9503', addresses: [expect.anything(), expect.anything()] },
    ])
  })

  it('are those that CDKTF has written', async () => {
    const json = JSON.stringify({ provider: { appliance: [{ base_url: `\${var.url}` }] } })
    const appliances = await appliancesIn(
      { 'cdk.tf.json': json },
      { appliance: { base_url: written } },
      { url: 'http://a.example' },
    )
    expect(appliances).toMatchObject([{ name: 'http://a.example:9503' }])
  })

  it.each([
    'lower(var.url)',
    'local.url',
    '{ categories = var.url }',
    'data.http.it.body',
    'var.other',
    `"\${aws_instance.a.ip}"`,
  ])('are an error if the plan does not say what they are: %s', async (source) => {
    const main = `provider "appliance" {\n  base_url = ${source}\n}\n`
    const reading = found(
      { 'main.tf': main },
      { appliance: { base_url: written } },
      { url: 'http://a.example' },
    )
    await expect(reading).rejects.toThrow(
      /^The appliance cannot be determined: base_url of .* Write a value or a variable, /,
    )
  })

  describe('of the environment', () => {
    const own = { ...process.env }
    const main = 'provider "appliance" {\n  base_url = local.url\n}\n'

    beforeEach(() => {
      process.env.APPLIANCE_BASE_URL = 'https://here.example'
    })

    afterEach(() => {
      process.env = { ...own }
    })

    it('are those of the only block of which the plan does not show a value, and it is said', async () => {
      const { appliances, fromEnvironment } = await found(
        { 'main.tf': main },
        { appliance: { base_url: written } },
      )
      expect(appliances).toMatchObject([{ name: 'https://here.example:9503' }])
      expect(fromEnvironment).toEqual([
        'base_url of the provider block appliance is local.url, which is neither a value nor a variable in the plan, so it comes from the environment',
      ])
    })

    it('are none of the blocks if there are several, which may be about others', async () => {
      const blocks = { appliance: { base_url: written }, 'appliance.b': {} }
      await expect(found({ 'main.tf': main }, blocks)).rejects.toThrow('The appliance cannot be determined')
    })

    it('are not known if it lacks a setting that the plan does not show', async () => {
      const blocks = { appliance: { endpoints: written } }
      await expect(found({}, blocks)).rejects.toThrow(
        'The appliance cannot be determined: endpoints of the provider block appliance is neither',
      )
    })
  })

  it('are an error without any address, and if a block has none, not those of this block', async () => {
    await expect(found({}, { appliance: {} })).rejects.toThrow('No address of an appliance is set.')
    const blocks = { appliance: {}, 'appliance.b': { base_url: { constant_value: 'http://b.example' } } }
    expect(await appliancesIn({}, blocks)).toMatchObject([{ alias: 'b' }])
  })
})
