import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Emulator, startEmulator } from '../../src/emulator/emulator'
import { get, send } from './requests'

const folder = mkdtempSync(join(tmpdir(), 'emulator-tls-'))
const server = selfSigned('server')
const client = selfSigned('client')
const stranger = selfSigned('stranger')
let emulator: Emulator | undefined

afterEach(() => emulator?.close())
afterAll(() => rmSync(folder, { recursive: true }))

test('both listeners speak TLS', async () => {
  emulator = await startEmulator({ tls: server })
  emulator.store.create({ name: 'ads' })
  expect(emulator.urls.categories).toMatch(/^https:/)
  const tls = { ca: server.cert }
  expect(await send('GET', `${emulator.urls.categories}/categories/list`, { tls })).toMatchObject({
    status: 200,
  })
  expect(await send('GET', `${emulator.urls.legacy}/categories/250/a.com`, { tls })).toMatchObject({
    status: 200,
  })
  await expect(get(`${emulator.urls.categories}/categories/list`)).rejects.toMatchObject({
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  })
})

test('a client certificate is required where an authority for it is given', async () => {
  emulator = await startEmulator({ tls: { ...server, clientCa: client.cert } })
  const url = `${emulator.urls.categories}/categories/list`
  expect((await send('GET', url, { tls: { ca: server.cert, ...client } })).status).toBe(200)
  await expect(send('GET', url, { tls: { ca: server.cert } })).rejects.toThrow()
  await expect(send('GET', url, { tls: { ca: server.cert, ...stranger } })).rejects.toThrow()
  expect(emulator.journal.entries()).toHaveLength(1)
})

test('faults cut TLS connections too', async () => {
  emulator = await startEmulator({ tls: server })
  const url = `${emulator.urls.categories}/categories/list`
  emulator.faults.set([{ effect: 'queue-full', times: 1 }, { effect: 'drop' }])
  await expect(send('GET', url, { tls: { ca: server.cert } })).rejects.toMatchObject({ code: 'ECONNRESET' })
  await expect(send('GET', url, { tls: { ca: server.cert } })).rejects.toMatchObject({ code: 'ECONNRESET' })
})

/** A key and a certificate for 127.0.0.1 that signs itself. */
function selfSigned(name: string): { readonly key: string; readonly cert: string } {
  const [key, cert, settings] = ['key', 'crt', 'cnf'].map((extension) => join(folder, `${name}.${extension}`))
  if (key === undefined || cert === undefined || settings === undefined)
    throw new Error('three files are needed')
  writeFileSync(
    settings,
    `[req]\ndistinguished_name=dn\nx509_extensions=ext\nprompt=no\n[dn]\nCN=${name}\n[ext]\nsubjectAltName=IP:127.0.0.1\n`,
  )
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const files = ['-config', settings, '-keyout', key, '-out', cert]
  execFileSync('openssl', ['req', '-x509', '-days', '2', ...curve, ...files], { stdio: 'pipe' })
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
}
