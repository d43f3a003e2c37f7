import { describe, expect, test } from '@jest/globals'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import fc from 'fast-check'
import { anyText } from '../../../../test/any-text'
import { categoryRoutes } from '../../src/categories/routes'
import { selfSignedRoute, serverRoute, signingRequestRoute } from '../../src/certificates'
import { directoryRoutes } from '../../src/directory/routes'
import { ApplianceError } from '../../src/errors'
import { readSuccess } from '../../src/protocol/envelope'
import {
  type BodyDeclaration,
  fillPath,
  formBody,
  jsonBody,
  openFormBody,
  type Route,
  routeName,
} from '../../src/protocol/route'
import { isSecretName } from '../../src/quotation/secret-fields'
import { caught } from '../caught'
import { logOfJson } from '../log-lines'
import { callerOf, serving, signal } from '../routes-asked'
import { type Answerer, json } from '../server'

describe('paths', () => {
  test('parameters are encoded and all of them needed', () => {
    const route = categoryRoutes.move.older
    expect(fillPath(route, { ID: 250, sitename: 'a_b.example', NEXTID: 251 })).toBe(
      '/categories/move/250/a_b.example/251',
    )
    expect(fillPath(route, { ID: 250, sitename: 'a%2eb?c#d', NEXTID: 251 })).toBe(
      '/categories/move/250/a%252eb%3Fc%23d/251',
    )
    expect(() => fillPath(route, { ID: 250 })).toThrow('needs a value for sitename')
  })

  test.each(['', '.', '..', ' ..', 'a/b', '../b', 'a\\b', 'a\nb', 'a\u0000'])(
    'a value that would lead to another path is refused: %j',
    (value) => {
      const fill = () => fillPath(signingRequestRoute, { CommonName: value, NodeID: 0 })
      expect(fill).toThrow(expect.objectContaining({ kind: 'misconfigured' }))
      try {
        fill()
      } catch (error) {
        const { code, message } = diagnosticOf(error as ApplianceError)
        expect({ code, message }).toEqual({
          code: 'path-value-unusable',
          message: expect.stringContaining(JSON.stringify(value)),
        })
      }
    },
  )

  test('every value that is let through stays one segment of the path, also where a server reads it twice', () => {
    fc.assert(
      fc.property(anyText(), (value) => {
        try {
          const path = fillPath(signingRequestRoute, { CommonName: value, NodeID: 0 })
          for (const read of [path, decodeURIComponent(path)]) {
            const { pathname } = new URL(`http://localhost${read.replaceAll(/[?#]/g, '_')}`)
            expect(pathname.split('/')).toHaveLength(5)
            expect(pathname).toMatch(/^\/certificate\/csr\/[^/]+\/0$/)
          }
        } catch (error) {
          if (!(error instanceof ApplianceError)) throw error
        }
      }),
    )
  })
})

/** Every route of the areas that send bodies, at whatever depth. */
const routes = new Map(
  routesIn([categoryRoutes, directoryRoutes, selfSignedRoute, serverRoute]).map((each) => [
    routeName(each),
    each,
  ]),
)

const withBody = [...routes].flatMap(([name, route]) =>
  route.body ? [{ name, route, body: route.body }] : [],
)

