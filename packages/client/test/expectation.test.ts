import { createHash, X509Certificate } from 'node:crypto'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import {
  type Emulator,
  type EmulatorOptions,
  interfaceNamed,
  startEmulator,
} from '@webfilter/appliance-emulator'
import { selfSigned } from '../../../test/self-signed'
import { directoryRoutes } from '../src/directory/routes'
import { type CheckedCaller, createCheckedCaller, differences } from '../src/expectation'
import { createTransport } from '../src/http/transport'
import { interfacesRoute } from '../src/network'
import type { ApplianceExpectation, ApplianceSettings } from '../src/settings'
import { caught, withWords } from './caught'
import { body, closers, create, list, signal } from './routes-asked'

const mac = '00:0c:29:4f:8e:05'
const eth0 = interfaceNamed('eth0', mac, '192.0.2.7/24')
const lo = interfaceNamed('lo', '', '127.0.0.1/8')

function expecting(parts: Partial<ApplianceExpectation> = {}): ApplianceExpectation {
  return { interfaces: new Map(), certificateFingerprints: [], uncheckedAreas: new Set(), ...parts }
}

const itsInterface = expecting({ interfaces: new Map([['eth0', mac]]) })

async function started(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await startEmulator({ interfaces: () => [lo, eth0], ...options })
  closers.push(() => emulator.close())
  return emulator
}

function callerOf(
  emulator: Emulator,
  expect: ApplianceExpectation | undefined,
  { onUnreachable = 'warn', ...settings }: ApplianceSettings & { onUnreachable?: 'warn' | 'fail' } = {},
): CheckedCaller {
  const { categories, base, legacy, records, directory } = emulator.urls
  const all = {
    endpoints: {
      categories: { url: categories },
      categories_legacy: { url: legacy },
      network: { url: base },
      certificates: { url: base },
      records: { url: records },
      ...(directory === undefined ? {} : { directory: { url: directory } }),
      ...settings.endpoints,
    },
    retries: 0,
    ...settings,
    ...(settings.endpoints && {
      endpoints: { categories: { url: categories }, network: { url: base }, ...settings.endpoints },
    }),
    expect,
  }
  const transport = createTransport(all)
  closers.push(transport.close)
  return createCheckedCaller(all, transport, onUnreachable)
}

const paths = (emulator: Emulator) =>
  emulator.journal.entries().map(({ method, path }) => `${method} ${path}`)
const asked = 'GET /system/network/interfaces'

