import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeStaleSocketFolders } from '../../../src/terraform/plugin/stale-sockets'

const prefix = 'terraform-provider-test-'
const twoHoursAgo = new Date(Date.now() - 7_200_000)
const servers: Server[] = []
let parent: string

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'tf-'))
})

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
  rmSync(parent, { recursive: true, force: true })
})

function folderNamed(name: string): string {
  const folder = join(parent, name)
  mkdirSync(folder, { mode: 0o700 })
  return folder
}

/** A socket whose process was killed: the file is there, and nobody listens. */
function abandonSocket(folder: string): void {
  const script = `require('net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`
  spawnSync(process.execPath, ['-e', script, join(folder, 'plugin.sock')])
}

function age(folder: string): void {
  utimesSync(folder, twoHoursAgo, twoHoursAgo)
}

describe('folders that are removed', () => {
  it('are old ones whose process was killed', async () => {
    const folder = folderNamed(`${prefix}killed`)
    abandonSocket(folder)
    expect(existsSync(join(folder, 'plugin.sock'))).toBe(true)
    age(folder)
    await removeStaleSocketFolders(parent, prefix)
    expect(existsSync(folder)).toBe(false)
  })

  it('are also those after one that disappears meanwhile', async () => {
    const [live, passing, killed] = ['1', '2', '3'].map((name) => folderNamed(`${prefix}${name}`))
    const server = createServer((socket) => {
      rmSync(passing ?? '', { recursive: true, force: true })
      socket.destroy()
    })
    servers.push(server.listen(join(live ?? '', 'plugin.sock')))
    await once(server, 'listening')
    for (const folder of [live, passing, killed]) age(folder ?? '')
    await removeStaleSocketFolders(parent, prefix)
    expect([live, passing, killed].map((folder) => existsSync(folder ?? ''))).toEqual([true, false, false])
  })

  it('are old ones that never had a socket', async () => {
    const folder = folderNamed(`${prefix}empty`)
    age(folder)
    await removeStaleSocketFolders(parent, prefix)
    expect(existsSync(folder)).toBe(false)
  })
})

describe('folders that are kept', () => {
  it('are those in use', async () => {
    const folder = folderNamed(`${prefix}live`)
    const server = createServer((socket) => socket.destroy()).listen(join(folder, 'plugin.sock'))
    servers.push(server)
    await once(server, 'listening')
    age(folder)
    await removeStaleSocketFolders(parent, prefix)
    expect(existsSync(folder)).toBe(true)
  })

  it('are young ones, for their process may not listen yet', async () => {
    const folder = folderNamed(`${prefix}young`)
    await removeStaleSocketFolders(parent, prefix)
    expect(existsSync(folder)).toBe(true)
  })

  it('are those with other names', async () => {
    const folder = folderNamed('terraform-provider-other-x')
    age(folder)
    await removeStaleSocketFolders(parent, prefix)
    expect(existsSync(folder)).toBe(true)
  })

  it('are files and links, and what links point to', async () => {
    const precious = folderNamed('precious')
    symlinkSync(precious, join(parent, `${prefix}link`))
    age(precious)
    writeFileSync(join(parent, `${prefix}file`), '')
    age(join(parent, `${prefix}file`))
    await removeStaleSocketFolders(parent, prefix)
    expect(existsSync(precious)).toBe(true)
    expect(existsSync(join(parent, `${prefix}file`))).toBe(true)
  })
})
