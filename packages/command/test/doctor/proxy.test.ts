import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { type Emulator, startEmulator } from '@webfilter/appliance-emulator'
import { checksOf, examined, failuresOf } from './examined'

let emulator: Emulator
let proxy: Server
const asked: (string | undefined)[] = []

beforeAll(async () => {
  emulator = await startEmulator({ allowedHosts: ['appliance.example'] })
  proxy = createServer()
  // Whatever it is asked for, it leads to the emulator: the name of the appliance need not be known here.
  proxy.on('connect', ({ url, headers }, socket) => {
    asked.push(url)
    if (headers['proxy-authorization'] !== `Basic ${btoa('ann:hunter22')}`)
      return socket.end('HTTP/1.1 407 Who are you\r\n\r\n')
    const onward = connect(Number(new URL(emulator.urls.base).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Open\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  proxy.close()
  await emulator.close()
})

const through = (credentials: string) => {
  const address = proxy.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return examined({
    endpoints: { network: { url: 'http://appliance.example:9500' } },
    token: 'a-secret-of-ours',
    proxies: { http: `http://${credentials}127.0.0.1:${port}` },
  })
}

test('a listener behind a proxy is reached and asked through it', async () => {
  const report = await through('ann:hunter22@')
  expect(failuresOf(report)).toEqual([])
  expect(checksOf(report, 'route', 'network')).toMatchObject([{ status: 'passed' }])
  expect(new Set(asked)).toEqual(new Set(['appliance.example:9500']))
})

test('a key that goes over a network without TLS is warned of', async () => {
  expect(checksOf(await through('ann:hunter22@'), 'reach', 'network')).toMatchObject([
    { status: 'warning', finding: expect.stringContaining('without TLS') },
  ])
})

test('a proxy that refuses to connect is reported, without its credentials', async () => {
  const report = await through('ann:wrong-one@')
  expect(failuresOf(report)).toMatchObject([
    {
      check: 'reach',
      finding: expect.stringContaining('HTTP status 407'),
      hint: expect.stringContaining('user name and password of the proxy'),
    },
  ])
  expect(JSON.stringify(report)).not.toContain('wrong-one')
})
