import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAreas } from '../src/areas'
import { emulatorCommand } from '../src/command/command'
import { effects } from '../src/faults'
import {
  baseListener,
  categoriesListener,
  directoryListener,
  legacyListener,
  recordsListener,
} from '../src/listeners'

const tokenVariable = 'APPLIANCE_EMULATOR_TOKEN'
const folder = mkdtempSync(join(tmpdir(), 'emulator-command-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => {
  delete process.env[tokenVariable]
})

/** Runs the command in this process until it prints its help, refuses its options, or cannot start. */
async function run(...words: string[]): Promise<string> {
  let printed = ''
  const write = (text: string) => {
    printed += text
  }
  const command = emulatorCommand().exitOverride().configureOutput({ writeOut: write, writeErr: write })
  const failure = await command.parseAsync(words, { from: 'user' }).then(
    () => new Error('the emulator runs'),
    (error: Error) => error,
  )
  return printed === '' ? failure.message : printed
}

describe('the help', () => {
  test.each([
    '--port <port>',
    '--legacy-port <port>',
    '--base-port <port>',
    '--records-port <port>',
    '--control-port <port>',
    '--socket <path>',
    '--host <address>',
    '--allow-host <name>',
    '--token <token>',
    '--generation <which>',
    '--list <which>',
    '--category <name>',
    '--directory <state>',
    '--absence <text>',
    '--directory-status <form>',
    '--last-backup <form>',
    '--empty-attributes <what>',
    '--unsent-attributes <what>',
    '--existing-members <what>',
    '--signing-requests <how>',
    '--record-answers <form>',
    '--members-without-password <what>',
    '--unknown-organizations <what>',
    '--proxy <url>',
    '--dns-server <address>',
    '--generate-records <database=count>',
    '--store-certificate <common name>',
    '--interface <name=address>',
    '--data <file>',
    '--quiet',
    '1.2.3.4 is stored as 16909060.addr',
    'by source address; tokens are ignored',
    'PUT /faults',
    'GET /journal',
    'GET /state',
    tokenVariable,
  ])('explains %s', async (text) => {
    expect(await run('--help')).toContain(text)
  })

  test('names every operation that a fault can be aimed at', async () => {
    const areas = openAreas(undefined, {})
    const routes = [
      ...categoriesListener(areas, {}).routes,
      ...legacyListener(areas, {}).routes,
      ...baseListener(areas, {}).routes,
      ...recordsListener(areas, {}).routes,
      ...directoryListener(areas, '/').routes,
    ]
    const words = new Set((await run('--help')).split(/[\s,]+/))
    expect(routes.map(({ operation }) => operation).filter((operation) => !words.has(operation))).toEqual([])
  })

  test('has a line for every effect of a fault', async () => {
    const help = await run('--help')
    expect(effects.filter((effect) => !help.includes(`{"effect": "${effect}"`))).toEqual([])
  })

  test('does not show a token that is in the environment', async () => {
    process.env[tokenVariable] = 'open sesame'
    expect(await run('--help')).not.toContain('open sesame')
  })
})

