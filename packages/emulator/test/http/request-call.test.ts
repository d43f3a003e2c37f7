import fc from 'fast-check'
import { anyText } from '../../../../test/any-text'
import { parseForm } from '../../src/http/request-call'

test('a form body is read back as it was encoded', () => {
  fc.assert(
    fc.property(fc.dictionary(anyText({ minLength: 1 }), anyText()), (fields) => {
      const body = new URLSearchParams(Object.entries(fields)).toString()
      const read = [...parseForm(body)].map(([name, values]) => [name, ...values])
      expect(read).toEqual(Object.entries(fields))
    }),
  )
})

test('a field without a value is empty, and a missing one is absent', () => {
  const form = parseForm('name&description=')
  expect(form.get('name')).toEqual([''])
  expect(form.get('description')).toEqual([''])
  expect(form.has('sites')).toBe(false)
})

test('a percent sign that begins no escape stays', () => {
  expect(parseForm('sites=100%+a%2Ecom').get('sites')).toEqual(['100% a.com'])
})

test('a field that occurs twice has both values', () => {
  expect(parseForm('sites=a.com&name=ads&sites=b.com').get('sites')).toEqual(['a.com', 'b.com'])
})
