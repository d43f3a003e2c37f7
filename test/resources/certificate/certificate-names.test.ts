import { certificateOf, sentName } from '@webfilter/appliance-declarations/certificate-names'
import fc from 'fast-check'
import { orderIn } from '../../../src/resources/certificate/certificate-order'

describe('a name of a certificate', () => {
  it.each([
    ['bücher.example', 'xn--bcher-kva.example'],
    ['Bücher.Example', 'xn--bcher-kva.example'],
    ['*.bücher.example', '*.xn--bcher-kva.example'],
    ['例子。example', 'xn--fsqu00a.example'],
    ['www.Ελλάδα.example', 'www.xn--hxakic4aa.example'],
  ])('is sent in ASCII if it is a domain in another script: %s', (written, sent) => {
    expect(sentName(written)).toBe(sent)
  })

  it.each(['Proxy.Example.org', '*.example.org', 'Büro Kassel e.V.', 'Müller', '', 'ann@bücher.example'])(
    'is sent as it is written if it is none: %j',
    (written) => {
      expect(sentName(written)).toBe(written)
    },
  )

  it('is the same if it is sent again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.boolean(), (text, isDomain) => {
        const sent = sentName(isDomain ? `${text}.example` : text)
        expect(sentName(sent)).toBe(sent)
      }),
    )
  })

  it.each(['server', 'self_signed', 'signing_request'])('is one name in both forms and cases: %s', (kind) => {
    expect(certificateOf(`${kind}/0/bücher.example`)).toBe(`${kind}/0/xn--bcher-kva.example`)
    expect(certificateOf(`${kind}/0/XN--BCHER-kva.example`)).toBe(`${kind}/0/xn--bcher-kva.example`)
  })

  it('stays in the id as it is written, in lower case', () => {
    const request = { common_name: 'Bücher.example', node_id: 0 }
    const { id } = orderIn({ signing_request: request, self_signed: null, server: null })
    expect(id).toBe('signing_request/0/bücher.example')
  })
})
