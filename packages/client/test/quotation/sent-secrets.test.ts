import { expect, test } from '@jest/globals'
import { directoryRoutes } from '../../src/directory/routes'
import { ApplianceError } from '../../src/errors'
import { sentSecrets } from '../../src/quotation/sent-secrets'
import { callerAt, callerOf, list, serving, signal } from '../routes-asked'
import { json } from '../server'

const password = 'n4Xq-7vTz+0Lw'

test('an error has no secret that a request of another area, to another appliance, has sent', async () => {
  const [one, other] = [
    await serving((_, response) => json(response, { Status: true })),
    await serving((_, response) => {
      response.writeHead(500).end(`Not replicated: ${encodeURIComponent(password)} of ann`)
    }),
  ]
  const { setPassword } = directoryRoutes
  await callerOf({ endpoints: { directory: { url: one.url } }, retries: 0 }).ask(
    setPassword,
    { parameters: { uid: 'ann' }, body: setPassword.body.with({ password }) },
    signal,
  )
  const asked = callerAt(other.url).ask(list, {}, signal)
  const error = await asked.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ApplianceError)
  expect(JSON.stringify(error)).toContain('Not replicated: *** of ann')
  expect(JSON.stringify(error)).not.toContain('7vTz')
})

test('secrets are known from when they are added', () => {
  expect(sentSecrets.redact('Zk9-mW2_rT')).toBe('Zk9-mW2_rT')
  sentSecrets.add(['Zk9-mW2_rT', 'Zk9-mW2_rT', 'abc'])
  sentSecrets.add(['Hq5+oP8;uN', 'Zk9-mW2_rT'])
  expect(sentSecrets.redact('abcdef, Zk9-mW2_rT, Hq5+oP8;uN.')).toBe('abcdef, ***, ***.')
})
