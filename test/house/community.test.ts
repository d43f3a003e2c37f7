import { problemOfNotice, remindersOf } from '../../scripts/house/community'

const before = '# Changelog\n\n## [Unreleased]\n'
const after = `${before}\n## [0.1.0]\n`
const notice = 'No release of the provider is published yet. Install it from a clone.'

test.each([
  ['before a release with the notice', notice, before, undefined],
  ['before a release without it', 'Install it.', before, 'p does not say'],
  ['after a release with the notice', notice, after, 'p says'],
  ['after a release without it', 'Install it.', after, undefined],
])('a page %s', (_, text, changelog, problem) => {
  const found = problemOfNotice('p', text, changelog)
  expect(found?.slice(0, problem?.length)).toBe(problem)
})

test('a placeholder in CODEOWNERS is marked', () => {
  expect(remindersOf('* @OWNERS-OF-THIS-PROJECT\n')).toHaveLength(1)
  expect(remindersOf('* @acme/web-filter\n')).toEqual([])
})
