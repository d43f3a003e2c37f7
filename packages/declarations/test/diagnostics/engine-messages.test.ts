import { engineMatter } from '../../src/diagnostics/engine-messages'

describe('what an engine says of a folder that is not initialized', () => {
  it.each([
    ['a backend', 'Backend initialization required, please run "terraform init"', ''],
    ['a lock file', 'Inconsistent dependency lock file', 'To update it, run:\n  tofu init -upgrade'],
    [
      'providers, in automation',
      'Required plugins are not installed',
      'You must install the required plugins before running Terraform operations.',
    ],
  ])('is recognized: %s', (_, summary, detail) => {
    expect(engineMatter(summary, detail)).toBe('init-needed')
  })

  it('is not found in other messages', () => {
    expect(engineMatter('Unsupported argument', 'An argument named "init" is not expected here.')).toBe(
      undefined,
    )
  })
})
