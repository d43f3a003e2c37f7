import { startAppliance, type TestAppliance } from './appliance'
import { describeWithEngine, Workspace } from './workspace'

const category = `
resource "appliance_category" "ads" {
  name  = "ads"
  sites = ["ads.example"]
}
`

describeWithEngine('the configuration of the provider', () => {
  let appliance: TestAppliance
  let workspace: Workspace

  beforeEach(async () => {
    appliance = await startAppliance({ token: 'a-secret-of-the-test' })
    workspace = await Workspace.attached()
    await workspace.write(category)
  })

  afterEach(async () => {
    await workspace.close()
    await appliance.close()
  })

  it('comes from the environment if the block leaves it out', async () => {
    const fromEnvironment = await Workspace.attached({
      ...appliance.environment,
      APPLIANCE_TOKEN: 'a-secret-of-the-test',
    })
    try {
      await fromEnvironment.write(category)
      await fromEnvironment.applied()
    } finally {
      await fromEnvironment.close()
    }
  })

  it('carries a token that no output shows', async () => {
    const applied = await workspace.applied(withToken('"a-secret-of-the-test"'))
    const shown = await workspace.run('show', '-json')
    expect(applied + shown.output).not.toContain('a-secret-of-the-test')
  })

  it('with a wrong token fails with an error that says what to do, and shows no token', async () => {
    const said = await workspace.failed(withToken('"not-the-secret"'))
    expect(said).toContain('token')
    expect(said).not.toContain('not-the-secret')
  })

  it('with a wrong token reports the causes once for each listener, and every resource still fails', async () => {
    const three = ['one', 'two', 'three'].map(
      (name) =>
        `data "appliance_category" "${name}" {\n  name = "${name}"\n}\ndata "appliance_site" "${name}" {\n  domain = "${name}.example"\n}\n`,
    )
    const databases = 'data "appliance_rbl_databases" "all" {}\n'
    const said = await workspace.refused(withToken('"not-the-secret"', three.join('') + databases))
    const counted = (code: string) => said.split(`[appliance:${code}]`).length - 1
    expect([counted('caller-refused'), counted('caller-refused-again')]).toEqual([2, 5])
    expect(said.split('Compare token').length - 1).toBe(2)
    expect(said).toContain('the source addresses that may use the REST service')
    expect(said).toContain(
      `"Forbidden": most likely, the token is missing or wrong. The request was GET ${appliance.urls.records}`,
    )
    expect(said).not.toContain('not-the-secret')
  })

  it('with a wrong token of the environment names the variable', async () => {
    const fromEnvironment = await Workspace.attached({
      ...appliance.environment,
      APPLIANCE_TOKEN: 'not-the-secret',
      APPLIANCE_RECORDS_TOKEN: 'not-the-secret-either',
    })
    try {
      const said = await fromEnvironment.failed(category, 'data "appliance_rbl_databases" "all" {}')
      expect(said).toContain('Compare token (environment variable APPLIANCE_TOKEN) with')
      expect(said).toContain(
        'Compare endpoints.records.token (environment variable APPLIANCE_RECORDS_TOKEN) with',
      )
      expect(said).not.toContain('not-the-secret')
    } finally {
      await fromEnvironment.close()
    }
  })

  it('that is not known before apply permits plans of creations, and reads keep the state', async () => {
    await workspace.applied(withToken('"a-secret-of-the-test"'))
    const planned = await workspace.planned(`
resource "terraform_data" "token" {
  input = "a-secret-of-the-test"
}
${withToken('terraform_data.token.output')}
resource "appliance_category" "news" {
  name  = "news"
  sites = ["news.example"]
}
`)
    expect(planned).toContain('Plan: 2 to add, 0 to change, 0 to destroy')
    expect(planned.match(/Nothing was read/g)).toHaveLength(1)
    await workspace.applied()
    await workspace.nothingToDo()
  })

  it('with an address that does not answer is an error with the address and what to do', async () => {
    await appliance.close()
    expect(await workspace.failed(withToken('"a-secret-of-the-test"'))).toContain(
      `${appliance.urls.categories}/categories/list`,
    )
  })

  it('without any address says which one is missing', async () => {
    const said = await workspace.failed(`provider "appliance" {}\n${category}`)
    expect(said).toContain('base_url')
  })

  it('is checked value by value', async () => {
    const said = await workspace.invalid(`
provider "appliance" {
  base_url     = "proxy.example.org"
  timeout      = 0
  category_api = "newest"
}
${category}`)
    expect(said).toContain('base_url = "proxy.example.org": Must be an address')
    expect(said).toContain('Must be at least 1.')
    expect(said).toContain('Must be one of "auto", "older", "autonomous".')
  })

  function withToken(token: string, resources = category): string {
    return `${appliance.provider.replace('endpoints', `token = ${token}\n  endpoints`)}${resources}`
  }
})
