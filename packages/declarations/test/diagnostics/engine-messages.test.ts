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

describe('what an engine says of a state that it cannot lock', () => {
  const summary = 'Error acquiring the state lock'

  it('is a lock if another run has it', () => {
    const detail =
      'Error message: resource temporarily unavailable\nLock Info:\n  ID:        4b1c\n  Path:      terraform.tfstate'
    expect(engineMatter(summary, detail)).toBe('state-locked')
  })

  it('is no lock if the state cannot be read', () => {
    const detail =
      'Error message: 2 problems:\n\n- Unsupported state file format: The state file could not be parsed as JSON.'
    expect(engineMatter(summary, detail)).toBe(undefined)
  })
})
