import { X509Certificate } from 'node:crypto'
import { interfaceNamed } from '@webfilter/appliance-emulator'
import { selfSigned } from '../self-signed'
import { startAppliance, type TestAppliance } from './appliance'
import { category, Trial } from './trial'
import { words } from './words'
import { describeWithEngine, describeWithEngineThatHas, Workspace } from './workspace'

const closers: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const mac = '00:0c:29:4f:8e:05'
const eth0 = interfaceNamed('eth0', mac, '192.0.2.7/24')
const others = [interfaceNamed('lo', ''), interfaceNamed('eth0', '00:0c:29:ff:00:01', '192.0.2.7/24')]
const expecting = { APPLIANCE_EXPECT_INTERFACES: JSON.stringify({ eth0: mac.toUpperCase() }) }

async function open(
  variables: Readonly<Record<string, string>> = expecting,
  way: 'open' | 'attached' = 'open',
): Promise<Trial> {
  const trial = await Trial[way]({ interfaces: () => [eth0] }, variables)
  closers.push(() => trial.close())
  trial.appliance.directory.organizations.toCreateIn('acme')
  return trial
}

/** The same folder and state, and another appliance behind its addresses: one at which none of it exists. */
async function atAnother(trial: Trial): Promise<TestAppliance> {
  trial.appliance.network.replaceInterfaces(others)
  for (const { id } of trial.appliance.store.categories()) trial.appliance.store.remove(id)
  trial.appliance.writes()
  return trial.appliance
}

const asked = 'GET /system/network/interfaces'

function requests({ journal }: TestAppliance): readonly string[] {
  const entries = journal.entries().map(({ method, path }) => `${method} ${path}`)
  journal.clear()
  return entries
}

const sites = 'sites = ["a.example", "b.example"]'
const everything = [
  category('ads', sites),
  'resource "appliance_ldap_group" "staff" {\n  name = "staff"\n  organization = "acme"\n}\n',
  'resource "appliance_hostname" "name" {\n  hostname = "proxy.example.org"\n}\n',
  'resource "appliance_operation" "compile" {\n  name = "records_compile"\n}\n',
  'resource "appliance_certificate" "console" {\n  self_signed = {\n    certificate_name = "console"\n    common_name = "proxy.example.org"\n    alternative_names = ["a.example.org", "b.example.org"]\n  }\n}\n',
  'resource "appliance_rbl_delisting" "mail" {\n  database = "1270002"\n  addresses = ["192.0.2.1"]\n}\n',
]

describeWithEngine('the expected appliance', () => {
  it('is used, and asked for its interfaces once in each process', async () => {
    const trial = await open()
    await trial.applied(...everything)
    const said = await trial.nothingToDo(...everything)
    expect(said).not.toContain('[appliance:')
    requests(trial.appliance)
    await trial.nothingToDo(...everything)
    const seen = requests(trial.appliance)
    expect(seen[0]).toBe(asked)
    expect(seen.filter((request) => request === asked)).toHaveLength(1)
  })

  it('is recognized by interfaces in another order, and in another spelling', async () => {
    const trial = await open()
    await trial.applied(category('ads', sites))
    const spelled = interfaceNamed('eth0', mac.replaceAll(':', '-').toUpperCase())
    trial.appliance.network.replaceInterfaces([interfaceNamed('docker0', '02:42:4f:8e:05:01'), spelled])
    await trial.nothingToDo()
  })
})

