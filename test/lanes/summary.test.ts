import { join, resolve } from 'node:path'

const root = resolve(__dirname, '../..')
const { summaryOf } = require(join(root, '.ci/summary.cjs'))

const file = (name: string, seconds: number) => ({
  name: join(root, 'test', name),
  startTime: 1_000,
  endTime: 1_000 + 1_000 * seconds,
})
const report = {
  success: true,
  numPassedTests: 7,
  numFailedTests: 0,
  numRuntimeErrorTestSuites: 0,
  numPendingTests: 2,
  numTodoTests: 0,
  testResults: [file('short.test.ts', 1), file('long.test.ts', 61)],
}
const steps = '32 npm run types\n900 npm test -- --json\n'

describe('the end of .ci/run', () => {
  it('has the steps, the slowest files first, and last how the tests went', () => {
    expect(summaryOf(report, steps)).toEqual({
      isGreen: true,
      text: `
Steps, in seconds:
    32  npm run types
   900  npm test -- --json

The slowest of 2 files of tests, in seconds; all of them take 62, several at once:
    61  test/long.test.ts
     1  test/short.test.ts

7 passed, 0 failed, 2 skipped`,
    })
  })

  it('has twenty files at most', () => {
    const testResults = Array.from({ length: 30 }, (_, index) => file(`${index}.test.ts`, index))
    const { text } = summaryOf({ ...report, testResults }, steps)
    expect(text.match(/\.test\.ts/g)).toHaveLength(20)
    expect(text).toContain('test/29.test.ts')
    expect(text).not.toContain('test/9.test.ts')
  })

  it.each([
    ['a test has failed', { success: false, numFailedTests: 1 }, '7 passed, 1 failed, 2 skipped'],
    [
      'a file could not be run',
      { success: false, numRuntimeErrorTestSuites: 1 },
      '7 passed, 1 failed, 2 skipped',
    ],
    ['no test has run', { numPassedTests: 0 }, '0 passed, 0 failed, 2 skipped'],
  ])('is not green if %s', (_, changes, last) => {
    const { text, isGreen } = summaryOf({ ...report, ...changes }, steps)
    expect([isGreen, text.split('\n').at(-1)]).toEqual([false, last])
  })
})