describe('options are refused with what is wrong', () => {
  test.each([
    [['--bogus'], "unknown option '--bogus'"],
    [['--port', '70000'], 'A port must be a number from 0 to 65535.'],
    [['--port', 'http'], 'A port must be a number from 0 to 65535.'],
    [['--generation', 'newest'], 'Allowed choices are older, autonomous, both.'],
    [['--token', ''], 'The token is empty. Pass a token, or remove the option to require none.'],
    [['--socket', ''], 'The path is empty.'],
    [['--category', ' '], 'The name is empty.'],
    [['--directory', 'asleep'], 'Allowed choices are running, stopped, switched-off, not-installed.'],
    [['--directory-status', 'xml'], 'Allowed choices are ini, without-running, word.'],
    [['--last-backup', 'xml'], 'Allowed choices are size-and-time, with-filename, sentence.'],
    [['--empty-attributes', 'kept'], 'Allowed choices are cleared, refused, ignored.'],
    [['--signing-requests', 'never'], 'Allowed choices are repeatable, once.'],
    [['--record-answers', 'xml'], 'Allowed choices are collection, collection-or-refusal, sentences, '],
    [['--proxy', 'https://127.0.0.1:3128'], 'A proxy must be http://host:port'],
    [['--proxy', 'http://127.0.0.1:3128/x'], 'A proxy must be http://host:port'],
    [
      ['--allow-host', 'http://appliance.test'],
      'without a scheme, a port and a path, such as appliance.test',
    ],
    [['--allow-host', 'appliance.test:9503'], 'without a scheme, a port and a path'],
    [['--allow-host', '*.test'], 'Repeat the option for each name.'],
    [['--dns-server', 'localhost'], 'A DNS server must be an address'],
    [['--generate-records', '1270002=5'], 'such as 127.0.0.2=1000'],
    [['--generate-records', '127.0.0.2=0'], 'such as 127.0.0.2=1000'],
    [['--interface', 'eth0'], 'such as eth0=00:0c:29:4f:8e:35'],
    [['--interface', 'eth0=00:00:00:00:00:00'], 'such as eth0=00:0c:29:4f:8e:35'],
    [
      ['--port', '9507'],
      '--port and --records-port are both 9507. Choose different ports, or 0 for any free one.',
    ],
    [['--base-port', '4444', '--control-port', '4444'], '--base-port and --control-port are both 4444.'],
    [
      ['--generation', 'autonomous', '--list', 'autonomous'],
      '--list chooses between two generations, but --generation autonomous leaves only one. Remove one of the two options.',
    ],
  ])('%j', async (words, message) => {
    expect(await run(...words)).toContain(message)
  })

  test('a token that is empty in the environment', async () => {
    process.env[tokenVariable] = ''
    expect(await run()).toContain('The token is empty.')
  })
})

describe('an emulator that cannot start', () => {
  const free = ['--port', '--legacy-port', '--base-port', '--records-port'].flatMap((port) => [port, '0'])
  let other: Server
  beforeEach(() => {
    other = createServer()
  })
  afterEach(() => other.close())
  const places = [...free, '--socket', join(folder, 'directory.sock')]

  test('names the port that is in use, and what to do', async () => {
    const port = await listening(other)
    expect(await run(...places, '--legacy-port', String(port))).toBe(
      `Port ${port} of 127.0.0.1 is already in use. Stop the program that listens there, or choose other ports with ` +
        '--port, --legacy-port, --base-port, --records-port and --control-port (0 for any free one).',
    )
  })

  test('names the socket that is in use, and the one that cannot be made', async () => {
    const socket = join(folder, 'used.sock')
    await new Promise<void>((resolve) => other.listen(socket, resolve))
    expect(await run(...free, '--socket', socket)).toBe(
      `The socket ${socket} is already in use. Stop the program that listens there, or choose another socket with --socket.`,
    )
    const lost = join(folder, 'no-such-folder', 'directory.sock')
    expect(await run(...free, '--socket', lost)).toBe(
      `The socket ${lost} cannot be created: its folder does not exist, or you may not write to it. ` +
        'Choose a socket in another folder with --socket.',
    )
  })

  test('names the data file that cannot be made, and the line of one that is no change', async () => {
    const lost = join(folder, 'no-such-folder', 'appliance.data')
    expect(await run(...places, '--data', lost)).toBe(
      `The file ${lost} cannot be created. Choose a file in an existing folder with --data.`,
    )
    const broken = join(folder, 'broken.data')
    writeFileSync(broken, 'shopping list\n')
    expect(await run(...places, '--data', broken)).toBe(
      `Line 1 of ${broken} is not a change that an emulator wrote. Fix it, or start with another file.`,
    )
  })

  test('names the address that this machine does not have', async () => {
    expect(await run(...places, '--host', '192.0.2.1')).toMatch(
      /^This machine does not have that address: .+ Choose an address of this machine with --host\.$/,
    )
  })
})

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
