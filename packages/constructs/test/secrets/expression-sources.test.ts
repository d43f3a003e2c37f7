import { sourcesIn } from '../../src/secret'

describe('what a text takes its value from', () => {
  it.each([
    ['correct horse', []],
    [`a.b $\${var.password} %%{if c.d}`, []],
    [`\${var.password}`, ['var.password']],
    [`begin-\${var.password}\${ data . vault . ann }`, ['var.password', 'data.vault']],
    [`\${sensitive("correct.horse")}`, []],
    [`\${sensitive("correct \\"horse\\" battery.staple")}`, []],
    [`\${join("-", ["a.b", "\${upper("c.d")}", "\${local.e}"])}`, ['local.e']],
    [`\${merge({ "a.b" = "}" }, each.value)["password"]}`, ['each.value']],
    [`\${jsondecode("{}").a.b}`, []],
    [`\${ephemeral.vault_secret.ann.value}`, ['ephemeral.vault_secret']],
    [`\${appliance_ldap_member.x["a"].id}`, ['appliance_ldap_member.x']],
    [`%{ if var.a }b%{ else }c.d%{ endif }`, ['var.a']],
    [`\\\${var.password}`, ['var.password']],
    [`\${file("secret.txt")}`, ['file(']],
    [`\${templatefile("a.b", {})}-\${uuid()}`, ['templatefile(', 'uuid(']],
    [`\${provider::vault::read("a.b")}`, ['provider::vault::read(']],
    [`\${1.5 + 2}`, []],
    [`\${[for x in [{a="b"}] : x.a][0]}`, []],
    [`\${[for k, v in var.people : v.a][0]}`, ['var.people']],
  ])('%s', (text, sources) => {
    expect(sourcesIn(text).map(({ name }) => name)).toEqual(sources)
  })

  it.each([
    [`\${local.people.ann}`, ['ann']],
    [`a-\${local.people["ann.lee"][0].password}`, ['ann.lee', '0', 'password']],
    [`\${local.people[each.key].password}`, []],
    [`\${local.people}.ann`, []],
  ])('%s, and of which part', (text, path) => {
    expect(sourcesIn(text)[0]).toEqual({ name: 'local.people', path })
  })
})
