import { readSettings, SettingsError } from '../../src/findings/settings'
import { defaultLintLevels, readLintLevels } from '../../src/lint/rules'

it('reads levels beside the settings of reviews', () => {
  const text =
    '{"findings": {"public-suffix": "fatal"}, "lint": {"sinkhole": "off", "never-active": "fatal"}}'
  expect(readLintLevels(text)).toEqual({ ...defaultLintLevels, sinkhole: 'off', 'never-active': 'fatal' })
  expect(readSettings(text).levels['public-suffix']).toBe('fatal')
})

it('has levels without settings', () => {
  expect(readLintLevels('{}')).toEqual(defaultLintLevels)
})

it.each(['{', '{"lint": {"sinkholes": "off"}}', '{"lint": {"sinkhole": "error"}}', '{"lint": 1}'])(
  'refuses %s',
  (text) => {
    expect(() => readLintLevels(text)).toThrow(SettingsError)
  },
)

it('says which keys there are where one is unknown, and which rules in lint', () => {
  expect(() => readLintLevels('{"lints": {}}')).toThrow(
    /"lints"\. The keys of the settings are \$schema, findings, diagnostics, lint\.$/,
  )
  expect(() => readLintLevels('{"lint": {"sinkholes": "off"}}')).toThrow(
    /lint: .*"sinkholes"\. The rules of lint are not-a-list, .*, public-suffix\.$/,
  )
})

it('leaves the settings of reviews as they are', () => {
  expect(readSettings('{"findings": {"public-suffix": "fatal"}}').levels['public-suffix']).toBe('fatal')
})
