import { networkInterfaces } from 'node:os'
import { startEmulator } from '../src/emulator'
import { interfaceNamed, type NetworkInterface } from '../src/network'
import { get } from '../src/testing/requests'

interface Returned {
  readonly interfaces: readonly NetworkInterface[]
}

async function returnedInterfaces(options = {}): Promise<readonly NetworkInterface[]> {
  const emulator = await startEmulator(options)
  const returned: Returned = JSON.parse((await get(`${emulator.urls.base}/system/network/interfaces`)).text)
  await emulator.close()
  return returned.interfaces
}

test('the interfaces are those of the machine, with all their addresses', async () => {
  const returned = await returnedInterfaces()
  for (const [name, addresses = []] of Object.entries(networkInterfaces())) {
    expect(returned).toContainEqual(
      expect.objectContaining({ Name: name, Addresses: addresses.map(({ cidr }) => `${cidr}/ip+net`) }),
    )
  }
})

test('the loopback interface has its flags and no hardware address', async () => {
  const loopback = (await returnedInterfaces()).find(({ State }) => State.split('|').includes('loopback'))
  expect(loopback).toMatchObject({ Mac: '', Addresses: expect.arrayContaining(['127.0.0.1/8/ip+net']) })
  expect(loopback?.State.split('|')).toContain('up')
})

test('every field has the documented form', async () => {
  const counter = expect.any(Number)
  for (const returned of await returnedInterfaces()) {
    expect(returned).toEqual({
      Name: expect.stringMatching(/./),
      State: expect.stringMatching(/^([a-z]+(\|[a-z]+)*)?$/),
      Mac: expect.stringMatching(/^([\da-f]{2}(:[\da-f]{2})+)?$/),
      Addresses: returned.Addresses && expect.any(Array),
      Speed: counter,
      RxBytes: counter,
      TxBytes: counter,
      Drop: counter,
      Gateway: expect.stringMatching(/^(\d+\.\d+\.\d+\.\d+)?$/),
    })
    for (const address of returned.Addresses ?? []) expect(address).toMatch(/^[\da-f.:]+\/\d+\/ip\+net$/)
  }
})

test('other interfaces may be given instead, including those without an address', async () => {
  const idle = { Name: 'eth7', State: 'broadcast', Mac: '02:00:00:00:00:07', Addresses: null }
  const counted = { ...idle, Speed: 0, RxBytes: 0, TxBytes: 0, Drop: 0, Gateway: '' }
  expect(await returnedInterfaces({ interfaces: () => [counted] })).toEqual([counted])
})

test('they may be replaced while it runs, and are reported as they are spelled', async () => {
  const emulator = await startEmulator()
  const interfaces = [interfaceNamed('eth0', '00-0C-29-4F-8E-05', '192.0.2.7/24'), interfaceNamed('lo', '')]
  emulator.network.replaceInterfaces(interfaces)
  expect((await get(`${emulator.urls.base}/system/network/interfaces`)).json).toEqual({ interfaces })
  await emulator.close()
})

describe('the host name', () => {
  test.each(['proxy.example.org', 'Proxy-1.example.org', 'a.b'])('%s is kept', async (hostname) => {
    const emulator = await startEmulator()
    expect(emulator.network.hostname).toBeUndefined()
    const { json } = await get(`${emulator.urls.base}/system/network/hostname/${hostname}`)
    expect(json).toEqual({ Status: true, Info: '', Error: '' })
    expect(emulator.network.hostname).toBe(hostname)
    await emulator.close()
  })

  test.each([
    'proxy',
    'proxy.',
    '.example.org',
    'proxy..org',
    '-proxy.example.org',
    'proxy_1.example.org',
    '192.0.2.1',
    'a%2Fb.example.org',
    `${'x'.repeat(64)}.org`,
    `${'x.'.repeat(127)}org`,
  ])('%s is refused', async (hostname) => {
    const emulator = await startEmulator()
    const { json } = await get(`${emulator.urls.base}/system/network/hostname/${hostname}`)
    expect(json).toEqual({ Status: false, Info: '', Error: 'INVALID_HOSTNAME' })
    expect(emulator.network.hostname).toBeUndefined()
    await emulator.close()
  })
})
