import { afterAll, describe, expect, test } from '@jest/globals'
import type { LogFields } from '../../../src/appliance/log'
import { readSuccess } from '../../../src/appliance/protocol/envelope'
import { caught } from '../caught'
import { callerAt, create, serving, signal } from '../routes-asked'
import { type Answerer, json } from '../server'

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
      { body: create.body.with({ name: 'x', description: 'hunter4' }) },
      signal,
    )
    const error = await caught(asking.then((answered) => readSuccess(answered)))
    expect(`${error.message} ${error.told.advice} ${error.stack} ${JSON.stringify(error)}`).not.toMatch(
      /hunter/,
    )
    expect(lines.join('\n')).not.toMatch(/hunter/)
  })
})
