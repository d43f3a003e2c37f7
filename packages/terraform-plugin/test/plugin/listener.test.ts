import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createConnection, createServer, type NetConnectOpts, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Listener, listenInOwnFolder, openListener, socketParents } from '../../src/plugin/listener'

let folder: string
const open: Listener[] = []
const strangers: Server[] = []
const made: string[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tf-'))
})

afterEach(() => {
  for (const listener of open.splice(0)) {
    listener.server.close()
    listener.remove()
  }
  for (const server of strangers.splice(0)) server.close()
  for (const each of [folder, ...made.splice(0)]) rmSync(each, { recursive: true, force: true })
})

async function listen(environment: Readonly<Record<string, string>>, platform: NodeJS.Platform = 'linux') {
  const listener = await openListener({ name: 'test', environment, platform })
  open.push(listener)
  return listener
}

async function canConnect(target: NetConnectOpts): Promise<void> {
  const socket = createConnection(target)
  await once(socket, 'connect')
  socket.destroy()
}

describe('on a unix socket', () => {
  it('makes a folder that is closed to others, and takes it away', async () => {
    const listener = await listen({})
    await canConnect({ path: listener.address })
    expect(statSync(dirname(listener.address)).mode & 0o777).toBe(0o700)
    listener.remove()
    expect(existsSync(dirname(listener.address))).toBe(false)
    expect(() => listener.remove()).not.toThrow()
  })

  it.each([
    ['is long', `/tmp/${'long/'.repeat(30)}`],
    ['is gone', '/tmp/this-folder-does-not-exist'],
    ['is a file', __filename],
    ['has a separator of the handshake in its name', '/tmp/a|b'],
    ['has a line feed in its name', '/tmp/a\nb'],
    ['is within the working directory', '.'],
  ])('is in the usual folder of the system if TMPDIR %s', async (_, TMPDIR) => {
    if (/[|\n]/.test(TMPDIR)) {
      mkdirSync(TMPDIR)
      made.push(TMPDIR)
    }
    const { address } = await listen({ TMPDIR })
    expect(address).toMatch(/^\/tmp\/terraform-provider-test-[^/]+\/\d+\.sock$/)
    await canConnect({ path: address })
  })

  it('is then in the folder of the user for what may be lost, which is closed to others if it is made for that', () => {
    const home = join(folder, 'home')
    mkdirSync(home)
    expect([...socketParents({ TMPDIR: '/var/tmp', HOME: home })]).toEqual([
      '/var/tmp',
      '/tmp',
      join(home, '.cache'),
    ])
    expect(statSync(join(home, '.cache')).mode & 0o777).toBe(0o700)
    expect([...socketParents({ HOME: home, XDG_CACHE_HOME: folder })]).toEqual(['/tmp', folder])
    // The user has no folder: none is made for one.
    expect([...socketParents({ HOME: join(folder, 'none') })]).toContain(join(folder, 'none', '.cache'))
    expect(existsSync(join(folder, 'none'))).toBe(false)
  })

  it('is in the first folder that works, and closed to others whatever the mask of the process', async () => {
    const before = process.umask(0o777)
    try {
      const listener = await listenInOwnFolder([__filename, '.', folder, '/tmp'], 'of-a-test-')
      open.push(listener)
      expect(dirname(dirname(listener.address))).toBe(folder)
      expect(statSync(dirname(listener.address)).mode & 0o777).toBe(0o700)
    } finally {
      process.umask(before)
    }
  })

  it('leaves nothing behind where no folder works, and says why', async () => {
    const long = join(folder, 'long'.repeat(20))
    mkdirSync(long)
    await expect(listenInOwnFolder(['/gone', 'here', long, '/a|b'], 'p-')).rejects.toThrow(
      'No folder for the provider\'s socket was found: "/gone" cannot be used (ENOENT), "here" does not begin with a slash, ' +
        `"${long}" is too long for a socket, "/a|b" has a character that hosts do not read. Set TMPDIR to`,
    )
    expect(readdirSync(long)).toEqual([])
  })

  it('says so if the host names a folder whose name it cannot read', async () => {
    await expect(listen({ PLUGIN_UNIX_SOCKET_DIR: '/tmp/a|b' })).rejects.toThrow(
      'PLUGIN_UNIX_SOCKET_DIR ("/tmp/a|b") has a character that hosts do not read. Choose another folder.',
    )
  })

  it('is in the folder that the host names, and leaves that folder there', async () => {
    const listener = await listen({ PLUGIN_UNIX_SOCKET_DIR: folder })
    expect(dirname(listener.address)).toBe(folder)
    await canConnect({ path: listener.address })
    listener.remove()
    expect(existsSync(listener.address)).toBe(false)
    expect(existsSync(folder)).toBe(true)
  })

  it.each(['by number', 'by name'])('belongs to the group that the host names %s', async (way) => {
    const id = process.getgid?.() ?? 0
    const name = readFileSync('/etc/group', 'utf8').match(new RegExp(`^([^:]+):[^:]*:${id}:`, 'm'))?.[1]
    const group = way === 'by name' && name !== undefined ? name : String(id)
    const { address } = await listen({ PLUGIN_UNIX_SOCKET_DIR: folder, PLUGIN_UNIX_SOCKET_GROUP: group })
    expect(statSync(address)).toMatchObject({ gid: id })
    expect(statSync(address).mode & 0o777).toBe(0o660)
  })

  it('says so when the group does not exist', async () => {
    await expect(
      listen({ PLUGIN_UNIX_SOCKET_DIR: folder, PLUGIN_UNIX_SOCKET_GROUP: 'nobody-knows-this' }),
    ).rejects.toThrow(
      'PLUGIN_UNIX_SOCKET_GROUP names the group "nobody-knows-this", which does not exist on this machine.',
    )
  })
})

describe('on Windows', () => {
  it('takes the first free port of the range', async () => {
    const occupied = createServer().listen(0, '127.0.0.1')
    strangers.push(occupied)
    await once(occupied, 'listening')
    const address = occupied.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    const range = { PLUGIN_MIN_PORT: String(port), PLUGIN_MAX_PORT: String(port + 50) }
    const listener = await listen(range, 'win32')
    const [host, chosen] = listener.address.split(':')
    expect([listener.network, host]).toEqual(['tcp', '127.0.0.1'])
    expect(Number(chosen)).toBeGreaterThan(port)
    expect(Number(chosen)).toBeLessThanOrEqual(port + 50)
    await canConnect({ port: Number(chosen), host: '127.0.0.1' })
    const full = { PLUGIN_MIN_PORT: String(port), PLUGIN_MAX_PORT: String(port) }
    await expect(listen(full, 'win32')).rejects.toThrow(`All ports from ${port} to ${port} are in use.`)
  })
})
