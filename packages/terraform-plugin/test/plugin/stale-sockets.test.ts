import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRunning } from '../../src/plugin/process'
import { removeStaleSocketFolders } from '../../src/plugin/socket-folders'

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

/** A socket as a killed process leaves it: the file is there, and nobody listens. Closing removes only what has the old name. */
async function abandonSocket(folder: string, name = 'plugin.sock'): Promise<void> {
  const server = createServer().listen(join(folder, 'listening.sock'))
  await once(server, 'listening')
  renameSync(join(folder, 'listening.sock'), join(folder, name))
  server.close()
  await once(server, 'close')
}

/** A number that no process has. */
function absentProcess(): number {
  for (let number = 4_000_000; ; number -= 1) if (!isRunning(number)) return number
}

function age(folder: string): void {
  utimesSync(folder, twoHoursAgo, twoHoursAgo)
}

describe('folders that are removed', () => {
  it('are old ones whose process was killed', async () => {
    const folder = folderNamed(`${prefix}killed`)
    await abandonSocket(folder)
    expect(existsSync(join(folder, 'plugin.sock'))).toBe(true)
    age(folder)
    await removeStaleSocketFolders(parent, prefix)
    expect(existsSync(folder)).toBe(false)
  })

  it('are young ones, if the process after which the socket is named does not run', async () => {
    const folder = folderNamed(`${prefix}killed`)
    await abandonSocket(folder, `${absentProcess()}.sock`)
    await removeStaleSocketFolders(parent, prefix)
    expect(existsSync(folder)).toBe(false)
  })

  it('are old ones, if another process has the number by now', async () => {
    const folder = folderNamed(`${prefix}killed`)
    await abandonSocket(folder, `${process.pid}.sock`)
    age(folder)
    await removeStaleSocketFolders(parent, prefix)
    expect(existsSync(folder)).toBe(false)
  })

  it('are also those after one that disappears meanwhile', async () => {
    const [live, passing, killed] = ['live01', 'pass02', 'kill03'].map((name) =>
      folderNamed(`${prefix}${name}`),
    )
    await abandonSocket(killed ?? '')
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
})

describe('folders that are kept', () => {
  it('are those in use', async () => {
    const folder = folderNamed(`${prefix}live01`)
    const server = createServer((socket) => socket.destroy()).listen(join(folder, 'plugin.sock'))
    servers.push(server)
    await once(server, 'listening')
    age(folder)
    await removeStaleSocketFolders(parent, prefix)
    expect(existsSync(folder)).toBe(true)
  })

  it('are young ones of which no process is known, or one that runs, for it may not listen yet', async () => {
    const folders = ['young1', 'young2'].map((name) => folderNamed(`${prefix}${name}`))
    for (const [index, name] of ['plugin.sock', `${process.pid}.sock`].entries())
      await abandonSocket(folders[index] ?? '', name)
    await removeStaleSocketFolders(parent, prefix)
    expect(folders.map((folder) => existsSync(folder))).toEqual([true, true])
  })

  it('are those on whose socket somebody listens, even if the process of its name does not run', async () => {
    const folder = folderNamed(`${prefix}live02`)
    const path = join(folder, `${absentProcess()}.sock`)
    servers.push(createServer((socket) => socket.destroy()).listen(path))
    await removeStaleSocketFolders(parent, prefix)
    expect(existsSync(path)).toBe(true)
  })

  it('are those with other names', async () => {
    const names = ['terraform-provider-other-abcdef', `${prefix}longer1`, `${prefix}short`, `${prefix}with-a`]
    const folders = names.map((name) => folderNamed(name))
    for (const folder of folders) {
      await abandonSocket(folder)
      age(folder)
    }
    await removeStaleSocketFolders(parent, prefix)
    expect(folders.map((folder) => existsSync(folder))).toEqual(names.map(() => true))
  })

  it('are files and links, and what links point to', async () => {
    const precious = folderNamed('precious')
    symlinkSync(precious, join(parent, `${prefix}link01`))
    await abandonSocket(precious)
    age(precious)
    writeFileSync(join(parent, `${prefix}file01`), '')
    age(join(parent, `${prefix}file01`))
    await removeStaleSocketFolders(parent, prefix)
    expect(existsSync(precious)).toBe(true)
    expect(existsSync(join(parent, `${prefix}file01`))).toBe(true)
  })

  it('are those of the user, such as an unpacked archive of sources', async () => {
    const sources = folderNamed(`${prefix}master`)
    mkdirSync(join(sources, 'src'))
    writeFileSync(join(sources, 'src', 'main.ts'), 'precious')
    age(sources)
    await removeStaleSocketFolders(parent, prefix)
    expect(readdirSync(join(sources, 'src'))).toEqual(['main.ts'])
  })

  it('are those that hold anything besides the socket, and the socket stays too', async () => {
    const folder = folderNamed(`${prefix}notes1`)
    await abandonSocket(folder)
    writeFileSync(join(folder, 'notes.txt'), 'precious')
    age(folder)
    await removeStaleSocketFolders(parent, prefix)
    expect(readdirSync(folder).sort()).toEqual(['notes.txt', 'plugin.sock'])
  })

  it('are those in which the name of the socket is that of a file, a folder or a link', async () => {
    const folders = ['file', 'fold', 'link'].map((name) => folderNamed(`${prefix}${name}00`))
    const [file = '', folder = '', link = ''] = folders.map((each) => join(each, 'plugin.sock'))
    writeFileSync(file, 'precious')
    mkdirSync(folder)
    symlinkSync(join(parent, 'nowhere'), link)
    for (const each of folders) age(each)
    await removeStaleSocketFolders(parent, prefix)
    expect(folders.map((each) => readdirSync(each))).toEqual([
      ['plugin.sock'],
      ['plugin.sock'],
      ['plugin.sock'],
    ])
  })

  it('are empty ones, since nothing says that the provider made them', async () => {
    const folder = folderNamed(`${prefix}empty1`)
    age(folder)
    await removeStaleSocketFolders(parent, prefix)
    expect(existsSync(folder)).toBe(true)
  })

  it('are those that others may enter, as the provider makes none of these', async () => {
    const folder = folderNamed(`${prefix}shared`)
    await abandonSocket(folder)
    chmodSync(folder, 0o755)
    age(folder)
    await removeStaleSocketFolders(parent, prefix)
    expect(existsSync(folder)).toBe(true)
  })
})
