import { detailOf, diagnosticCodes, error, warning } from '@webfilter/terraform-plugin'
import fc from 'fast-check'
import { anyText } from '../../../../test/any-text'

const { codeIn, numbersIn, withoutCode } = diagnosticCodes('doors')
const doorOpen = warning('door-open', 'A door is open', ({ name }: { readonly name: string }) => [
  `The door ${JSON.stringify(name)} is open.`,
  'Shut it.',
])
const noDoor = error('no-door', 'There is no door', () => ['Nobody has built one.'])

describe('an entry', () => {
  it('makes a diagnostic of what differs, and tells what does not without one', () => {
    const fixed = { code: 'door-open', severity: 'warning', summary: 'A door is open' }
    expect(doorOpen({ name: 'front' })).toEqual({
      ...fixed,
      message: 'The door "front" is open.',
      advice: 'Shut it.',
    })
    expect({ ...doorOpen }).toEqual(fixed)
    expect(noDoor()).toMatchObject({ severity: 'error', advice: '' })
  })

  it('quotes only the beginning of a long value, and keeps what stands around it', () => {
    const { message } = doorOpen({ name: 'ads.example\n'.repeat(100_000) })
    expect(message).toMatch(/^The door "ads\.example\\nads\.example\\n.*…" is open\.$/)
    expect(message.length).toBeLessThan(300)
    const wordy = doorOpen({ name: `${'"a" long\u{1f600} \\ text '.repeat(1_000)}` })
    expect(wordy.message).toMatch(/^The door "\\"a\\" long.*…" is open\.$/u)
    expect(Buffer.from(wordy.message).toString()).toBe(wordy.message)
    const unquoted = error('far', 'It is far', () => [
      `It is at https://doors.example/${'x'.repeat(1_000)} now.`,
    ])
    expect(unquoted().message).toMatch(/^It is at https:\/\/doors\.example\/x+… now\.$/)
    const usual = Array.from({ length: 50 }, (_, nth) => `"a door ${nth}"`).join(', ')
    expect(error('many', 'Many', () => [`Open are ${usual}.`])().message).toBe(`Open are ${usual}.`)
  })

  it('has a detail whose last line is its code', () => {
    expect(detailOf(doorOpen({ name: 'a\nb' }), 'doors')).toBe(
      'The door "a\\nb" is open.\n\nShut it.\n\n[doors:door-open]',
    )
    expect(detailOf(noDoor(), 'doors')).toBe('Nobody has built one.\n\n[doors:no-door]')
  })

  it('has the address of its code below it if the build has one, and the code is still found', () => {
    process.env.ADDRESSES_OF_CODES = JSON.stringify({ 'https://doors.example/codes': ['no-door'] })
    try {
      const detail = detailOf(noDoor(), 'doors')
      expect(detail).toBe('Nobody has built one.\n\n[doors:no-door]\nhttps://doors.example/codes#no-door')
      expect(codeIn(detail)).toBe('no-door')
      expect(withoutCode(detail)).toBe('Nobody has built one.')
      expect(detailOf(doorOpen({ name: 'a' }), 'doors')).toMatch(/\[doors:door-open\]$/)
    } finally {
      delete process.env.ADDRESSES_OF_CODES
    }
  })
})

describe('numbers', () => {
  const open = warning('doors-open', 'Doors are open', () => [
    'Two doors are open.',
    'Shut them.',
    { open: 2, far_away: 0 },
  ])

  it('stand in a line before the code, and are found again', () => {
    const detail = detailOf(open(), 'doors')
    expect(detail).toBe('Two doors are open.\n\nShut them.\n\nopen=2 far_away=0\n[doors:doors-open]')
    expect(numbersIn(`${detail}\n\n(and 2 more similar warnings elsewhere)`)).toEqual({
      open: 2,
      far_away: 0,
    })
    expect(codeIn(detail)).toBe('doors-open')
    expect(withoutCode(detail)).toBe('Two doors are open.\n\nShut them.')
  })

  it('are none without such a line, whatever the text quotes', () => {
    const text = fc.oneof(anyText(), fc.constantFrom('open=3', 'open=3\n[doors:other]\ny', 'a\nopen=3'))
    fc.assert(
      fc.property(text, text, (message, advice) => {
        expect(numbersIn(detailOf({ ...noDoor(), message, advice }, 'doors'))).toEqual({})
        expect(numbersIn(detailOf({ ...open(), message, advice }, 'doors'))).toEqual({ open: 2, far_away: 0 })
      }),
    )
  })
})

describe('the code in a detail', () => {
  it('is found again, whatever names and answers the text quotes', () => {
    const text = fc.oneof(anyText(), fc.constantFrom('[doors:other]', 'x\n[doors:other]\ny'))
    fc.assert(
      fc.property(text, text, (message, advice) => {
        const detail = detailOf({ ...noDoor(), message, advice }, 'doors')
        expect(codeIn(detail)).toBe('no-door')
        expect(codeIn(`${detail}\n\n(and 2 more similar warnings elsewhere)`)).toBe('no-door')
        expect(codeIn(withoutCode(detail))).toBeUndefined()
      }),
    )
  })

  it.each([
    '',
    'Of another provider.',
    'See [doors:no-door] for more.',
    '[other:no-door]',
    '  [doors:no-door]',
  ])('is none where a line does not consist of it: %j', (detail) => {
    expect(codeIn(detail)).toBeUndefined()
  })
})
