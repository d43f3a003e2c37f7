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
    workspace = await Workspace.open()
    await workspace.write(category)
    await workspace.init()
  })

  afterEach(async () => {
    await workspace.close()
    await appliance.close()
  })

  it('comes from the environment where the block leaves it out', async () => {
    const fromEnvironment = await Workspace.open({
      ...appliance.environment,
      APPLIANCE_TOKEN: 'a-secret-of-the-test',
    })
    try {
      await fromEnvironment.write(category)
      await fromEnvironment.init()
      expect((await fromEnvironment.apply()).exitCode).toBe(0)
    } finally {
      await fromEnvironment.close()
    }
  })

  it('carries a token that no output shows', async () => {
    await workspace.write(withToken('"a-secret-of-the-test"'))
    const applied = await workspace.apply()
    expect(applied.exitCode).toBe(0)
    const shown = await workspace.run('show', '-json')
    expect(applied.output + shown.output).not.toContain('a-secret-of-the-test')
  })

  it('with a wrong token fails with an error that says what to do, and shows no token', async () => {
    await workspace.write(withToken('"not-the-secret"'))
    const { exitCode, output } = await workspace.apply()
    expect(exitCode).toBe(1)
    expect(output).toContain('token')
    expect(output).not.toContain('not-the-secret')
  })

  it('that is not known before apply lets creations be planned, and reads keep the state', async () => {
    await workspace.write(withToken('"a-secret-of-the-test"'))
    await workspace.apply()
    await workspace.write(`
resource "terraform_data" "token" {
  input = "a-secret-of-the-test"
}
${withToken('terraform_data.token.output')}
resource "appliance_category" "news" {
  name  = "news"
  sites = ["news.example"]
}
`)
    const planned = await workspace.plan()
    expect(planned.output).toContain('Plan: 2 to add, 0 to change, 0 to destroy')
    expect(planned.output.match(/Nothing was read/g)).toHaveLength(1)
    expect((await workspace.apply()).exitCode).toBe(0)
    expect((await workspace.plan()).exitCode).toBe(0)
  })

  it('that leads nowhere is an error with the address and what to do', async () => {
    await appliance.close()
    await workspace.write(withToken('"a-secret-of-the-test"'))
    const { exitCode, output } = await workspace.apply()
    expect(exitCode).toBe(1)
    expect(output.replaceAll(/\s+/g, ' ')).toContain(`${appliance.urls.categories}/categories/list`)
  })

  it('without any address says which one is missing', async () => {
    await workspace.write(`provider "appliance" {}\n${category}`)
    const { exitCode, output } = await workspace.apply()
    expect(exitCode).toBe(1)
    expect(output).toContain('base_url')
  })

  it('is checked value by value', async () => {
    await workspace.write(`
provider "appliance" {
  base_url     = "proxy.example.org"
  timeout      = 0
  category_api = "newest"
}
${category}`)
    const { exitCode, output } = await workspace.validate()
    expect(exitCode).toBe(1)
    expect(output).toContain('Invalid value for base_url')
    expect(output).toContain('Must be at least 1.')
    expect(output).toContain('Must be one of "auto", "older", "autonomous".')
  })

  function withToken(token: string): string {
    return `${appliance.provider.replace('endpoints', `token = ${token}\n  endpoints`)}${category}`
  }
})
