import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startAppliance, type TestAppliance } from './appliance'
import { describeWithEngine, Workspace } from './workspace'

const cyrillic = 'почта.рф'
const ascii = 'xn--80a1acny.xn--p1ai'
const adopting = 'on_existing = "adopt"'

/** A self-signed certificate. @param fields of its order, as they are written */
function selfSigned(commonName: string, names: readonly string[] | null = null, block = 'this', more = '') {
  return `
resource "appliance_certificate" "${block}" {
  ${more}
  self_signed = {
    certificate_name  = "Proxy"
    common_name       = ${JSON.stringify(commonName)}
    alternative_names = ${JSON.stringify(names)}
  }
}
`
}

const server = (commonName: string, names: readonly string[] | null = null) =>
  selfSigned(commonName, names)
    .replace('self_signed', 'server')
    .replace('certificate_name  = "Proxy"', 'certificate_id = 1')

const signingRequest = (commonName: string, node = 0) => `
resource "appliance_certificate" "this" {
  signing_request = {
    common_name = ${JSON.stringify(commonName)}
    node_id     = ${node}
  }
}
`

const moved = (from: string, to: string) =>
  `moved {\n  from = appliance_certificate.${from}\n  to   = appliance_certificate.${to}\n}\n`

let appliance: TestAppliance
let workspace: Workspace

beforeEach(async () => {
  appliance = await startAppliance()
  workspace = await Workspace.open({ ...appliance.environment, APPLIANCE_RETRIES: '0' })
})

afterEach(async () => {
  await workspace.close()
  await appliance.close()
})

describeWithEngine('the names of a certificate', () => {
  const names = ['a.example', 'B.example', cyrillic]
  const spellings: readonly (readonly [string, readonly string[]])[] = [
    ['another order', [cyrillic, 'a.example', 'B.example']],
    ['another letter case', ['A.EXAMPLE', 'b.example', 'ПОЧТА.РФ']],
    ['another script', ['a.example', 'B.example', ascii]],
  ]

  it.each(spellings)('are the same in %s', async (_, others) => {
    appliance.certificates.store({ commonName: 'main.example.org' })
    for (const order of [selfSigned, server]) {
      await workspace.applied(order(`${order.name}.example.org`, names))
      appliance.writes()
      await workspace.nothingToDo(order(`${order.name.toUpperCase()}.example.org`, others))
      expect(appliance.writes()).toEqual([])
    }
  })

  it('are the same however often each is named, and with the common name in place of missing ones', async () => {
    await workspace.applied(selfSigned('proxy.example.org', ['a.example']))
    await workspace.nothingToDo(selfSigned('proxy.example.org', ['proxy.example.org', 'A.example']))
    await workspace.nothingToDo(
      selfSigned('proxy.example.org', ['a.example', 'a.example', 'proxy.example.org']),
    )
    await workspace.planned(selfSigned('proxy.example.org', ['a.example', 'a.example']))
    await workspace.planned(selfSigned('proxy.example.org'))
  })

  it('are sent in their ASCII form by a signing request too, which is the same in either form', async () => {
    appliance.certificates.store({ commonName: ascii })
    await workspace.applied(signingRequest('Почта.рф'))
    expect(appliance.writes()).toEqual([`GET /certificate/csr/${ascii}/0`])
    await workspace.nothingToDo(signingRequest(ascii))
    await workspace.nothingToDo(signingRequest(cyrillic))
    expect(appliance.writes()).toEqual([])
    await workspace.run('state', 'rm', 'appliance_certificate.this')
    await workspace.imported('appliance_certificate.this', `signing_request/0/${ascii}`)
    await workspace.applied()
    expect(appliance.writes()).toEqual([])
  })

  const label = (length: number) => 'a'.repeat(length)
  const long = (length: number) => `${`${label(60)}.`.repeat(5).slice(0, length - 4)}.org`

  it.each([
    ['has 65 characters', label(57)],
    ['has 77 characters in its ASCII form', `${'very'.repeat(12)}длинный`],
    ['is a URL', 'https://proxy'],
    ['contains a comma', 'a.example,b'],
    ['contains a port', 'a'],
  ])('are refused in the plan: a common one that %s', async (why, start) => {
    const name = why.includes('port') ? 'a.example:8443' : `${start}.example`
    for (const order of [
      selfSigned(name),
      server(name),
      ...(name.includes('/') ? [] : [signingRequest(name)]),
    ]) {
      const said = await workspace.refused(order)
      expect(said).toContain('[appliance:certificate-name-invalid]')
      expect(said).toContain(why)
      expect(said).toContain('the common name')
    }
    expect(appliance.writes()).toEqual([])
  })

  it.each([
    ['has 254 characters', long(254)],
    ['is a URL', 'http://a.example/'],
    ['contains a comma', 'a.example, b.example'],
    ['contains a port', '[2001:db8::1]:443'],
  ])('are refused in the plan: an alternative one that %s', async (why, name) => {
    for (const order of [selfSigned, server]) {
      const said = await workspace.refused(order('proxy.example.org', ['a.example', name]))
      expect(said).toContain('[appliance:certificate-name-invalid]')
      expect(said).toContain(why)
      expect(said).toContain('an alternative name')
    }
  })

  it('may be as long as a certificate can contain, addresses, and of persons', async () => {
    await workspace.planned(selfSigned(`${label(52)}.example.org`, [long(253), '2001:db8::10', '192.0.2.1']))
    await workspace.planned(selfSigned("R&D O'Neil CA", ['*.example.org', 'DNS:x.example.org']))
  })

  it('are refused by an apply that learns them, before anything is sent', async () => {
    const said = await workspace.failed(
      selfSigned('@', null).replace('"@"', 'terraform_data.late.output'),
      'resource "terraform_data" "late" { input = "https://proxy.example.org/" }',
    )
    expect(said).toContain('[appliance:certificate-name-invalid]')
    expect(appliance.writes()).toEqual([])
  })

  it('that a state has are neither refused nor ordered again', async () => {
    await workspace.applied(selfSigned('proxy.example.org', ['a.example', 'b.example']))
    const { output } = await workspace.run('state', 'pull')
    const state = JSON.parse(output)
    const name = `${label(60)}.Почта.рф`
    const [{ attributes }] = state.resources[0].instances
    attributes.self_signed.common_name = name
    attributes.self_signed.alternative_names = ['https://a.example', 'a.example,b.example']
    attributes.id = `self_signed/0/${name.toLowerCase()}`
    await writeFile(
      join(workspace.folder, 'before.json'),
      JSON.stringify({ ...state, serial: state.serial + 1 }),
    )
    await workspace.run('state', 'push', 'before.json')
    appliance.writes()
    const order = (more = '') =>
      selfSigned(`${label(60)}.${ascii}`, ['a.example,B.example', 'https://a.example'], 'this', more)
    await workspace.nothingToDo(order())
    await workspace.applied(order(adopting))
    await workspace.nothingToDo()
    expect(appliance.writes()).toEqual([])
  })
})

