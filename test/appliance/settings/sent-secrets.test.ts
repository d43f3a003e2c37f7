import { describe, expect, test } from '@jest/globals'
import { secretsOfHeader, secretsOfProxies } from '../../../src/appliance/settings/sent-secrets'

const basic = Buffer.from('admin:p:ss wörd').toString('base64')

describe('what is secret of a header', () => {
  test.each([
    ['X-Auth-Token', 'n4Xq7vTz', ['n4Xq7vTz']],
    ['X-Auth-Token', 'correct horse', ['correct horse', 'horse']],
    ['Authorization', 'Bearer n4Xq7vTz==', ['n4Xq7vTz==']],
    ['authorization', 'bearer  n4Xq7vTz ', ['n4Xq7vTz']],
    ['Authorization', 'Bearer k1=n4Xq7vTz', ['k1=n4Xq7vTz', 'n4Xq7vTz']],
    ['X-Authorization', 'Own n4Xq7vTz', ['n4Xq7vTz']],
    ['X-Key', 'Token n4Xq7vTz', ['n4Xq7vTz']],
    ['Authorization', 'Token token="n4Xq, 7vTz", id=55', ['n4Xq, 7vTz', '55']],
    ['Cookie', 'session=n4Xq7vTz; other="x=y"; lone', ['n4Xq7vTz', 'x=y', 'lone']],
  ])('%s: %s', (header, value, secrets) => {
    expect(secretsOfHeader(header, value)).toEqual(secrets)
  })

  test('is of user and password, in whatever characters, the base64 and the password', () => {
    expect(secretsOfHeader('Authorization', `Basic ${basic}`).slice(0, 2)).toEqual([basic, 'p:ss wörd'])
    const latin = Buffer.from('admin:wört', 'latin1').toString('base64')
    expect(secretsOfHeader('Proxy-Authorization', `basic ${latin}`)).toContain('wört')
    expect(secretsOfHeader('Authorization', 'Basic YWRtaW4=')).toEqual(['YWRtaW4='])
  })
})

test('of a proxy the password is secret, as it is sent, too', () => {
  const http = 'http://admin:p%3Ass%20w%C3%B6rd@192.0.2.1:3128'
  expect(secretsOfProxies({ http })).toEqual(['p:ss wörd', basic])
  expect(secretsOfProxies({ https: 'admin:secret%@192.0.2.1' })).toContain('secret%')
  expect(secretsOfProxies({ http: 'http://192.0.2.1:3128', https: 'http://[', except: 'x' })).toEqual([])
})
