import { spawnSync } from 'node:child_process'
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { categoryChange, planText } from '../../packages/command/test/review/plans'
import { selfSigned } from '../self-signed'
import { builtCommand, RunningCommand } from './running-command'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'appliance-surroundings-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const itOnLinux = process.platform === 'linux' ? it : it.skip

describe('a full disk', () => {
  itOnLinux('is told in a sentence if the output is written there', () => {
    const plan = write('plan.json', planText([categoryChange('ads', null, ['a.example'])]))
    for (const words of [['version'], ['review', plan], ['explain-code', 'stays']]) {
      const { status, stderr } = spawnSync(process.execPath, [builtCommand, ...words], {
        stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
        encoding: 'utf8',
      })
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr: 'The output cannot be written (ENOSPC). Free some space, or write it elsewhere.\n',
      })
    }
  })

  itOnLinux('changes nothing about the exit code if remarks are written there', () => {
    const { status } = spawnSync(process.execPath, [builtCommand, 'explain-code', 'stays', 'nonsense'], {
      stdio: ['ignore', 'ignore', openSync('/dev/full', 'w')],
    })
    expect(status).toBe(1)
  })
})

/** With so little memory, a note on each of them would end the process. */
it.each(['resource_changes', 'resource_drift', 'prior_state'])(
  'a plan with millions of empty arrays in %s is refused within half a gigabyte',
  (where) => {
    const arrays = `[${'[],'.repeat(2_600_000)}[]]`
    const value = where === 'prior_state' ? `{"values":{"root_module":{"resources":${arrays}}}}` : arrays
    const plan = write('plan.json', `{"format_version":"1.2","planned_values":{},"${where}":${value}}`)
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--max-old-space-size=512', builtCommand, 'review', plan],
      { encoding: 'utf8', timeout: 60_000, killSignal: 'SIGKILL' },
    )
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(/^This is not a plan: invalid value at \S+\. Pass the output of /)
  },
  120_000,
)

describe('a variable of Node that accepts every certificate', () => {
  it.each<readonly [string, (address: string) => Readonly<Record<string, string>>]>([
    ['the appliance', (address) => ({ APPLIANCE_BASE_URL: address })],
    [
      'a proxy',
      (address) => ({
        APPLIANCE_BASE_URL: 'https://appliance.test',
        HTTPS_PROXY: address.replace('//', '//user:password@'),
      }),
    ],
  ])('does not count for %s', async (_, environment) => {
    const received: string[] = []
    const server = createServer(await selfSigned(), (request, response) => {
      received.push(`${request.method} ${request.url}`)
      response.end('{"Status":true}')
    })
    server.on('connect', (request, socket) => {
      received.push(`CONNECT ${request.url}`)
      socket.destroy()
    })
    await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
    try {
      const variables = {
        ...environment(`https://localhost:${(server.address() as AddressInfo).port}`),
        APPLIANCE_TOKEN: 'token',
        NODE_TLS_REJECT_UNAUTHORIZED: '0',
      }
      for (const words of [['doctor'], ['explain', 'ads.example'], ['export', 'out']]) {
        const { code } = await new RunningCommand(words, variables, builtCommand, folder).ended
        expect([words, code, received]).toEqual([words, 1, []])
      }
    } finally {
      server.close()
    }
  })
})

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