describeWithEngine('a certificate that another resource has', () => {
  const proxy = (block: string, more = '') => selfSigned('proxy.example.org', null, block, more)

  it('is refused to a resource that is renamed without a moved block', async () => {
    await workspace.applied(proxy('old'))
    const said = await workspace.refused(proxy('new'))
    expect(said).toContain('[appliance:already-exists]')
    expect(said).toContain('moved block')
    await workspace.nothingToDo(proxy('old'))
    await workspace.applied(proxy('new'), moved('old', 'new'))
    await workspace.nothingToDo(proxy('new'))
  })

  it('is adopted by a resource that is renamed without a moved block, if that says so', async () => {
    await workspace.applied(proxy('old'))
    await workspace.applied(proxy('new', adopting))
    await workspace.nothingToDo()
    await workspace.destroyed()
  })

  it('is refused in whatever spelling', async () => {
    await workspace.applied(selfSigned(cyrillic, null, 'old'))
    const said = await workspace.refused(selfSigned(ascii.toUpperCase(), null, 'new'))
    expect(said).toContain('[appliance:already-exists]')
  })

  it('is refused to a second creation, unless both adopt', async () => {
    expect(await workspace.refused(proxy('one'), proxy('two'))).toContain('[appliance:declared-twice]')
    for (const [one, two] of [
      [adopting, ''],
      ['', adopting],
    ] as const)
      expect(await workspace.refused(proxy('one', one), proxy('two', two))).toContain(
        '[appliance:declared-twice]',
      )
    await workspace.applied(proxy('one', adopting), proxy('two', adopting))
    expect(appliance.certificates.certificates()).toHaveLength(1)
    await workspace.nothingToDo()
  })

  it('is refused beside a resource that stays, unless it is adopted; both may be in a state', async () => {
    await workspace.applied(proxy('one'))
    expect(await workspace.refused(proxy('one'), proxy('two'))).toContain('[appliance:declared-twice]')
    await workspace.applied(proxy('one'), proxy('two', adopting))
    await workspace.applied(proxy('one'), proxy('two'))
    await workspace.nothingToDo()
  })

  it('is refused to a resource that gets the name which another one gives up', async () => {
    const named = (block: string, name: string, more = '') =>
      selfSigned(`${name}.example.org`, null, block, more)
    await workspace.applied(named('one', 'a'), named('two', 'b'))
    const said = await workspace.refused(named('one', 'b'), named('two', 'c'))
    expect(said).toContain('[appliance:already-exists]')
    await workspace.applied(named('one', 'b', adopting), named('two', 'c'))
    await workspace.nothingToDo()
  })

  it('is planned by its own resource, which is replaced', async () => {
    await workspace.applied(proxy('this', adopting))
    for (const again of [
      () => workspace.plan('-replace=appliance_certificate.this'),
      async () => {
        await workspace.run('taint', 'appliance_certificate.this')
        return await workspace.plan()
      },
    ]) {
      const { exitCode, output } = await again()
      expect([exitCode, output]).toEqual([2, output])
    }
  })

  it('is another one on another node, and of another kind', async () => {
    const other = proxy('two').replace('certificate_name ', 'node_id = 1\n    certificate_name ')
    await workspace.planned(proxy('one'), other, signingRequest('proxy.example.org'))
  })
})
