import type { ServerResponse } from 'node:http'
import { afterAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { readSuccess } from '../../src/appliance/envelope'
import type { LogFields } from '../../src/appliance/log'
import { caught } from './caught'
import { encodings } from './quotation/encodings'
import { pieceIn, piecesOf } from './quotation/pieces'
import { callerAt, create, serving, signal } from './routes-asked'
import { type Answerer, json } from './server'

describe('secrets', () => {
  const lines: string[] = []
  const line = (message: string, fields?: LogFields) => void lines.push(JSON.stringify([message, fields]))
  const log = { debug: line, info: line, warn: line }
  afterAll(() => expect(lines.length).toBeGreaterThanOrEqual(5))

  test.each<[string, Answerer]>([
    ['echoes the headers', ({ headers }, response) => void response.end(JSON.stringify(headers))],
    ['echoes the headers with 500', ({ headers }, r) => void r.writeHead(500).end(JSON.stringify(headers))],
    [
      'echoes the headers as a failure',
      ({ headers }, r) => json(r, { Status: false, Error: JSON.stringify(headers) }),
    ],
    ['drops the connection', (_, response) => void response.destroy()],
    ['forbids', ({ headers }, r) => void r.writeHead(403).end(String(headers['x-auth-token']))],
  ])('stay out of errors and logs where the server %s', async (_, answer) => {
    const server = await serving(answer)
    const settings = { token: 'hunter2', headers: { cookie: 'session=hunter3' }, log, retries: 1 }
    const asking = callerAt(server.url, settings).ask(
      create,
      { form: { name: 'x', description: 'hunter4' } },
      signal,
    )
    const error = await caught(asking.then((answered) => readSuccess(answered)))
    expect(`${error.message} ${error.told.advice} ${error.stack} ${JSON.stringify(error)}`).not.toMatch(
      /hunter/,
    )
    expect(lines.join('\n')).not.toMatch(/hunter/)
  })
})

/** But for white space, of which none is left at the ends of a header. */
const printable = Array.from({ length: 94 }, (_, index) => String.fromCharCode(0x21 + index))

/** Ways to answer with an error that tells of an echo. */
const answers: Readonly<Record<string, (echo: string, response: ServerResponse) => void>> = {
  'as the text of a 400': (echo, response) => void response.writeHead(400).end(`No such key: ${echo}`),
  'in JSON of a 500': (echo, response) => json(response, { headers: { key: echo } }, 500),
  'in an envelope': (echo, response) =>
    json(response, { Status: false, Error: 'INVALID', Info: `Key ${echo}?` }),
  'in an envelope of a 403': (echo, response) => json(response, { status: false, message: echo }, 403),
  'in the title of a page': (echo, response) =>
    void response.writeHead(502).end(`<html><head><title>Not for ${echo}</title></head></html>`),
  'in the traceback of a page': (echo, response) =>
    void response
      .writeHead(500)
      .end(`<pre>Traceback (most recent call last):\n  File "x"\nKeyError: ${echo}\n</pre>`),
  'as something that is no JSON': (echo, response) => void response.end(`Welcome, ${echo}`),
}

describe('a secret that is echoed in any encoding', () => {
  const random = fc.string({ unit: fc.constantFrom(...printable), minLength: 12, maxLength: 30 })

  test.each(Object.keys(encodings))('is not told in errors and log lines: %s', async (name) => {
    const encode = encodings[name] ?? String
    const lines: string[] = []
    const line = (message: string, fields?: LogFields) => void lines.push(JSON.stringify([message, fields]))
    let answered: Answerer = () => {}
    const server = await serving((...asked) => answered(...asked))
    const toldOf = async (token: string) => {
      const log = { debug: line, info: line, warn: line }
      const settings = { token: 'of no matter', headers: { Authorization: `Bearer ${token}` }, log }
      const asking = callerAt(server.url, settings).ask(create, { form: {}, secrets: [`${token}!`] }, signal)
      const error = await caught(asking.then((answer) => readSuccess(answer)))
      return `${error.message} ${error.told.advice} ${error.stack} ${lines.splice(0).join('\n')}`
    }
    for (const answer of Object.values(answers)) {
      answered = (_, response) => answer('***', response)
      const own = await toldOf('of no matter')
      const [secret = ''] = fc.sample(
        random.filter((each) => pieceIn(own, piecesOf(each)) === undefined),
        1,
      )
      answered = ({ headers }, response) =>
        answer(encode(String(headers.authorization).slice('Bearer '.length)), response)
      const told = await toldOf(secret)
      expect(pieceIn(told, piecesOf(secret))).toBeUndefined()
      expect(told).toContain('***')
    }
  })
})
