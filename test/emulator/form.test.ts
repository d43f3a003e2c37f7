import fc from 'fast-check'
import { parseForm } from '../../src/emulator/form'

test('a form body is read back as it was encoded', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ unit: 'grapheme' })),
      (fields) => {
        const body = new URLSearchParams(Object.entries(fields)).toString()
        expect([...parseForm(body)]).toEqual(Object.entries(fields))
      },
    ),
  )
})

test('a field without a value is empty, and a missing one is absent', () => {
  const form = parseForm('name&description=')
  expect(form.get('name')).toBe('')
  expect(form.get('description')).toBe('')
  expect(form.has('sites')).toBe(false)
})

test('a percent sign that begins no escape stays', () => {
  expect(parseForm('sites=100%+a%2Ecom').get('sites')).toBe('100% a.com')
})
