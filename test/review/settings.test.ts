import { defaultSettings, readSettings, rules, SettingsError } from '../../src/review/settings'

describe('settings', () => {
  it('are the usual ones where they say nothing', () => {
    expect(readSettings('{}')).toEqual(defaultSettings)
  })

  it.each(rules)('take a level for %s', (rule) => {
    expect(readSettings(JSON.stringify({ findings: { [rule]: 'fatal' } })).levels).toEqual({
      ...defaultSettings.levels,
      [rule]: 'fatal',
    })
  })

  it('take thresholds with a level or without', () => {
    const { levels, largeRemoval } = readSettings('{"findings": {"large-removal": {"sites": 5}}}')
    expect(levels['large-removal']).toBe('warning')
    expect(largeRemoval).toEqual({ sites: 5, percent: defaultSettings.largeRemoval.percent })
  })

  it.each([
    ['no JSON', '{', 'not JSON'],
    ['another document', '[]', 'expected object'],
    ['an unknown setting', '{"finding": {}}', '"finding"'],
    ['an unknown rule', '{"findings": {"typo": "off"}}', '"typo"'],
    ['an unknown level', '{"findings": {"unverified": "error"}}', 'findings.unverified.level: write "off"'],
    ['a threshold of another rule', '{"findings": {"unverified": {"sites": 1}}}', '"sites"'],
    [
      'a share beyond all',
      '{"findings": {"large-removal": {"percent": 101}}}',
      'findings.large-removal.percent',
    ],
  ])('refuse %s, and say where it stands', (_, text, said) => {
    expect(() => readSettings(text)).toThrow(SettingsError)
    expect(() => readSettings(text)).toThrow(said)
  })
})
