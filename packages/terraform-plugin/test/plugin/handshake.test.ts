import { handshakeLine, versionMismatch } from '../../src/plugin/serve-plugin'

describe('the handshake line', () => {
  const listening = { network: 'unix', address: '/tmp/x/plugin.sock' } as const

  it('leaves the certificate empty when TLS is off', () => {
    expect(handshakeLine(listening, undefined, false)).toBe('1|6|unix|/tmp/x/plugin.sock|grpc|\n')
  })

  it('has the certificate in base64 without padding', () => {
    expect(handshakeLine(listening, Buffer.from([255, 254]), false)).toBe(
      '1|6|unix|/tmp/x/plugin.sock|grpc|//4\n',
    )
  })

  it('declines multiplexing when it is asked about it', () => {
    expect(handshakeLine(listening, undefined, true)).toBe('1|6|unix|/tmp/x/plugin.sock|grpc||false\n')
  })
})

describe('the host’s protocol versions', () => {
  it.each(['6', '5,6', '6,5', '7, 6', '', undefined])('suit when they are %j', (offered) => {
    expect(versionMismatch(offered)).toBeUndefined()
  })

  it.each(['5', '4,5', '60', '16'])('do not suit when they are %j', (offered) => {
    expect(versionMismatch(offered)).toContain('this provider requires 6')
  })
})
