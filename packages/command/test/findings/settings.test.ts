import { defaultLevels, guideTexts, rules } from '../../src/findings/rules'
import { defaultSettings, readSettings, SettingsError } from '../../src/findings/settings'

describe('settings', () => {
  it('are the usual ones where they say nothing', () => {
    expect(readSettings('{}')).toEqual(defaultSettings)
  })

  it.each(rules)('take a level for %s', (rule) => {
    expect(readSettings(JSON.stringify({ findings: { [rule]: 'fatal' } })).levels).toEqual({
      ...defaultSettings.levels,
      // Groups of warnings without a level go by it.
      ...(rule === 'provider-warning' && { 'not-reached': 'fatal', 'lines-skipped': 'fatal' }),
      [rule]: 'fatal',
    })
  })

  it('take levels of codes', () => {
    const { codeLevels, levels } = readSettings(
      '{"diagnostics": {"sites-file-lines-skipped": "fatal", "appliance-unreachable": "off"}}',
    )
    expect([...codeLevels]).toEqual([
      ['sites-file-lines-skipped', 'fatal'],
      ['appliance-unreachable', 'off'],
    ])
    expect(levels).toEqual(defaultSettings.levels)
  })

  it('take thresholds with a level or without', () => {
    const { levels, removalLimits } = readSettings('{"findings": {"large-removal": {"sites": 5}}}')
    expect(levels['large-removal']).toBe('warning')
    expect(removalLimits).toEqual({
      sites: 5,
      percent: defaultSettings.removalLimits.percent,
      percent_from: 10,
    })
  })

  it.each([
    ['no JSON', '{', 'not JSON'],
    ['another document', '[]', 'expected object'],
    [
      'an unknown setting',
      '{"finding": {}}',
      /"finding"\. The keys of the settings are \$schema, findings, diagnostics, lint\.$/,
    ],
    [
      'an unknown setting beside an unknown rule',
      '{"finding": {}, "findings": {"typo": "off"}}',
      /"typo"\. The rules are everything-gone, public-suffix, .*"finding"\. The keys of the settings are /,
    ],
    ['an unknown rule', '{"findings": {"typo": "off"}}', '"typo"'],
    ['an unknown level', '{"findings": {"unverified": "error"}}', 'findings.unverified.level: write "off"'],
    ['a threshold of another rule', '{"findings": {"unverified": {"sites": 1}}}', '"sites"'],
    [
      'a code in place of a rule',
      '{"findings": {"conflicts-not-checked": "fatal"}}',
      'set its level in diagnostics',
    ],
    ['a rule in place of a code', '{"diagnostics": {"large-removal": "off"}}', 'set its level in findings'],
    [
      'an unknown code',
      '{"diagnostics": {"sites-file-lines-skiped": "off"}}',
      'diagnostics.sites-file-lines-skiped: no warning of the provider has this code. Did you mean sites-file-lines-skipped?',
    ],
    ['a code like no other', '{"diagnostics": {"xyzzy": "off"}}', 'The guide Codes lists them.'],
    [
      'the code of an error',
      '{"diagnostics": {"removal-limit-exceeded": "off"}}',
      'diagnostics.removal-limit-exceeded: this is the code of an error',
    ],
    [
      'a code that the review replaces',
      '{"diagnostics": {"category-adopted": "off"}}',
      'the rule category-adopted',
    ],
    ['an unknown level of a code', '{"diagnostics": {"stays": "error"}}', 'diagnostics.stays: write "off"'],
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

it.each(['review', 'drift'] as const)(
  'the guide to %s names the level of each rule whose default is not warning',
  (guide) => {
    const said = [...guideTexts(guide, rules)].map(([rule, text]) => [
      rule,
      /\b(Off|Fatal) by default\b/.exec(text)?.[1]?.toLowerCase() ?? 'warning',
    ])
    expect(said).toEqual([...guideTexts(guide, rules).keys()].map((rule) => [rule, defaultLevels[rule]]))
  },
)
