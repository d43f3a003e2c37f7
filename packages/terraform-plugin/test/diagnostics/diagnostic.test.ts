import { detailOf, diagnosticCodes, error, warning } from '@webfilter/terraform-plugin'
import fc from 'fast-check'

const { codeIn, withoutCode } = diagnosticCodes('doors')
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

describe('the code in a detail', () => {
  it('is found again, whatever names and answers the text quotes', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('[doors:other]', 'x\n[doors:other]\ny'),
    )
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
