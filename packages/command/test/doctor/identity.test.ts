import { X509Certificate } from 'node:crypto'
import type { ApplianceExpectation } from '@webfilter/appliance-client'
import {
  type Emulator,
  type EmulatorOptions,
  interfaceNamed,
  startEmulator,
} from '@webfilter/appliance-emulator'
import { selfSigned } from '../../../../test/self-signed'
import { examine } from '../../src/doctor/doctor'
import { type Report, renderJson, renderText } from '../../src/doctor/report'
import { readConfiguration } from '../../src/provider-settings'
import { examined, failuresOf, settingsFor } from './examined'

const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function started(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await startEmulator({ interfaces: () => interfaces, ...options })
  closers.push(() => emulator.close())
  return emulator
}

const mac = '00:0c:29:4f:8e:05'
const interfaces = [
  interfaceNamed('lo', '', '127.0.0.1/8'),
  interfaceNamed('docker0', '02:42:ac:11:00:02'),
  interfaceNamed('vrrp', '00:00:5e:00:01:07'),
  interfaceNamed('eth1.10@eth1', '00-0C-29-4F-8E-06'),
  interfaceNamed('eth1', '00:0c:29:4f:8e:06'),
  interfaceNamed('eth0', mac, '192.0.2.7/24'),
  interfaceNamed('bond', '3a:0c:29:4f:8e:07'),
]
const expecting = (parts: Partial<ApplianceExpectation>): ApplianceExpectation => ({
  interfaces: new Map(),
  certificateFingerprints: [],
  uncheckedAreas: new Set(),
  ...parts,
})
const textOf = (report: Report) => renderText(report, { color: false, all: true })
const identityChecks = ({ checks }: Report) => checks.filter(({ check }) => check === 'identity')

test('an appliance shows the block that expects it, which then fits', async () => {
  const emulator = await started()
  const report = await examined(settingsFor(emulator))
  expect(identityChecks(report)).toMatchObject([{ status: 'skipped' }])
  expect(report.healthy).toBe(true)
  expect(textOf(report)).toContain(`copy this into the provider block:

expect = {
  interfaces = {
    eth0           = "00:0c:29:4f:8e:05"
    "eth1.10@eth1" = "00:0c:29:4f:8e:06"
  }
}
`)
  const { expect: shown } = JSON.parse(renderJson(report))
  const file = { name: 'expect.json', text: JSON.stringify({ expect: shown }) }
  const read = await readConfiguration(file, {})
  if (!('settings' in read)) throw new Error(JSON.stringify(read.problems))
  const again = await examined({ ...settingsFor(emulator), expect: read.settings.expect })
  expect(identityChecks(again)).toMatchObject([{ status: 'passed', areas: ['network'] }])
  expect(textOf(again)).not.toContain('copy this')
})

test('interfaces whose addresses software has given are used if there are no others', async () => {
  const made = interfaceNamed('ens3', '52:54:00:12:34:56')
  const emulator = await started({ interfaces: () => [interfaceNamed('veth1', '3a:0c:29:4f:8e:07'), made] })
  expect((await examined(settingsFor(emulator))).identity?.interfaces).toEqual({ ens3: '52:54:00:12:34:56' })
})

test('another appliance fails with both values, and shows its own block', async () => {
  const emulator = await started()
  const settings = {
    ...settingsFor(emulator),
    expect: expecting({ interfaces: new Map([['eth0', '00:0c:29:ff:00:01']]) }),
  }
  const report = await examined(settings)
  expect(report.healthy).toBe(false)
  expect(failuresOf(report)).toMatchObject([{ check: 'identity', code: 'appliance-not-expected' }])
  const text = textOf(report)
  for (const value of ['00:0c:29:ff:00:01', mac, 'copy this into the provider block'])
    expect(text).toContain(value)
  // The other areas are examined all the same.
  expect(
    report.checks.filter(({ check, status }) => check === 'route' && status === 'passed').length,
  ).toBeGreaterThan(3)
})

test('an appliance that does not return its interfaces is not identified', async () => {
  const emulator = await started()
  emulator.faults.add({ operation: 'interfaces', effect: 'html', status: 200 })
  const settings = { ...settingsFor(emulator), expect: expecting({ interfaces: new Map([['eth0', mac]]) }) }
  const report = await examined(settings)
  expect(identityChecks(report)).toMatchObject([{ status: 'failed', code: 'appliance-not-identifiable' }])
  expect(report.identity).toBeUndefined()
})

test('certificates are compared, and areas without TLS need interfaces or are listed', async () => {
  const [pem, other] = [await selfSigned(), await selfSigned()]
  const emulator = await started({ tls: pem })
  const fingerprintOf = ({ cert }: { cert: string }) => new X509Certificate(cert).fingerprint256
  const settings = settingsFor(emulator, { tls: { insecure: true } })
  const seen = await examined(settings)
  expect(seen.identity?.certificateFingerprints).toEqual([fingerprintOf(pem)])
  expect(textOf(seen)).toContain(`# certificate_fingerprints = ["${fingerprintOf(pem)}"]`)
  const right = await examined({
    ...settings,
    expect: expecting({ certificateFingerprints: [fingerprintOf(pem)] }),
  })
  expect(right.healthy).toBe(true)
  expect(identityChecks(right).every(({ status }) => status === 'passed')).toBe(true)
  const wrong = await examined({
    ...settings,
    expect: expecting({ certificateFingerprints: [fingerprintOf(other)] }),
  })
  expect(new Set(failuresOf(wrong).map(({ code }) => code))).toEqual(new Set(['appliance-not-expected']))

  const plain = await started()
  const mixed = {
    ...settings,
    endpoints: { ...settings.endpoints, records: { url: plain.urls.records } },
  }
  const pinned = { certificateFingerprints: [fingerprintOf(pem)] }
  expect(failuresOf(await examined({ ...mixed, expect: expecting(pinned) }))).toMatchObject([
    { areas: ['records'], code: 'area-not-checkable' },
  ])
  const listed = await examined({
    ...mixed,
    expect: expecting({ ...pinned, uncheckedAreas: new Set(['records']) }),
  })
  expect(identityChecks(listed)).toContainEqual(
    expect.objectContaining({ status: 'warning', areas: ['records'] }),
  )
})

test('an area at another host is named in a comment of the block', async () => {
  const emulator = await started({ host: '0.0.0.0' })
  const settings = settingsFor(emulator)
  const elsewhere = {
    ...settings,
    endpoints: {
      ...settings.endpoints,
      network: { url: emulator.urls.base.replace('0.0.0.0', '127.0.0.1') },
    },
  }
  const text = textOf(await examine({ settings: elsewhere }, new Date(), new AbortController().signal))
  expect(text).toMatch(/# Required to use areas[^\n]*\n {2}# unchecked_areas = \["categories", /)
})
