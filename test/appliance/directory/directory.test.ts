import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../../../src/appliance/appliance'
import { brokenExchange } from '../../../src/appliance/http/transport'
import { noSecrets } from '../../../src/appliance/quotation/secrets'
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
    expect(error.message).toContain('ENOENT')
    expect(error.diagnostic.code).toBe('socket-unreachable')
    expect(error.diagnostic.advice).toContain('Run Terraform on the appliance')
    expect(error.diagnostic.advice).toContain('ssh -L')
  })

  it('that nobody serves any more says what to start', async () => {
    const path = join(folder, 'stale.sock')
    // A server that closes removes its socket; a file in its place refuses as one does that was left behind.
    writeFileSync(path, '')
    const error = await errorAt(path)
    expect(error.message).toContain('ECONNREFUSED')
    expect(error.diagnostic.advice).toContain('Start the service behind the socket')
  })

  it('that is forbidden says who may open it', () => {
    const endpoint = {
      area: 'directory',
      origin: 'http://localhost',
      prefix: '',
      headers: {},
      sendsSecrets: false,
      secrets: noSecrets,
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
    expect(error.diagnostic.advice).toContain('Run Terraform as a user that can read and write the socket')
  })
})
