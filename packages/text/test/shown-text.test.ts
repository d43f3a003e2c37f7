import { shownText } from '@webfilter/text'
import fc from 'fast-check'

describe('what a person wrote is shown', () => {
  it.each([
    ['proxy.example.org', 'proxy.example.org'],
    ['ftp://proxy.example.org:9503/x', 'ftp://proxy.example.org:9503/x'],
    ['ann@example.org', 'ann@example.org'],
    ['a'.repeat(200), `${'a'.repeat(120)}…`],
    ['-----BEGIN PRIVATE KEY-----\nMIIEvQ', '-----BEGIN PRIVATE KEY-----…'],
    ['https://me:hush@proxy.example', 'https://…@proxy.example'],
    ['https://hush@proxy.example', 'https://…@proxy.example'],
    ['https://me:hu@sh@proxy.example', 'https://…@proxy.example'],
    ['https://me:hu/sh@proxy.example', 'https://…@proxy.example'],
    ['//me:hush@proxy.example', '//…@proxy.example'],
    ['me:hush@proxy.example', '…@proxy.example'],
    ['https:me:hush@proxy.example', '…@proxy.example'],
    ['https:\\\\me:hush@proxy.example', '…@proxy.example'],
    ['https://proxy.example/?key=hush', 'https://proxy.example/?…'],
    ['https://proxy.example/#hush', 'https://proxy.example/#…'],
    ['https://me:hush@proxy.example/?key=hush@', 'https://…@'],
    ['https://me:hush%40proxy.example', 'https://…%40proxy.example'],
    ['https://me:hush＠proxy.example', 'https://…＠proxy.example'],
    ['proxy.example/?token=hush', 'proxy.example/?…'],
    ['https://me:hush', 'https://me:…'],
    ['me:hush', 'me:…'],
    ['proxy.example:9503', 'proxy.example:9503'],
    ['https://proxy.example:0', 'https://proxy.example:0'],
    ['https://[2001:db8::1]:0/x', 'https://[2001:db8::1]:0/x'],
    ['unix://run/directory.sock', 'unix://run/directory.sock'],
  ])('%j as %j', (text, shown) => {
    expect(shownText(text)).toBe(shown)
  })

  it('on one line, in few characters, and never with a password of an address', () => {
    const part = fc.string({ unit: fc.constantFrom(...'ab:/@?#%\\ \n'.split('')), maxLength: 8 })
    fc.assert(
      fc.property(part, part, part, (user, after, host) => {
        const shown = shownText(`https://${user}hush${after}@${host}`)
        expect(shown).not.toContain('hush')
        expect(shown).not.toMatch(/[\r\n]/)
        expect(shown.length).toBeLessThanOrEqual(121)
      }),
      { examples: [['a?', '', '']] },
    )
  })
})
