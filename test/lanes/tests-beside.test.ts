import { testsBeside } from '../../scripts/check/tests-beside'

const tests = [
  'packages/client/test/http/exchange.test.ts',
  'packages/client/test/http/retries.test.ts',
  'packages/client/test/http/ssh/words.test.ts',
  'packages/client/test/absence.test.ts',
  'test/house/pages.test.ts',
  'test/resources/category/plan.test.ts',
]

test.each([
  ['packages/client/src/http/exchange.ts', tests.slice(0, 2)],
  ['packages/client/src/records/records.ts', ['packages/client/test/absence.test.ts']],
  ['packages/client/test/server.ts', ['packages/client/test/absence.test.ts']],
  ['packages/client/test/http/ssh/words.test.ts', ['packages/client/test/http/ssh/words.test.ts']],
  ['src/resources/category/plan.ts', ['test/resources/category/plan.test.ts']],
  ['scripts/house/pages.ts', ['test/house/pages.test.ts']],
  ['src/main.ts', []],
  ['packages/client/test/gone.test.ts', []],
  ['docs/index.md', []],
  ['engine/environment.ts', []],
])('beside %s', (path, beside) => {
  expect(testsBeside([path], tests)).toEqual([...beside].sort())
})

test('a test is named once', () => {
  expect(testsBeside(['packages/client/src/a.ts', 'packages/client/src/b.ts'], tests)).toHaveLength(1)
})