describeWithEngine('another appliance than the expected one', () => {
  it.each(everything.map((block) => [block.split('"')[1], block] as const))(
    'gets no request for %s, not even one that reads',
    async (_, block) => {
      const trial = await open()
      await atAnother(trial)
      await trial.workspace.write(block)
      for (const run of [() => trial.workspace.plan(), () => trial.workspace.apply()]) {
        const { exitCode, output } = await run()
        // A plan that asks nothing of the appliance finds nothing out, and nothing wrong.
        if (exitCode !== 1) continue
        expect(output).toContain('[appliance:appliance-not-expected]')
      }
      expect((await trial.workspace.apply()).exitCode).toBe(1)
      expect(new Set(requests(trial.appliance))).toEqual(new Set([asked]))
    },
  )

  it('is refused by plan, refresh, apply, destroy and import with both values, and its state stays', async () => {
    const trial = await open()
    await trial.applied(...everything)
    const { workspace } = trial
    const appliance = await atAnother(trial)
    const before = await workspace.run('state', 'pull')
    for (const [run, ...args] of [
      ['plan', '-refresh-only'],
      ['plan'],
      ['apply', '-auto-approve'],
      ['apply', '-auto-approve', '-refresh-only'],
      ['apply', '-auto-approve', '-refresh=false', '-replace=appliance_category.ads'],
      ['destroy', '-auto-approve'],
      ['destroy', '-auto-approve', '-refresh=false'],
      ['import', 'appliance_category.other', '250'],
    ] as const) {
      await workspace.write([...everything, category('other', sites)].join('\n'))
      const { exitCode, output } = await workspace.run(run, '-no-color', '-input=false', ...args)
      expect([run, ...args, exitCode]).toEqual([run, ...args, 1])
      const said = words(output)
      expect(said).toContain('[appliance:appliance-not-expected]')
      expect(said).toContain('with the hardware address 00:0c:29:ff:00:01')
      expect(said).toContain(`requires "eth0" to have ${mac}`)
    }
    expect(new Set(requests(appliance))).toEqual(new Set([asked]))
    expect((await workspace.run('state', 'pull')).output).toBe(before.output)
  })

  it('is explained once for many resources', async () => {
    const trial = await open()
    await trial.applied(category('ads', sites), category('news', 'sites = ["c.example"]'))
    await atAnother(trial)
    const said = await trial.refused()
    expect(said.match(/requires "eth0" to have/g)).toHaveLength(1)
    expect(said.match(/\[appliance:appliance-not-expected\]/g)).toHaveLength(1)
    expect(said).toContain('[appliance:appliance-not-expected-again]')
  })

  it('gets nothing of a plan that was made for the expected one', async () => {
    const trial = await open()
    await trial.applied(category('ads', sites))
    for (const [block, ...args] of [
      [category('ads', 'sites = ["a.example", "c.example"]')],
      [category('other', sites)],
      [category('ads', sites), '-replace=appliance_category.ads'],
      [category('ads', sites), '-destroy'],
    ] as const) {
      trial.appliance.network.replaceInterfaces([eth0])
      await trial.workspace.write(block)
      expect((await trial.workspace.plan('-out=saved', ...args)).exitCode).toBe(2)
      trial.appliance.network.replaceInterfaces(others)
      requests(trial.appliance)
      const { exitCode, output } = await trial.workspace.run('apply', '-no-color', 'saved')
      expect(exitCode).toBe(1)
      expect(output).toContain('[appliance:appliance-not-expected]')
      expect(requests(trial.appliance)).toEqual([asked])
    }
    expect(trial.active('ads')).toEqual(['a.example', 'b.example'])
  })

  it('is not read by data sources', async () => {
    const trial = await open()
    trial.byHand('ads', 'a.example')
    const reading =
      'data "appliance_category" "ads" {\n  name = "ads"\n}\ndata "appliance_interfaces" "all" {}\n'
    await trial.applied(reading)
    await atAnother(trial)
    expect(await trial.workspace.refused(reading)).toContain('[appliance:appliance-not-expected]')
    expect(new Set(requests(trial.appliance))).toEqual(new Set([asked]))
  })
})

describeWithEngineThatHas('actions')('an action', () => {
  it.each(['backup_categories', 'restart_directory', 'compile_category'])(
    '%s does nothing on another appliance',
    async (action) => {
      const trial = await open(expecting, 'attached')
      await atAnother(trial)
      const config = action === 'compile_category' ? 'config {\n id = "250"\n }' : ''
      await trial.workspace.write(`action "appliance_${action}" "now" {\n${config}\n}\n`)
      const { exitCode, output } = await trial.workspace.run(
        'apply',
        '-no-color',
        '-auto-approve',
        `-invoke=action.appliance_${action}.now`,
      )
      expect(exitCode).toBe(1)
      expect(output).toContain('[appliance:appliance-not-expected]')
      expect(new Set(requests(trial.appliance))).toEqual(new Set([asked]))
    },
  )
})

