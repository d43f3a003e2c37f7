import { nearCodes } from '../../src/diagnostics/catalogue'

const known = [
  'category-adopted',
  'category-not-checked',
  'member-adopted',
  'sites-file-lines-skipped',
  'sites-stay',
]

it.each([
  ['category-adoptd', ['category-adopted']],
  ['lines-skipped', ['sites-file-lines-skipped']],
  ['adopted', ['member-adopted', 'category-adopted']],
  ['nothing-of-the-kind', []],
])('near %s are %j', (code, near) => {
  expect(nearCodes(code, known)).toEqual(near)
})
