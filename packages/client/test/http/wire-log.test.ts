import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { startEmulator } from '@webfilter/appliance-emulator'
import { aThirdOf } from '../../../../test/lanes/extent'
import { directoryRoutes } from '../../src/directory/routes'
import { jsonBody } from '../../src/protocol/route'
import type { LogFields } from '../../src/settings'
import { logInto } from '../log-lines'
import { encodings, pieceIn, piecesOf } from '../quotation/encodings'
import { body, callerAt, callerOf, closers, create, list, serving, signal } from '../routes-asked'

let lines: { message: string; fields: LogFields }[]
const log = logInto((message, fields = {}) => void lines.push({ message, fields }))
beforeEach(() => {
  lines = []
})

/** What was logged of bodies, without the line that says how long it took. */
const traced = () => lines.filter(({ fields }) => !('milliseconds' in fields))

test('a trace has method, path, status and bodies, and no header', async () => {
  const server = await serving((_, response) => {
    response.writeHead(201, { 'x-of-answer': 'a' }).end('{\r\n"Status": true,\t"Info": "\u001b[2Jä"}')
  })
  await callerAt(server.url, { headers: { 'x-of-request': 'b' }, log }).receive(create, { body }, signal)
  const request = `PUT ${server.url}/categories/create`
  expect(traced()).toEqual([
    { message: 'request to the appliance', fields: { request, body: 'name=a+b%26c%3D%C3%A9&description=' } },
    {
      message: 'answer of the appliance',
      fields: {
        request,
        status: 201,
        body: '{\\u{d}\\n"Status": true,\\u{9}"Info": "\\u{1b}[2Jä"}',
      },
    },
  ])
})

test('what is compressed or no UTF-8 is named, and what is long ends', async () => {
  const answers = [gzipSync('{"a": "hunter"}'), Buffer.from([0x7b, 0xe4, 0x7d]), 'x'.repeat(300_000)]
  const server = await serving((_, response, nth) => void response.end(answers[nth - 1]))
  for (const _ of answers) await callerAt(server.url, { log }).receive(list, {}, signal)
  const bodies = traced().flatMap(({ fields }) => ('status' in fields ? [String(fields.body)] : []))
  expect(bodies).toEqual([
    expect.stringMatching(/^\(not shown: \d+ bytes, compressed\)$/),
    '(not shown: 3 bytes, no UTF-8, most likely ISO-8859-1)',
    `${'x'.repeat(4_096)}…`,
  ])
})

/** Of each kind, with characters that are written in many ways. None holds a piece of another one. */
const secrets = {
  token: 'Tk"1<zq>&7/wGh+Lm=9xV',
  'token of an area': 'Ar/2\\ybn&3"Kdp%Sf8uJc',
  'value of a header': 'Hv\'4+ejr>6=Mtw"Rx0oPa',
  'password of Basic': 'Bp&5<dlq/8äXsy%Uv2iQe',
  cookie: 'Ck-7gfn.3-Zhtb_4-Dw6yKr',
  'password of a proxy': 'Px"8/msv&1<Ncu+Gq5aTj',
  'password of a member': 'Mb"9>hkz/4öEwd=Vp7sYf',
  'password that is set': "Sp'0<vxe&2€Lan+Jt3gRb",
  'attribute of a member': 'At"6/qyu>5=Fbm%Ck9rWd',
} as const

const withFurther = {
  ...directoryRoutes.createMember,
  body: jsonBody({ login: 'plain', password: 'secret', userPKCS12Key: 'secret' }),
}

