import { has, noticeOfSkipping } from '../../engine/features'

const terraform = (version: string) => ({ product: 'Terraform', version }) as const

test.each([
  ['1.8.5', false],
  ['1.13.9', false],
  ['1.14.0', true],
  ['1.14.0-alpha20250911', true],
  ['1.16.0-rc2', true],
  ['2.0.0', true],
])('Terraform %s has actions: %s', (version, expected) => {
  expect(has(terraform(version), 'actions')).toBe(expected)
})

test('a product that has no release with a feature does not have it, whatever its number is', () => {
  expect(has({ product: 'OpenTofu', version: '1.99.0' }, 'actions')).toBe(false)
})

test('a notice says what is missing', () => {
  expect(noticeOfSkipping({ ...terraform('1.11.4'), command: 'terraform' }, 'actions')).toBe(
    'Actions require Terraform 1.14: their tests are skipped under Terraform 1.11.4.',
  )
})
