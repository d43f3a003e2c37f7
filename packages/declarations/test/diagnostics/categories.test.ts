import { categoryMissing } from '../../src/diagnostics/categories'

it.each([
  [{ id: '250' }, 'The appliance has no category number 250.'],
  [{ id: 'a.example\nb.example' }, 'The appliance has no category number "a.example\\nb.example".'],
  [{ name: 'ads' }, 'The appliance has no category "ads".'],
])('a category that is missing is named in one line: %j', (sought, message) => {
  expect(categoryMissing(sought).message).toBe(message)
})
