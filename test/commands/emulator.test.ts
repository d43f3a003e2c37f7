import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { get, send } from '@webfilter/appliance-emulator/testing'
import { version } from '../../package.json'

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
    [['bogus'], "unknown command 'bogus'"],
    [['emulator', '--port', '70000'], 'A port must be a number from 0 to 65535.'],
  ])('%j is refused with what is wrong', async (words, message) => {
    const { code, stderr, stdout } = await run(...words)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(message)
  })
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

  test('is reached by names that are allowed, and by no others', async () => {
    const words = ['--allow-host', 'Appliance.test', '--allow-host', 'bücher.example']
    const running = start(['emulator', ...placesIn(folder), ...words])
    const greeting = await running.printed('Stop with Ctrl-C.')
    const url = /export APPLIANCE_CATEGORIES_URL=(\S+)/.exec(greeting)?.[1] ?? ''
    const statusAt = async (host: string) => (await get(`${url}/categories/list`, { host })).status
    const hosts = ['127.0.0.1', 'appliance.test:9503', 'xn--bcher-kva.example', 'evil.example']
    expect(await Promise.all(hosts.map(statusAt))).toEqual([200, 200, 200, 421])
    await running.printed('GET /categories/list 421\n')
    await running.stop('SIGTERM')
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
  test('ends with what is wrong, such as the port that is in use', async () => {
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
})
