import { selfSigned } from '../../../test/self-signed'
import { type Emulator, startEmulator } from '../src/emulator'
import { get, send } from '../src/testing/requests'

type Certificate = Awaited<ReturnType<typeof selfSigned>>

let server: Certificate
let client: Certificate
let unknown: Certificate
let emulator: Emulator | undefined

beforeAll(async () => {
  server = await selfSigned()
  client = await selfSigned()
  unknown = await selfSigned()
})
afterEach(() => emulator?.close())

test('all ports speak TLS', async () => {
  emulator = await startEmulator({ tls: server })
  emulator.store.create({ name: 'ads' })
  expect(emulator.urls.categories).toMatch(/^https:/)
  const tls = trusting(server)
  expect(await send('GET', `${emulator.urls.categories}/categories/list`, { tls })).toMatchObject({
    status: 200,
  })
  expect(await send('GET', `${emulator.urls.legacy}/categories/250/a.com`, { tls })).toMatchObject({
    status: 200,
  })
  for (const url of [
    `${emulator.urls.base}/system/network/interfaces`,
    `${emulator.urls.records}/databases/list`,
  ])
    expect(await send('GET', url, { tls })).toMatchObject({ status: 200 })
  await expect(get(`${emulator.urls.categories}/categories/list`)).rejects.toMatchObject({
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  })
})

test('a client certificate is required if an authority for it is given', async () => {
  emulator = await startEmulator({ tls: { ...server, clientCa: client.cert } })
  const url = `${emulator.urls.categories}/categories/list`
  expect((await send('GET', url, { tls: { ...trusting(server), ...client } })).status).toBe(200)
  await expect(send('GET', url, { tls: trusting(server) })).rejects.toThrow()
  await expect(send('GET', url, { tls: { ...trusting(server), ...unknown } })).rejects.toThrow()
  expect(emulator.journal.entries()).toHaveLength(1)
})

test('faults cut TLS connections too', async () => {
  emulator = await startEmulator({ tls: server })
  const url = `${emulator.urls.categories}/categories/list`
  emulator.faults.set([{ effect: 'queue-full', times: 1 }, { effect: 'drop' }])
  await expect(send('GET', url, { tls: trusting(server) })).rejects.toMatchObject({ code: 'ECONNRESET' })
  await expect(send('GET', url, { tls: trusting(server) })).rejects.toMatchObject({ code: 'ECONNRESET' })
})

/** The certificate is for this name, and the emulator listens on an address. */
function trusting({ cert }: Certificate) {
  return { ca: cert, servername: 'localhost' }
}