/** Sends every secret once, and then lets the emulator answer a list with each of these texts. */
async function echoed(texts: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'echo-'))
  const emulator = await startEmulator({
    socket: join(folder, 'd.sock'),
    directory: { service: 'running' },
  })
  closers.push(async () => {
    await emulator.close()
    rmSync(folder, { recursive: true })
  })
  const { categories, records, directory = '' } = emulator.urls
  const credentials = Buffer.from(`admin:${secrets['password of Basic']}`).toString('base64')
  const caller = callerOf({
    endpoints: {
      categories: { url: categories },
      records: { url: records, token: secrets['token of an area'] },
      directory: { url: directory },
    },
    token: secrets.token,
    headers: {
      'x-secret': secrets['value of a header'],
      authorization: `Basic ${credentials}`,
      cookie: `session=${secrets.cookie}`,
    },
    proxies: {
      http: `http://ann:${encodeURIComponent(secrets['password of a proxy'])}@192.0.2.1:3128`,
      except: '127.0.0.1',
    },
    retries: 0,
    log,
  })
  const { setPassword } = directoryRoutes
  const member = {
    login: 'ann',
    password: secrets['password of a member'],
    userPKCS12Key: secrets['attribute of a member'],
  }
  await caller.receive(withFurther, { body: withFurther.body.with(member) }, signal)
  await caller.receive(
    setPassword,
    {
      parameters: { uid: 'ann' },
      body: setPassword.body.with({ password: secrets['password that is set'] }),
    },
    signal,
  )
  await caller.receive({ ...list, area: 'records' }, {}, signal)
  for (const text of texts) {
    emulator.faults.set([{ operation: 'list', effect: 'status', status: 500, text }])
    await caller.receive(list, {}, signal)
  }
  // Numbers beside each other look like a secret that is written in numbers.
  return lines.map(({ fields }) => `${fields.request}: ${fields.body ?? ''}`).join('\n')
}

describe.each(Object.entries(secrets))('the %s', (_, secret) => {
  test('is in no line, in whatever encoding a later answer echoes it', async () => {
    const told = await echoed(
      aThirdOf(Object.values(encodings), `encodings of ${secret}`).flatMap((encode) => [
        `Denied: ${encode(secret)}.`,
        `{"Info":${JSON.stringify(encode(secret))}}`,
      ]),
    )
    expect(told).toContain('Denied: ')
    expect(pieceIn(told, piecesOf(secret))).toBeUndefined()
  })

  test('is in no line if an answer is cut within it', async () => {
    const places = aThirdOf(
      Array.from({ length: secret.length + 2 }, (_, index) => 4_096 - index),
      `places of ${secret}`,
    )
    // The first ones are cut for the log, and the last one because an answer is too long to be looked at.
    const texts = [...places, 199_990].map(
      (place) => `${'. '.repeat(place / 2)}${secret}${' and more'.repeat(9)}`,
    )
    const told = await echoed(texts)
    expect(pieceIn(told, piecesOf(secret))).toBeUndefined()
  })
})

test('a value that nobody sent is gone by the name of its field, in every line', async () => {
  const server = await serving((_, response) => {
    response.end('{"members":[{"uid":"ann","userPassword":"hunter-22"}],"Info":"token=hunter-23"}')
  })
  await callerAt(server.url, { log }).receive(list, {}, signal)
  expect(traced().at(-1)?.fields.body).toBe(
    '{"members":[{"uid":"ann","userPassword":"***"}],"Info":"token=***"}',
  )
})

test('hundreds of passwords are remembered', async () => {
  const server = await serving((_, response) => void response.end('{}'))
  const caller = callerOf({ endpoints: { directory: { url: server.url } }, retries: 0, log })
  const { setPassword } = directoryRoutes
  const passwords = Array.from({ length: 300 }, (_, index) => `Qx${index * 7_919 + 1_000_000}zW`)
  for (const password of passwords)
    await caller.receive(
      setPassword,
      { parameters: { uid: 'a' }, body: setPassword.body.with({ password }) },
      signal,
    )
  const echo = await serving((_, response) => void response.end(`Known: ${passwords.join('; ')}`))
  await callerAt(echo.url, { log }).receive(list, {}, signal)
  const told = String(traced().at(-1)?.fields.body)
  expect(told).toMatch(/^Known: \*\*\*/)
  expect(passwords.filter((password) => told.includes(password))).toEqual([])
})
