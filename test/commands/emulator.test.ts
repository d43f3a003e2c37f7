import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  baseListener,
  categoriesListener,
  directoryListener,
  legacyListener,
  openAreas,
  recordsListener,
} from '@webfilter/appliance-emulator'
import { version } from '../../package.json'

import { get, send } from '../../packages/emulator/test/requests'
import { type Ended, placesIn, RunningCommand } from './running-command'

const folder = mkdtempSync(join(tmpdir(), 'appliance-command-'))
afterAll(() => rmSync(folder, { recursive: true }))

const start = (words: readonly string[], environment = {}) => new RunningCommand(words, environment)
const run = (...words: string[]): Promise<Ended> => start(words).ended

describe('help and version', () => {
  test('--version prints the version that was built in', async () => {
    expect(await run('--version')).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  test('--help lists the commands', async () => {
    const { code, stdout } = await run('--help')
    expect(code).toBe(0)
    expect(stdout).toMatch(/emulator.+start an emulated appliance to try\s+configurations on/)
  })

  test.each([
    '--port <port>',
    '--legacy-port <port>',
    '--host <address>',
    '--token <token>',
    '--generation <which>',
    '--list <which>',
    '--category <name>',
    '1.2.3.4 is stored as 16909060.addr',
    'by source address; tokens are ignored',
    '--data <file>',
    '--base-port <port>',
    '--records-port <port>',
    '--socket <path>',
    '--directory <state>',
    '--absence <text>',
    '--directory-status <form>',
    '--last-backup <form>',
    '--empty-attributes <what>',
    '--signing-requests <how>',
    '--members-without-password <what>',
    '--unknown-organizations <what>',
    '--proxy <url>',
    '--dns-server <address>',
    '--generate-records <database=count>',
    '--store-certificate <common name>',
    '--control-port <port>',
    '--quiet',
    'PUT /faults',
    'GET /journal',
    'GET /state',
    'APPLIANCE_EMULATOR_TOKEN',
  ])('emulator --help explains %s', async (text) => {
    const { code, stdout } = await run('emulator', '--help')
    expect(code).toBe(0)
    expect(stdout).toContain(text)
  })

  test('help does not show a token that is in the environment', async () => {
    const { stdout } = await start(['emulator', '--help'], { APPLIANCE_EMULATOR_TOKEN: 'open sesame' }).ended
    expect(stdout).not.toContain('open sesame')
  })

  test.each([
    [['bogus'], "unknown command 'bogus'"],
    [['emulator', '--bogus'], "unknown option '--bogus'"],
    [['emulator', '--port', '70000'], 'A port must be a number from 0 to 65535.'],
    [['emulator', '--port', 'http'], 'A port must be a number from 0 to 65535.'],
    [['emulator', '--generation', 'newest'], 'Allowed choices are older, autonomous, both.'],
    [['emulator', '--token', ''], 'The token is empty. Pass a token, or remove the option to require none.'],
    [['emulator', '--socket', ''], 'The path is empty.'],
    [['emulator', '--category', ' '], 'The name is empty.'],
    [
      ['emulator', '--directory', 'asleep'],
      'Allowed choices are running, stopped, switched-off, not-installed.',
    ],
    [['emulator', '--directory-status', 'xml'], 'Allowed choices are ini, without-running, word.'],
    [['emulator', '--last-backup', 'xml'], 'Allowed choices are size-and-time, with-filename, sentence.'],
    [['emulator', '--empty-attributes', 'kept'], 'Allowed choices are cleared, refused, ignored.'],
    [['emulator', '--signing-requests', 'never'], 'Allowed choices are repeatable, once.'],
    [['emulator', '--proxy', 'https://127.0.0.1:3128'], 'A proxy must be http://host:port'],
    [['emulator', '--proxy', 'http://127.0.0.1:3128/x'], 'A proxy must be http://host:port'],
    [['emulator', '--dns-server', 'localhost'], 'A DNS server must be an address'],
    [['emulator', '--generate-records', '1270002=5'], 'such as 127.0.0.2=1000'],
    [['emulator', '--generate-records', '127.0.0.2=0'], 'such as 127.0.0.2=1000'],
    [
      ['emulator', '--port', '9507'],
      '--port and --records-port are both 9507. Choose different ports, or 0 for any free one.',
    ],
    [
      ['emulator', '--base-port', '4444', '--control-port', '4444'],
      '--base-port and --control-port are both 4444.',
    ],
    [
      ['emulator', '--generation', 'autonomous', '--list', 'autonomous'],
      '--list chooses between two generations, but --generation autonomous leaves only one. Remove one of the two options.',
    ],
  ])('%j is refused with what is wrong', async (words, message) => {
    const { code, stderr, stdout } = await run(...words)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(message)
  })
})

test('a token that is empty in the environment is refused too', async () => {
  const { code, stderr } = await start(['emulator'], { APPLIANCE_EMULATOR_TOKEN: '' }).ended
  expect(code).toBe(1)
  expect(stderr).toContain('The token is empty.')
})

test('emulator --help names every operation that a fault can be aimed at', async () => {
  const areas = openAreas(undefined, {})
  const routes = [
    ...categoriesListener(areas, {}).routes,
    ...legacyListener(areas, {}).routes,
    ...baseListener(areas, {}).routes,
    ...recordsListener(areas, {}).routes,
    ...directoryListener(areas, '/').routes,
  ]
  const { stdout } = await run('emulator', '--help')
  const words = new Set(stdout.split(/[\s,]+/))
  expect(routes.map(({ operation }) => operation).filter((operation) => !words.has(operation))).toEqual([])
})

describe('a running emulator', () => {
  test('prints where it listens, a provider block, and each request', async () => {
    const running = start(['emulator', ...placesIn(folder)])
    const greeting = await running.printed('Stop with Ctrl-C.')
    const url = /categories += \{ url = "(.+?)" \}/.exec(greeting)?.[1] ?? ''
    expect(greeting).toContain('provider "appliance" {')
    expect(greeting).toContain(`export APPLIANCE_CATEGORIES_URL=${url}`)
    expect(greeting).not.toContain('control')
    expect((await get(`${url}/categories/query/a.com`)).json).toMatchObject({ Status: false })
    await get(`${url}/nothing`)
    await running.printed('GET /categories/query/a.com 200\nGET /nothing 404\n')
    expect(await running.stop('SIGINT')).toMatchObject({ code: 0, signal: null, stderr: '' })
  })

  test('prints no request when it is to be quiet, and ends with 0 on SIGTERM', async () => {
    const running = start(['emulator', '--quiet', ...placesIn(folder)])
    const greeting = await running.printed('Stop with Ctrl-C.')
    const url = /export APPLIANCE_CATEGORIES_URL=(\S+)/.exec(greeting)?.[1] ?? ''
    await get(`${url}/categories/list`)
    const { code, stdout } = await running.stop('SIGTERM')
    expect(code).toBe(0)
    expect(stdout).not.toContain('GET /categories/list')
  })

  test.each([
    ['from the environment', [], { APPLIANCE_EMULATOR_TOKEN: 'open sesame' }],
    ['from the command line', ['--token', 'open sesame'], {}],
  ])('asks for the token %s and never prints it', async (_, words, environment) => {
    const running = start(['emulator', ...placesIn(folder), ...words], environment)
    const greeting = await running.printed('Stop with Ctrl-C.')
    const url = /export APPLIANCE_CATEGORIES_URL=(\S+)/.exec(greeting)?.[1] ?? ''
    expect(greeting).toContain('export APPLIANCE_TOKEN=…')
    expect((await get(`${url}/categories/list`)).status).toBe(403)
    expect((await get(`${url}/categories/list`, { 'X-Auth-Token': 'open sesame' })).status).toBe(200)
    const { stdout, stderr } = await running.stop('SIGTERM')
    expect(stdout + stderr).not.toContain('open sesame')
  })

  test('serves the generation and the list that are asked for', async () => {
    const words = ['--generation', 'both', '--list', 'autonomous']
    const running = start(['emulator', ...placesIn(folder), ...words])
    const greeting = await running.printed('Stop with Ctrl-C.')
    const url = /export APPLIANCE_CATEGORIES_URL=(\S+)/.exec(greeting)?.[1] ?? ''
    expect(greeting).toContain('older and autonomous routes, autonomous list')
    expect((await get(`${url}/categories/list`)).json).toMatchObject({ status: true, categories: {} })
    await running.stop('SIGTERM')
  })

  test('begins with the categories that it is told to, where nothing can create any', async () => {
    const words = [
      '--generation',
      'autonomous',
      '--category',
      'ads',
      '--category',
      "L'équipe",
      '--category',
      'ads',
    ]
    const running = start(['emulator', ...placesIn(folder), ...words])
    const greeting = await running.printed('Stop with Ctrl-C.')
    const url = /export APPLIANCE_CATEGORIES_URL=(\S+)/.exec(greeting)?.[1] ?? ''
    expect(greeting).toContain('autonomous routes')
    expect((await get(`${url}/categories/list`)).json).toMatchObject({
      categories: { 250: { name: 'ads', table: 'category_ads' }, 251: { name: 'Lequipe' } },
    })
    expect((await send('PUT', `${url}/categories/create`, { form: { name: 'news' } })).status).toBe(500)
    await running.stop('SIGTERM')
  })

  test('prints the address of every area, and all are where it says', async () => {
    const words = ['--generate-records', '127.0.0.5=3', '--store-certificate', 'mail.example.org']
    const running = start(['emulator', ...placesIn(folder), ...words])
    const greeting = await running.printed('Stop with Ctrl-C.')
    const urls = Object.fromEntries(
      [...greeting.matchAll(/export APPLIANCE_(\w+)_URL=(\S+)/g)].map(([, area, url]) => [area, url]),
    )
    for (const [area, url] of Object.entries(urls))
      expect(greeting).toMatch(new RegExp(`^      ${area.toLowerCase()} += \\{ url = "${url}" \\}$`, 'm'))
    const analysis = await get(`${urls.ANALYSIS}/analyze/website/direct/a.com:`)
    expect(analysis.json).toMatchObject({ Error: 'INVALID_DOMAIN' })
    expect((await get(`${urls.NETWORK}/system/network/interfaces`)).json).toHaveProperty('interfaces')
    const order = await get(`${urls.CERTIFICATES}/certificate/csr/mail.example.org/0`)
    expect(order.json).toMatchObject({ Status: true })
    expect((await get(`${urls.RECORDS}/databases/list`)).json).toMatchObject({
      Databases: { 1270005: { ipaddr: '127.0.0.5', Items: 3 } },
    })
    const socketPath = urls.DIRECTORY?.replace('unix://', '') ?? ''
    const groups = await send('GET', 'http://localhost/openldap/groups', { socketPath })
    expect(groups.json).toMatchObject({ Status: true })
    await running.stop('SIGTERM')
    expect(existsSync(socketPath)).toBe(false)
  })

  test('finds the directory service as it is told to', async () => {
    const running = start(['emulator', ...placesIn(folder), '--directory', 'not-installed'])
    expect(await running.printed('Stop with Ctrl-C.')).toContain('user directory, not-installed')
    await running.stop('SIGTERM')
  })

  test('keeps the socket in the folder of the user where there is one', async () => {
    const ports = placesIn(folder).slice(0, -2)
    const running = start(['emulator', ...ports], { XDG_RUNTIME_DIR: folder })
    expect(await running.printed('Stop with Ctrl-C.')).toContain(`unix://${folder}/appliance-emulator.sock`)
    await running.stop('SIGTERM')
  })

  test('ends although a client keeps its connection', async () => {
    const running = start(['emulator', ...placesIn(folder)])
    const greeting = await running.printed('Stop with Ctrl-C.')
    const url = /export APPLIANCE_CATEGORIES_URL=(\S+)/.exec(greeting)?.[1] ?? ''
    await (await fetch(`${url}/categories/list`)).text()
    expect(await running.stop('SIGINT')).toMatchObject({ code: 0 })
  })
})

describe('an emulator that cannot start', () => {
  test('names the port that is in use, and what to do', async () => {
    const other = createServer()
    const port = await new Promise<number>((resolve) =>
      other.listen(0, '127.0.0.1', () => {
        const address = other.address()
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      }),
    )
    const ended = await run('emulator', ...placesIn(folder), '--legacy-port', String(port))
    other.close()
    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).toBe(
      `Port ${port} of 127.0.0.1 is already in use. Stop the program that listens there, or choose other ports with ` +
        '--port, --legacy-port, --base-port, --records-port and --control-port (0 for any free one).\n',
    )
  })

  test('names the socket that is in use, and the one that cannot be made', async () => {
    const socket = join(folder, 'used.sock')
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(socket, resolve))
    const used = await run('emulator', ...placesIn(folder), '--socket', socket)
    other.close()
    expect(used).toMatchObject({ code: 1, stdout: '' })
    expect(used.stderr).toBe(
      `The socket ${socket} is already in use. Stop the program that listens there, or choose another socket with --socket.\n`,
    )
    const lost = join(folder, 'no-such-folder', 'directory.sock')
    expect(await run('emulator', ...placesIn(folder), '--socket', lost)).toMatchObject({
      code: 1,
      stderr:
        `The socket ${lost} cannot be created: its folder does not exist, or you may not write to it. ` +
        'Choose a socket in another folder with --socket.\n',
    })
  })

  test('names the data file that cannot be made', async () => {
    const file = join(folder, 'no-such-folder', 'appliance.data')
    const { code, stderr } = await run('emulator', ...placesIn(folder), '--data', file)
    expect(code).toBe(1)
    expect(stderr).toBe(
      `The file ${file} cannot be created. Choose a file in an existing folder with --data.\n`,
    )
  })

  test('names the line of a data file that is no change', async () => {
    const file = join(folder, 'broken.data')
    writeFileSync(file, 'shopping list\n')
    const { code, stderr } = await run('emulator', ...placesIn(folder), '--data', file)
    expect(code).toBe(1)
    expect(stderr).toBe(
      `Line 1 of ${file} is not a change that an emulator wrote. Fix it, or start with another file.\n`,
    )
  })

  test('names the address that this machine does not have', async () => {
    const { code, stderr } = await run('emulator', ...placesIn(folder), '--host', '192.0.2.1')
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^This machine does not have that address: .+ Choose an address of this machine with --host\.\n$/,
    )
  })
})
