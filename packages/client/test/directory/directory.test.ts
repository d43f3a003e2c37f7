import { once } from 'node:events'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { connect } from '../../src/appliance'
import { brokenExchange } from '../../src/http/transport'
import { caught } from '../caught'
import { opened, signal } from './directory-server'

describe('a socket', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'socket-'))
  })

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  async function errorAt(path: string) {
    const appliance = connect({ endpoints: { directory: { url: `unix://${path}` } }, retries: 0 })
    opened.push(appliance)
    return await caught(appliance.directory.service.status(signal))
  }

  it('that is missing says where to run, and how to forward it', async () => {
    const error = await errorAt(join(folder, 'nowhere.sock'))
    expect(diagnosticOf(error).message).toContain('ENOENT')
    expect(diagnosticOf(error).code).toBe('socket-unreachable')
    expect(diagnosticOf(error).advice).toContain('Run Terraform on the appliance')
    expect(diagnosticOf(error).advice).toContain('ssh -L')
  })

  it('that nobody serves any more says what to start', async () => {
    const path = join(folder, 'stale.sock')
    // A server that closes removes its socket, unless it is found under another name.
    const server = createServer().listen(join(folder, 'served.sock'))
    await once(server, 'listening')
    renameSync(join(folder, 'served.sock'), path)
    server.close()
    const error = await errorAt(path)
    expect(diagnosticOf(error).message).toContain('ECONNREFUSED')
    expect(diagnosticOf(error).advice).toContain('Start the service behind the socket')
  })

  it.each([
    ['file', (path: string) => writeFileSync(path, '')],
    ['folder', (path: string) => mkdirSync(path)],
  ])('that is a %s says so', async (_, make) => {
    const path = join(folder, 'nothing.sock')
    make(path)
    const error = await errorAt(path)
    expect(diagnosticOf(error).advice).toBe(
      'The path in endpoints.directory.url is a file or a folder. Set it to the path of the socket itself.',
    )
  })

  it('that is forbidden says who may open it', () => {
    const endpoint = {
      area: 'directory',
      origin: 'http://localhost',
      prefix: '',
      ssh: undefined,
      headers: {},
      sendsSecrets: false,
      address: { name: 'endpoints.directory.url' },
      token: undefined,
    } as const
    const forbidden = Object.assign(new Error('connect EACCES /run/x.sock'), { code: 'EACCES' })
    const error = brokenExchange(
      { ...endpoint, socketPath: '/run/x.sock' },
      'GET http://localhost/',
      forbidden,
      false,
    )
    expect([error.kind, error.transient]).toEqual(['unreachable', false])
    expect(diagnosticOf(error).advice).toContain('Run Terraform as a user that can read and write the socket')
  })
})