describe('the bodies that routes declare', () => {
  test('are found', () => {
    expect(withBody.map(({ name }) => name).sort()).toEqual([
      'POST /categories/[category_id]/add',
      'POST /certificate/selfsigned',
      'POST /certificate/server/create',
      'POST /openldap/groups',
      'POST /openldap/members',
      'POST /openldap/members/[uid]/password',
      'PUT /categories/create',
      'PUT /categories/quick/[ID]',
      'PUT /openldap/members/[uid]',
    ])
  })

  test.each(withBody)('have no plain field that is named as secrets are: $name', ({ body }) => {
    const fields: readonly (readonly [string, string])[] = Object.entries(body.fields)
    expect(fields.filter(([name, secrecy]) => isSecretName(name) && secrecy === 'plain')).toEqual([])
  })

  test('all routes that are sent with POST or PUT have one, or hold everything in the path', () => {
    const without = [...routes].filter(([, { method, body }]) => ['POST', 'PUT'].includes(method) && !body)
    expect(without.map(([name]) => name)).toEqual(['POST /openldap/groups/[gid]/members/[uid]'])
  })

  describe.each<[string, Answerer]>([
    ['an error', (request, response) => json(response, { Status: false, Error: request.body })],
    ['a text', (request, response) => void response.end(request.body)],
    ['a failure', (request, response) => void response.writeHead(500).end(request.body)],
  ])('and that come back in %s', (_, answer) => {
    test.each(withBody)('tell nothing of what is secret: $name', async ({ route, body }) => {
      const lines: string[] = []
      const server = await serving(answer)
      const caller = callerOf({
        endpoints: { [route.area]: { url: server.url } },
        retries: 1,
        log: logOfJson(lines),
      })
      const values = valuesFor(body)
      const parameters = Object.fromEntries(
        [...route.path.matchAll(/\[([^\]]+)\]/g)].map(([, name]) => [name, 'x']),
      )
      const request = { parameters, body: body.with(values) }
      const error = await caught(caller.ask(route, request, signal).then((answered) => readSuccess(answered)))
      const told = `${diagnosticOf(error).message} ${diagnosticOf(error).advice} ${error.stack} ${lines.join('\n')}`
      expect(server.received[0]?.body).toContain(Object.values(values)[0])
      for (const [field, value] of Object.entries(values)) {
        if (isSecret(body, field)) expect(told).not.toContain(value)
      }
    })
  })
})

describe('a declaration', () => {
  test('does not compile where a field that is named as secrets are is no secret', () => {
    // @ts-expect-error: a password is a secret.
    jsonBody({ login: 'plain', userPassword: 'plain' })
    // @ts-expect-error: so is a key.
    formBody({ api_key: 'plain' })
    // @ts-expect-error: each field has to say what it is.
    expect(jsonBody({ login: undefined }).fields).toEqual({ login: undefined })
    expect(jsonBody({ login: 'plain', userPassword: 'secret' }).fields.userPassword).toBe('secret')
  })

  test('makes no body with a field that it does not name', () => {
    const body: BodyDeclaration = jsonBody({ login: 'plain' })
    expect(() => body.with({ login: 'ann', pin: '1234' })).toThrow('the body has no field pin')
  })

  test('tells the secrets of a body, and not those that are empty or left out', () => {
    const body = jsonBody({ login: 'plain', password: 'secret', oldPassword: 'secret' })
    const { text, secrets } = body.with({ login: 'ann', password: 'n4Xq7vTz', oldPassword: undefined })
    expect([text, secrets]).toEqual(['{"login":"ann","password":"n4Xq7vTz"}', ['n4Xq7vTz']])
    expect(body.with({ password: '' }).secrets).toEqual([])
  })

  test('takes further fields for secrets where they are named so, if an administrator may add some', () => {
    const { text, secrets } = openFormBody({ name: 'plain' }).with({
      name: 'a',
      Digest: 'sha256',
      keyPass: 'n4Xq',
    })
    expect([text, secrets]).toEqual(['name=a&Digest=sha256&keyPass=n4Xq', ['n4Xq']])
  })
})

test('a route is not asked with the body of another one', async () => {
  const [one, other] = withBody
  if (!one || !other) throw new Error('there are no bodies')
  const asking = callerOf({}).ask(one.route, { body: other.body.with({}) }, signal)
  await expect(asking).rejects.toThrow('the body is not that of the route')
})

/** A text for each field that stands nowhere else. */
function valuesFor({ fields, takesOthers }: BodyDeclaration): Readonly<Record<string, string>> {
  const names = [...Object.keys(fields), ...(takesOthers ? ['furtherPassword'] : [])]
  return Object.fromEntries(names.map((name, n) => [name, `Zq${n}vKw8${n}Jx`]))
}

function isSecret({ fields }: BodyDeclaration, name: string): boolean {
  return (fields[name] ?? 'secret') === 'secret'
}

function routesIn(value: unknown): readonly Route[] {
  if (typeof value !== 'object' || value === null) return []
  return isRoute(value) ? [value] : Object.values(value).flatMap(routesIn)
}

function isRoute(value: object): value is Route {
  return 'method' in value && 'path' in value && 'repeatable' in value
}
