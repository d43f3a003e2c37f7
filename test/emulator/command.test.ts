import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { version } from '../../package.json'
import { type Ended, RunningCommand } from './command-line'
import { get } from './requests'

const folder = mkdtempSync(join(tmpdir(), 'appliance-command-'))
afterAll(() => rmSync(folder, { recursive: true }))

const anyPorts = ['--port', '0', '--legacy-port', '0']
const start = (words: readonly string[], environment = {}) => new RunningCommand(words, environment)
const run = (...words: string[]): Promise<Ended> => start(words).ended

describe('help and version', () => {
  test('--version prints the version that was built in', async () => {
    expect(await run('--version')).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  test('--help lists the commands', async () => {
    const { code, stdout } = await run('--help')
    expect(code).toBe(0)
    expect(stdout).toMatch(/emulator.+start an appliance to try configurations on/)
  })

  test.each([
    '--port <port>',
    '--legacy-port <port>',
    '--host <address>',
    '--token <token>',
    '--generation <which>',
    '--list <which>',
    '--data <file>',
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
    [['emulator', '--port', '70000'], 'A port is a number from 0 to 65535.'],
    [['emulator', '--port', 'http'], 'A port is a number from 0 to 65535.'],
    [['emulator', '--generation', 'newest'], 'Allowed choices are older, autonomous, both.'],
  ])('%j is refused with what is wrong', async (words, message) => {
    const { code, stderr, stdout } = await run(...words)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(message)
  })
})

describe('a running emulator', () => {
  test('prints where it listens, a provider block, and each request', async () => {
    const running = start(['emulator', ...anyPorts])
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
    const running = start(['emulator', '--quiet', ...anyPorts])
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
    const running = start(['emulator', ...anyPorts, ...words], environment)
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
    const running = start(['emulator', ...anyPorts, ...words])
    const greeting = await running.printed('Stop with Ctrl-C.')
    const url = /export APPLIANCE_CATEGORIES_URL=(\S+)/.exec(greeting)?.[1] ?? ''
    expect(greeting).toContain('older and autonomous routes, autonomous list')
    expect((await get(`${url}/categories/list`)).json).toEqual({ status: true, info: '', categories: {} })
    await running.stop('SIGTERM')
  })

  test('ends although a client keeps its connection', async () => {
    const running = start(['emulator', ...anyPorts])
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
    const ended = await run('emulator', '--port', '0', '--legacy-port', String(port))
    other.close()
    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).toBe(
      `Port ${port} of 127.0.0.1 is in use already. Stop what listens there, or choose other ports ` +
        'with --port, --legacy-port and --control-port (0 for any free one).\n',
    )
  })

  test('names the data file that cannot be made', async () => {
    const file = join(folder, 'no-such-folder', 'appliance.data')
    const { code, stderr } = await run('emulator', ...anyPorts, '--data', file)
    expect(code).toBe(1)
    expect(stderr).toBe(
      `The file ${file} cannot be created. Choose a file in an existing folder with --data.\n`,
    )
  })

  test('names the line of a data file that is no change', async () => {
    const file = join(folder, 'broken.data')
    writeFileSync(file, 'shopping list\n')
    const { code, stderr } = await run('emulator', ...anyPorts, '--data', file)
    expect(code).toBe(1)
    expect(stderr).toBe(
      `Line 1 of ${file} is not a change that an emulator wrote. Mend it, or start with another file.\n`,
    )
  })

  test('names the address that this machine does not have', async () => {
    const { code, stderr } = await run('emulator', ...anyPorts, '--host', '192.0.2.1')
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^This machine has no such address to listen on: .+ Choose one of its own with --host\.\n$/,
    )
  })
})
