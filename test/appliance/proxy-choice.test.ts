import { proxyFor, proxySettingsFrom } from '../../src/appliance/proxy-choice'

const http = 'http://proxy.test:3128'
const https = 'http://secure.test:3128'

describe('the proxy on the way to the appliance', () => {
  it.each([
    ['http://a.example', http],
    ['https://a.example:9503', https],
    ['http://127.0.0.1:9503', undefined],
    ['http://localhost', undefined],
    ['http://[::1]:9503', undefined],
  ])('to %s is %s', (origin, expected) => {
    expect(proxyFor(origin, { http, https })).toBe(expected)
  })

  it.each([
    ['*', 'http://a.example', undefined],
    ['a.example', 'http://a.example', undefined],
    ['a.example', 'http://b.a.example', undefined],
    ['.a.example', 'http://b.a.example', undefined],
    ['*.a.example', 'http://b.a.example', undefined],
    ['a.example', 'http://ba.example', http],
    ['other.test, A.example:9503', 'http://a.example:9503', undefined],
    ['a.example:9503', 'http://a.example:9504', http],
    ['a.example:80', 'http://a.example', undefined],
    ['192.0.2.1', 'http://192.0.2.1:9503', undefined],
    ['0.2.1', 'http://192.0.2.1', http],
    ['', 'http://a.example', http],
  ])('where %j is excepted, to %s is %s', (except, origin, expected) => {
    expect(proxyFor(origin, { http, https, except })).toBe(expected)
  })

  it('is spoken to over http where it is written without a scheme', () => {
    expect(proxyFor('http://a.example', { http: 'proxy.test:3128' })).toBe(http)
  })

  it('is none where no variable is set', () => {
    expect(proxyFor('http://a.example', proxySettingsFrom({}))).toBeUndefined()
  })

  it('comes from the conventional variables, those in lower case first', () => {
    const variables = {
      HTTP_PROXY: 'http://upper',
      http_proxy: 'http://lower',
      HTTPS_PROXY: https,
      no_proxy: 'a',
    }
    expect(proxySettingsFrom(variables)).toEqual({ http: 'http://lower', https, except: 'a' })
  })
})
