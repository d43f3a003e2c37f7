import { parseSshAddress } from '../src/settings'

const path = '/run/directory.sock'

describe('the address of a socket behind a login', () => {
  it.each([
    [`ssh://admin@proxy.example.org${path}`, { user: 'admin', host: 'proxy.example.org', port: undefined }],
    [`ssh://admin@proxy.example.org:2222${path}`, { user: 'admin', host: 'proxy.example.org', port: 2222 }],
    [`ssh://proxy${path}`, { user: undefined, host: 'proxy', port: undefined }],
    [`ssh://my_proxy-1${path}`, { user: undefined, host: 'my_proxy-1', port: undefined }],
    [`ssh://admin@[2001:db8::1]:22${path}`, { user: 'admin', host: '2001:db8::1', port: 22 }],
    [`SSH://192.0.2.1${path}`, { user: undefined, host: '192.0.2.1', port: undefined }],
  ])('%s', (text, expected) => {
    expect(parseSshAddress(text)).toEqual({ ...expected, path })
  })

  it.each([
    'ssh://proxy',
    'ssh://proxy/',
    'ssh://proxy/run/',
    'ssh:///run/x.sock',
    'ssh:proxy/run/x.sock',
    'ssh://admin:secret@proxy/run/x.sock',
    'ssh://-oProxyCommand=id@proxy/run/x.sock',
    'ssh://-oProxyCommand=id/run/x.sock',
    'ssh://admin@-proxy/run/x.sock',
    'ssh://@proxy/run/x.sock',
    'ssh://proxy:0/run/x.sock',
    'ssh://proxy:65536/run/x.sock',
    'ssh://proxy:x/run/x.sock',
    'ssh://[proxy]/run/x.sock',
    'ssh://[::1/run/x.sock',
    'ssh://pro xy/run/x.sock',
    'ssh://pro%xy/run/x.sock',
    'ssh://proxy/run/%h.sock',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: ssh would expand it.
    'ssh://proxy/run/${HOME}.sock',
    'ssh://proxy/run/x:y.sock',
    'ssh://proxy/run/x y.sock',
    'ssh://proxy/run/x\\y.sock',
    'ssh://proxy/run/x\n.sock',
    'ssh://proxy/run/x.sock?y',
    'ssh://proxy/run/x.sock#y',
    `ssh://proxy/${'x'.repeat(107)}`,
    `ssh://${'x'.repeat(64)}.example/run/x.sock`,
    'http://proxy/run/x.sock',
  ])('is not %j', (text) => {
    expect(parseSshAddress(text)).toBeUndefined()
  })
})
