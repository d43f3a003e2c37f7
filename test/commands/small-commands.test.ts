import { describe, expect, test } from '@jest/globals'
import { RunningCommand } from './running-command'

describe('appliance explain-code', () => {
  test.each(['category-adopted', 'appliance:category-adopted', '│ [appliance:category-adopted]'])(
    'explains what was copied: %s',
    async (written) => {
      const { code, stdout, stderr } = await new RunningCommand(['explain-code', written]).ended
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toMatch(
        /^category-adopted \(warning\): .+\n\nExample:\n\n {2}Category "ads" .+\n\nCause: .+\n\nRemedy: .+\n$/s,
      )
    },
  )

  test('explains a warning of which only the summary was printed', async () => {
    const summary = 'Warning: A category will stay on the appliance'
    const { code, stdout } = await new RunningCommand(['explain-code', summary]).ended
    expect(code).toBe(0)
    expect(stdout).toMatch(/^stays \(warning\): /)
  })

  test('explains a rule of reviews, drift checks and lists, which reports print where others have a code', async () => {
    const { code, stdout } = await new RunningCommand(['explain-code', 'not-reached', 'never-active']).ended
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^not-reached \(a rule of the guide drift\): A data source in a `check` block .+$/m,
    )
    expect(stdout).toMatch(/^never-active \(a rule of the guide review\): An added site is stored, but .+$/m)
    expect(stdout).toMatch(/^never-active \(a rule of the guide lists\): The appliance stores .+$/m)
    const unknown = await new RunningCommand(['explain-code', 'removal_limit']).ended
    expect([unknown.code, unknown.stdout]).toEqual([1, ''])
  })

  test('names the nearest code for one that does not exist, and explains the others', async () => {
    const { code, stdout, stderr } = await new RunningCommand(['explain-code', 'category-adoptd', 'stays'])
      .ended
    expect(code).toBe(1)
    expect(stderr).toBe('This release has no code "category-adoptd". Did you mean category-adopted?\n')
    expect(stdout).toMatch(/^stays /)
  })
})

test('appliance version prints what --version prints', async () => {
  const [command, option] = await Promise.all(
    ['version', '--version'].map((word) => new RunningCommand([word]).ended),
  )
  expect(command).toEqual(option)
  expect(command?.stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test.each(['review', 'drift', 'explain', 'lint', 'doctor', 'install', 'mirror', 'emulator'])(
  'the examples in the help of %s have the form that runs where the package is installed',
  async (name) => {
    const { code, stdout } = await new RunningCommand([name, '--help']).ended
    expect(code).toBe(0)
    const [, examples = ''] = stdout.split('\nExamples:\n')
    const calls = (examples.split('\n\n')[0] ?? '').split('\n').filter((line) => /appliance/.test(line))
    expect(calls.length).toBeGreaterThan(0)
    for (const call of calls) expect(call).toContain(`npx --no appliance ${name}`)
  },
)

test('a misspelled command leads to the right one', async () => {
  const { code, stderr } = await new RunningCommand(['reviw']).ended
  expect(code).toBe(1)
  expect(stderr).toContain("unknown command 'reviw'\n(Did you mean review?)")
})
