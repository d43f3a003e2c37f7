import { proxyFor, proxySettingsFrom } from '../../src/http/proxy-choice'

const http = 'http://proxy.test:3128'
const https = 'http://secure.test:3128'

describe('the proxy on the way to the appliance', () => {
  it.each([
    ['http://a.example', http],
    ['https://a.example:9503', https],
    ['http://127.0.0.1:9503', undefined],
    ['http://localhost', undefined],
    ['http://[::1]:9503', undefined],
    ['http://[::ffff:127.0.0.1]', undefined],
    ['http://LocalHost.', undefined],
    ['http://127.example', http],
  ])('to %s is %s', (origin, expected) => {
    expect(proxyFor(origin, { http, https })).toBe(expected)
  })

  it.each([
    ['*', 'http://a.example', undefined],
    ['a.example', 'http://a.example', undefined],
    ['a.example', 'http://b.a.example', undefined],
    ['.a.example', 'http://b.a.example', undefined],
    ['.a.example', 'http://a.example', http],
    ['*.a.example', 'http://a.example', http],
    ['*.a.example', 'http://b.a.example', undefined],
    ['a.example', 'http://ba.example', http],
    ['other.test, A.example:9503', 'http://a.example:9503', undefined],
    ['a.example:9503', 'http://a.example:9504', http],
    ['a.example:80', 'http://a.example', undefined],
    ['192.0.2.1', 'http://192.0.2.1:9503', undefined],
    ['0.2.1', 'http://192.0.2.1', http],
    ['', 'http://a.example', http],
    [' , ,', 'http://a.example', http],
    ['b.example,*', 'http://192.0.2.1', undefined],
    ['*:80', 'http://a.example', http],
    ['b.example a.example\tc.example', 'http://a.example', undefined],
    ['A.EXAMPLE.', 'http://b.a.example', undefined],
    ['a.example', 'http://A.example.', undefined],
    ['a.example.:9503', 'http://a.example.:9503', undefined],
    ['.a.example:9503', 'http://b.a.example:9504', http],
    ['bücher.example', 'http://www.bücher.example', undefined],
    ['a.example:', 'http://a.example:9503', undefined],
    ['a.example:http', 'http://a.example', http],
    [':80', 'http://a.example', http],
    ['.', 'http://a.example', http],
    ['192.0.2.1:9503', 'http://192.0.2.1:9503', undefined],
    ['192.0.2.1:9503', 'http://192.0.2.1:9504', http],
    ['192.0.2.1', 'http://a.192.0.2.1.example', http],
    ['::ffff:192.0.2.1', 'http://192.0.2.1', undefined],
    ['192.0.2.1', 'http://[::ffff:192.0.2.1]', undefined],
    ['192.0.2.0/24', 'https://192.0.2.77:9503', undefined],
    ['192.0.2.9/24', 'https://192.0.2.77:9503', undefined],
    ['192.0.2.0/25', 'http://192.0.2.128', http],
    ['0.0.0.0/0', 'http://192.0.2.1', undefined],
    ['192.0.2.0/33', 'http://192.0.2.0', http],
    ['192.0.2.0/24/8', 'http://192.0.2.0', http],
    ['192.0.2.0/', 'http://192.0.2.0', http],
    ['192.0.2.0/24:80', 'http://192.0.2.1', http],
    ['192.0.2.0/24', 'http://a.example', http],
    ['2001:db8::1', 'http://[2001:db8::1]:9503', undefined],
    ['2001:DB8:0::1', 'http://[2001:db8::1]', undefined],
    ['[2001:db8::1]', 'http://[2001:db8::1]:9503', undefined],
    ['[2001:db8::1]:9503', 'http://[2001:db8::1]:9503', undefined],
    ['[2001:db8::1]:9503', 'http://[2001:db8::1]', http],
    ['2001:db8::2', 'http://[2001:db8::1]', http],
    ['2001:db8::/32', 'http://[2001:db8:77::1]', undefined],
    ['2001:db8::/32', 'http://[2001:db9::1]', http],
    ['2001:db8::/129', 'http://[2001:db8::]', http],
    ['::/0', 'http://192.0.2.1', http],
    ['fe80::1%eth0', 'http://[fe80::1]', http],
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
    expect(proxySettingsFrom(variables)).toEqual({
      http: 'http://lower',
      https,
      except: 'a',
      variables: { http: 'http_proxy', https: 'HTTPS_PROXY' },
    })
  })
})