describe('interfaces that are expected', () => {
  test('are asked for once, before the first request, however many there are at once', async () => {
    const emulator = await started()
    const caller = callerOf(emulator, itsInterface)
    await Promise.all([1, 2, 3].map(() => caller.ask(list, {}, signal)))
    await caller.ask(create, { body }, signal)
    expect(paths(emulator)[0]).toBe(asked)
    expect(paths(emulator).filter((path) => path === asked)).toHaveLength(1)
    expect(paths(emulator)).toHaveLength(5)
    caller.beginAnew()
    await caller.ask(list, {}, signal)
    expect(paths(emulator).filter((path) => path === asked)).toHaveLength(2)
  })

  test('are not asked for where none are expected', async () => {
    const emulator = await started()
    await callerOf(emulator, undefined).ask(list, {}, signal)
    expect(paths(emulator)).toEqual(['GET /categories/list'])
  })

  test('let no request through to another appliance, not even one that reads', async () => {
    const emulator = await started({ interfaces: () => [lo, interfaceNamed('eth0', '00:0c:29:ff:00:01')] })
    const caller = callerOf(emulator, itsInterface)
    for (const ask of [
      () => caller.ask(list, {}, signal),
      () => caller.ask(create, { body }, signal),
      () => caller.receive(create, { body }, signal),
      () => caller.ask(interfacesRoute, {}, signal),
    ]) {
      const error = await caught(ask())
      expect(withWords(error)).toMatchObject({
        kind: 'misconfigured',
        transient: false,
        nothingSent: true,
        diagnostic: { code: 'appliance-not-expected' },
      })
      expect(diagnosticOf(error).message).toContain(
        `an interface "eth0" with the hardware address 00:0c:29:ff:00:01`,
      )
      expect(diagnosticOf(error).message).toContain(`requires "eth0" to have ${mac}`)
    }
    expect(paths(emulator)).toEqual([asked])
  })

  test.each([
    ['in another order', [eth0, lo]],
    ['spelled otherwise', [interfaceNamed('eth0', '00-0C-29-4F-8E-05'), lo]],
    ['as a switch spells them', [interfaceNamed('eth0', '000C.294F.8E05')]],
    ['with others beside them', [lo, interfaceNamed('eth1', '00:0c:29:4f:8e:06'), eth0]],
    ['under a name that occurs twice', [interfaceNamed('eth0', '00:0c:29:4f:8e:06'), eth0]],
  ])('are recognized %s', async (_, interfaces) => {
    const emulator = await started({ interfaces: () => interfaces })
    await callerOf(emulator, itsInterface).ask(list, {}, signal)
    expect(paths(emulator)).toEqual([asked, 'GET /categories/list'])
  })

  test.each([
    [
      'was renamed',
      [interfaceNamed('ens192', mac)],
      'does not have an interface "eth0"',
      'Its interface "ens192" has that address.',
    ],
    [
      'has the case of another name',
      [interfaceNamed('ETH0', mac)],
      'does not have an interface "eth0"',
      'interface "ETH0"',
    ],
    ['is missing', [lo], 'does not have an interface "eth0"', mac],
    ['has no address', [interfaceNamed('eth0', '')], '"eth0" without a hardware address', mac],
    [
      'has zeros',
      [interfaceNamed('eth0', '00:00:00:00:00:00')],
      'with the hardware address 00:00:00:00:00:00',
      mac,
    ],
  ])('do not fit one that %s', async (_, interfaces, found, wanted) => {
    const emulator = await started({ interfaces: () => interfaces })
    const error = await caught(callerOf(emulator, itsInterface).ask(list, {}, signal))
    expect(diagnosticOf(error).code).toBe('appliance-not-expected')
    expect(diagnosticOf(error).message).toContain(found)
    expect(diagnosticOf(error).message).toContain(wanted)
  })

  test('must all be there', () => {
    const both = new Map([
      ['eth0', mac],
      ['eth1', '00:0c:29:4f:8e:06'],
    ])
    const has = (...addresses: readonly string[]) =>
      differences(
        both,
        addresses.map((each, index) => ({
          name: `eth${index}`,
          mac: each,
          flags: [],
          addresses: [],
          gateway: null,
        })),
      ).map(({ name }) => name)
    expect(has(mac, '00:0c:29:4f:8e:06')).toEqual([])
    expect(has(mac, '00:0c:29:4f:8e:07')).toEqual(['eth1'])
    expect(has('00:0c:29:4f:8e:06', mac)).toEqual(['eth0', 'eth1'])
  })
})

describe('an appliance that does not say its interfaces', () => {
  test.each([
    ['with a page in their place', { effect: 'html', status: 200 }],
    ['with an unknown route', { effect: 'status', status: 404 }],
    ['with access denied', { effect: 'status', status: 403, text: 'Forbidden' }],
    ['with a broken answer', { effect: 'truncate' }],
    ['with a refusal', { effect: 'refuse', error: 'NOPE' }],
  ] as const)('%s is refused, whatever on_unreachable says', async (_, fault) => {
    const emulator = await started()
    emulator.faults.add({ ...fault, operation: 'interfaces' })
    for (const onUnreachable of ['warn', 'fail'] as const) {
      const error = await caught(
        callerOf(emulator, itsInterface, { onUnreachable }).ask(create, { body }, signal),
      )
      expect([error.kind, diagnosticOf(error).code]).toEqual(['misconfigured', 'appliance-not-identifiable'])
      expect(diagnosticOf(error).advice).toContain('expect.certificate_fingerprints')
    }
    expect(new Set(paths(emulator))).toEqual(new Set([asked]))
  })

  test('because it cannot be reached is used with one warning, or refused', async () => {
    const emulator = await started()
    emulator.faults.add({ effect: 'status', status: 503, operation: 'interfaces' })
    const warned = callerOf(emulator, itsInterface)
    await Promise.all([warned.ask(list, {}, signal), warned.ask(list, {}, signal)])
    await warned.ask(create, { body }, signal)
    expect(warned.takeWarnings().map(({ is }) => is)).toEqual(['appliance-not-identified'])
    expect(warned.takeWarnings()).toEqual([])
    emulator.journal.clear()
    const refusing = callerOf(emulator, itsInterface, { onUnreachable: 'fail' })
    const error = await caught(refusing.ask(create, { body }, signal))
    expect(diagnosticOf(error).code).toBe('check-not-possible')
    expect(diagnosticOf(error).message).toContain('expect.interfaces')
    expect(paths(emulator)).toEqual([asked])
  })

  test('is asked again by the first change, which another appliance then refuses', async () => {
    const emulator = await started({ interfaces: () => [lo] })
    emulator.faults.add({ effect: 'drop', operation: 'interfaces', times: 1 })
    const caller = callerOf(emulator, itsInterface)
    await caller.ask(list, {}, signal)
    expect(diagnosticOf(await caught(caller.ask(create, { body }, signal))).code).toBe(
      'appliance-not-expected',
    )
    expect(emulator.store.categories()).toEqual([])
  })

  test('is still asked for the others if one request is given up', async () => {
    const emulator = await started()
    emulator.faults.add({ effect: 'latency', milliseconds: 100, operation: 'interfaces', times: 1 })
    const caller = callerOf(emulator, itsInterface)
    const stop = new AbortController()
    const first = caught(caller.ask(list, {}, stop.signal))
    const second = caller.ask(list, {}, signal)
    stop.abort()
    expect((await first).kind).toBe('cancelled')
    await second
    expect(paths(emulator).at(-1)).toBe('GET /categories/list')
  })

  test('ends every wait when the client is closed', async () => {
    const emulator = await started()
    emulator.faults.add({ effect: 'latency', milliseconds: 2_000, operation: 'interfaces' })
    const settings = {
      endpoints: { categories: { url: emulator.urls.categories }, network: { url: emulator.urls.base } },
      expect: itsInterface,
    }
    const transport = createTransport(settings)
    const caller = createCheckedCaller(settings, transport, 'warn')
    const both = [caught(caller.ask(list, {}, signal)), caught(caller.ask(list, {}, signal))]
    await transport.close()
    for (const error of await Promise.all(both)) expect(error.kind).toBe('cancelled')
  })
})

