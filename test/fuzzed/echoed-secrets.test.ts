import type { ServerResponse } from 'node:http'
import { expect, test } from '@jest/globals'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import fc from 'fast-check'
import { readSuccess } from '../../packages/client/src/protocol/envelope'
import { jsonBody } from '../../packages/client/src/protocol/route'
import { caught } from '../../packages/client/test/caught'
import { logOfJson } from '../../packages/client/test/log-lines'
import { encodings, pieceIn, piecesOf } from '../../packages/client/test/quotation/encodings'
import { callerAt, create, serving, signal } from '../../packages/client/test/routes-asked'
import { type Answerer, json } from '../../packages/client/test/server'
import { times } from '../lanes/extent'

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

const random = fc.string({ unit: fc.constantFrom(...printable), minLength: 12, maxLength: 30 })

const withPassword = { ...create, body: jsonBody({ password: 'secret' }) }

test('a secret that is echoed in any encoding appears in no error and no log line', async () => {
  const lines: string[] = []
  let answered: Answerer = () => {}
  const server = await serving((...asked) => answered(...asked))
  const toldOf = async (token: string) => {
    const log = logOfJson(lines)
    const settings = { token: 'of no matter', headers: { Authorization: `Bearer ${token}` }, log }
    const asking = callerAt(server.url, settings).ask(
      withPassword,
      { body: withPassword.body.with({ password: `${token}!` }) },
      signal,
    )
    const error = await caught(asking.then((answer) => readSuccess(answer)))
    const { message, advice } = diagnosticOf(error)
    return `${message} ${advice} ${error.message} ${lines.splice(0).join('\n')}`
  }
  const own = new Map<string, string>()
  for (const [kind, answer] of Object.entries(answers)) {
    answered = (_, response) => answer('***', response)
    own.set(kind, await toldOf('of no matter'))
  }
  const trial = fc
    .record({
      secret: random,
      encoding: fc.constantFrom(...Object.keys(encodings)),
      kind: fc.constantFrom(...Object.keys(answers)),
    })
    .filter(({ secret, kind }) => pieceIn(own.get(kind) ?? '', piecesOf(secret)) === undefined)
  await fc.assert(
    fc.asyncProperty(trial, async ({ secret, encoding, kind }) => {
      const encode = encodings[encoding] ?? String
      answered = ({ headers }, response) =>
        answers[kind]?.(encode(String(headers.authorization).slice('Bearer '.length)), response)
      const told = await toldOf(secret)
      expect(pieceIn(told, piecesOf(secret))).toBeUndefined()
      expect(told).toContain('***')
    }),
    { numRuns: times(500) },
  )
})