describeWithEngine('an appliance that cannot be asked what it is', () => {
  const away = { operation: 'interfaces', effect: 'status', status: 503 } as const
  const retries = { APPLIANCE_RETRIES: '0' }

  it('is used with a warning by default, in the plan and in the apply', async () => {
    const trial = await open({ ...expecting, ...retries })
    trial.appliance.faults.add(away)
    for (const said of [
      await trial.planned(category('ads', sites)),
      (await trial.applied(category('ads', sites))).said,
    ]) {
      expect(said.match(/\[appliance:appliance-not-identified\]/g)).toHaveLength(1)
      expect(said).toContain('HTTP status 503')
    }
    expect(trial.active('ads')).toEqual(['a.example', 'b.example'])
  })

  it('is refused if on_unreachable is fail', async () => {
    const trial = await open({ ...expecting, ...retries, APPLIANCE_ON_UNREACHABLE: 'fail' })
    await trial.applied(category('ads', sites))
    trial.appliance.faults.add(away)
    expect(await trial.refused(category('ads', sites))).toContain('[appliance:check-not-possible]')
    const { exitCode } = await trial.workspace.destroy()
    expect(exitCode).toBe(1)
    expect(trial.active('ads')).toEqual(['a.example', 'b.example'])
  })

  it('is refused if a page answers in its place, whatever on_unreachable says', async () => {
    const trial = await open({ ...expecting, ...retries })
    trial.appliance.faults.add({ operation: 'interfaces', effect: 'html', status: 200 })
    expect(await trial.refused(category('ads', sites))).toContain('[appliance:appliance-not-identifiable]')
  })
})

describeWithEngine('the certificate of the expected appliance', () => {
  it('is compared on each connection, and the directory needs interfaces besides', async () => {
    const [pem, other] = [await selfSigned(), await selfSigned()]
    const appliance = await startAppliance({ tls: pem, interfaces: () => [eth0] })
    closers.push(() => appliance.close())
    appliance.directory.organizations.toCreateIn('acme')
    const workspace = await Workspace.open({ ...appliance.environment, APPLIANCE_INSECURE: 'true' })
    closers.push(() => workspace.close())
    const provider = (...lines: readonly string[]) =>
      `provider "appliance" {\n  expect = {\n${lines.join('\n')}\n  }\n}\n`
    const certificates = ({ cert }: { cert: string }) =>
      `certificate_fingerprints = ["${new X509Certificate(cert).fingerprint256}"]`
    const [ads = '', group = ''] = everything
    const said = await workspace.applied(provider(certificates(pem)), ads)
    // What is checked is not insecure.
    expect(said).not.toContain('[appliance:tls-insecure]')
    expect(await workspace.failed(provider(certificates(pem)), ads, group)).toContain(
      '[appliance:area-not-checkable]',
    )
    await workspace.applied(provider(certificates(pem), `interfaces = { eth0 = "${mac}" }`), ads, group)
    await workspace.applied(provider(certificates(pem), 'unchecked_areas = ["directory"]'), ads, group)
    appliance.writes()
    const refused = await workspace.refused(provider(certificates(other)), ads)
    expect(refused).toContain('[appliance:appliance-not-expected]')
    expect(refused).toContain(new X509Certificate(pem.cert).fingerprint256)
    expect(refused).toContain(new X509Certificate(other.cert).fingerprint256)
    expect(appliance.journal.entries()).toEqual([])
  })
})

describeWithEngine('expect in the settings', () => {
  it.each(['{}', '{ interfaces = {} }', '{ unchecked_areas = ["directory"] }'])(
    'is refused if every appliance fits %s',
    async (value) => {
      const trial = await open({})
      const provider = `provider "appliance" {\n  expect = ${value}\n}\n`
      const said = await trial.refused(provider, category('ads', sites))
      expect(said).toContain('[appliance:setting-unusable]')
    },
  )

  it.each([
    ['{ interfaces = { eth0 = "192.0.2.1" } }', 'invalid-value'],
    ['{ interfaces = { eth0 = "00:00:00:00:00:00" } }', 'invalid-value'],
    ['{ certificate_fingerprints = ["AB:CD"] }', 'invalid-value'],
    ['{ certificate_fingerprints = [null] }', 'null-element'],
    [`{ interfaces = { eth0 = "${mac}" }, unchecked_areas = ["mail"] }`, 'invalid-value'],
  ])('is refused if it is %s', async (value, code) => {
    const trial = await open({})
    const provider = `provider "appliance" {\n  expect = ${value}\n}\n`
    expect(await trial.refused(provider, category('ads', sites))).toContain(`[appliance:${code}]`)
  })
})