describe('areas at other addresses', () => {
  test('are refused if interfaces cannot show whose they are, unless they are listed', async () => {
    const emulator = await started()
    const elsewhere = {
      endpoints: { categories: { url: emulator.urls.categories.replace('127.0.0.1', '0.0.0.0') } },
    }
    const error = await caught(callerOf(emulator, itsInterface, elsewhere).ask(list, {}, signal))
    expect(diagnosticOf(error).code).toBe('area-not-checkable')
    expect(diagnosticOf(error).message).toContain('The area categories is at http://0.0.0.0:')
    expect(diagnosticOf(error).advice).toContain('"categories" to expect.unchecked_areas')
    expect(paths(emulator)).toEqual([asked])
    const listed = expecting({ interfaces: itsInterface.interfaces, uncheckedAreas: new Set(['categories']) })
    await callerOf(emulator, listed, elsewhere).ask(list, {}, signal)
    emulator.network.replaceInterfaces([lo])
    const another = await caught(callerOf(emulator, listed, elsewhere).ask(list, {}, signal))
    expect(diagnosticOf(another).code).toBe('appliance-not-expected')
  })

  test.each([
    ['unix:///run/directory.sock', undefined],
    ['ssh://admin@127.0.0.1/run/directory.sock', undefined],
    ['http://localhost:8080', undefined],
    ['http://[::1]:8080', undefined],
    ['ssh://admin@proxy.example.org/run/directory.sock', 'area-not-checkable'],
    ['https://192.0.2.1', 'area-not-checkable'],
  ])('are this machine or not: %s', async (url, code) => {
    const emulator = await started()
    const caller = callerOf(emulator, itsInterface, {
      endpoints: { directory: { url } },
      sshProgram: '/bin/false',
    })
    const error = await caught(caller.ask(directoryRoutes.status, {}, signal))
    if (code) expect(diagnosticOf(error).code).toBe(code)
    else expect(error.kind).toMatch(/unreachable|timeout/)
  })

  test('need an address of the network area', async () => {
    const settings = { endpoints: { categories: { url: 'http://127.0.0.1:1' } }, expect: itsInterface }
    const transport = createTransport(settings)
    closers.push(transport.close)
    const error = await caught(createCheckedCaller(settings, transport, 'warn').ask(list, {}, signal))
    expect(diagnosticOf(error).code).toBe('appliance-not-identifiable')
    expect(diagnosticOf(error).message).toContain('area network')
  })
})

describe('fingerprints that are expected', () => {
  let pem: { cert: string; key: string }
  let other: { cert: string; key: string }
  beforeAll(async () => {
    pem = await selfSigned()
    other = await selfSigned()
  })
  const fingerprintOf = ({ cert }: { cert: string }) => new X509Certificate(cert).fingerprint256
  const insecure = { tls: { insecure: true } }

  test('let requests through to a certificate that has one, however it is written, with or without an authority', async () => {
    const emulator = await started({ tls: pem })
    const digits = createHash('sha256').update(new X509Certificate(pem.cert).raw).digest('hex')
    for (const written of [fingerprintOf(pem), fingerprintOf(pem).toLowerCase(), digits]) {
      for (const tls of [insecure, { tls: { caCertificate: pem.cert, serverName: 'localhost' } }]) {
        const pinned = expecting({ certificateFingerprints: [fingerprintOf(other), written] })
        await callerOf(emulator, pinned, tls).ask(list, {}, signal)
      }
    }
    expect(new Set(paths(emulator))).toEqual(new Set(['GET /categories/list']))
  })

  test('let nothing through to another certificate, on any connection', async () => {
    const emulator = await started({ tls: pem })
    const pinned = expecting({ certificateFingerprints: [fingerprintOf(other)] })
    for (const tls of [insecure, { tls: { caCertificate: pem.cert, serverName: 'localhost' } }]) {
      const caller = callerOf(emulator, pinned, { ...tls, retries: 3, token: 'hunter2' })
      const errors = await Promise.all([
        caught(caller.ask(list, {}, signal)),
        caught(caller.ask(create, { body }, signal)),
      ])
      for (const error of errors) {
        expect(withWords(error)).toMatchObject({
          kind: 'misconfigured',
          nothingSent: true,
          diagnostic: { code: 'appliance-not-expected' },
        })
        expect(diagnosticOf(error).message).toContain(fingerprintOf(pem))
        expect(diagnosticOf(error).message).toContain(fingerprintOf(other))
      }
    }
    expect(paths(emulator)).toEqual([])
  })

  test('are checked again when the server behind the same address has changed', async () => {
    const first = await startEmulator({ tls: pem })
    const settings = { ...insecure, retries: 2 }
    const caller = callerOf(first, expecting({ certificateFingerprints: [fingerprintOf(pem)] }), settings)
    await caller.ask(list, {}, signal)
    const port = Number(new URL(first.urls.categories).port)
    await first.close()
    const second = await started({ tls: other, ports: { categories: port } })
    expect(diagnosticOf(await caught(caller.ask(create, { body }, signal))).code).toBe(
      'appliance-not-expected',
    )
    expect(paths(second)).toEqual([])
  })

  test('say nothing of an address without TLS, which is refused', async () => {
    const emulator = await started()
    const pinned = expecting({ certificateFingerprints: [fingerprintOf(pem)] })
    const error = await caught(callerOf(emulator, pinned).ask(list, {}, signal))
    expect(diagnosticOf(error).code).toBe('area-not-checkable')
    expect(diagnosticOf(error).message).toContain('an address without TLS')
    expect(paths(emulator)).toEqual([])
    const listed = expecting({ ...pinned, uncheckedAreas: new Set(['categories']) })
    await callerOf(emulator, listed).ask(list, {}, signal)
    const withInterfaces = expecting({ ...pinned, interfaces: itsInterface.interfaces })
    await callerOf(emulator, withInterfaces).ask(list, {}, signal)
  })

  test('are those of the appliance behind a proxy', async () => {
    const emulator = await started({ tls: pem, allowedHosts: ['appliance.example.org'] })
    const proxy = await tunnels()
    // This machine is never reached through a proxy.
    const far = emulator.urls.categories.replace('127.0.0.1', 'appliance.example.org')
    const endpoints = { categories: { url: far } }
    const through = { ...insecure, endpoints, proxies: { https: proxy.url } }
    await callerOf(emulator, expecting({ certificateFingerprints: [fingerprintOf(pem)] }), through).ask(
      list,
      {},
      signal,
    )
    expect(proxy.opened()).toBe(1)
    const pinned = expecting({ certificateFingerprints: [fingerprintOf(other)] })
    const error = await caught(callerOf(emulator, pinned, through).ask(list, {}, signal))
    expect(diagnosticOf(error).code).toBe('appliance-not-expected')
  })
})

/** A proxy that opens every tunnel, to this machine. */
async function tunnels() {
  let opened = 0
  const server = createServer()
  server.on('connect', ({ url = '' }, client) => {
    opened += 1
    const upstream = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      upstream.pipe(client).pipe(upstream)
    })
    upstream.on('error', () => client.destroy())
    client.on('error', () => upstream.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => new Promise((resolve) => void server.close(() => resolve()).closeAllConnections()))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, opened: () => opened }
}
