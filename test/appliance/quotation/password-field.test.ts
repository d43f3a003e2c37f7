import { describe, expect, test } from '@jest/globals'
import { withoutPasswords } from '../../../src/appliance/quotation/password-field'

describe('what a field of a password holds is struck out', () => {
  test.each([
    ['{"uid":"ann","userPassword":"{SSHA}abc"}', '{"uid":"ann","userPassword":"***"}'],
    ['{ "pwdHash" :\n\t"a b\\" c", "uid": "ann" }', '{ "pwdHash" :\n\t"***", "uid": "ann" }'],
    ['{"password": ["abc", "def"], "uid": 1}', '{"password": "***", "uid": 1}'],
    ['{"password": {"hash": "abc"}}', '{"password": "***"}'],
    ['{"password": 12345}', '{"password": "***"}'],
    ['{"password": "cut off, and mo', '{"password": "***"'],
    ["{'userPassword': 'a b', 'uid': 'ann'}", "{'userPassword': \"***\", 'uid': 'ann'}"],
    [
      '{\\"userPassword\\":\\"a b, c\\",\\"uid\\":\\"ann\\"}',
      '{\\"userPassword\\":"***",\\"uid\\":\\"ann\\"}',
    ],
    ['{&quot;userPassword&quot;: &quot;a b, c&quot;}', '{&quot;userPassword&quot;: "***"}'],
    [
      '{&#34;PASSWORD&#34; :&#34;a b&#34;, &#34;uid&#34;: 1}',
      '{&#34;PASSWORD&#34; :"***", &#34;uid&#34;: 1}',
    ],
    ['{%22password%22%3A%22a, b%22}', '{%22password%22%3A"***"}'],
  ])('%s', (text, told) => {
    expect(withoutPasswords(text)).toBe(told)
  })

  test.each(['The password is wrong.', '{"info": "No password"}', '{"uid":"ann","mail":"pwd@example.com"}'])(
    'and nothing else: %s',
    (text) => {
      expect(withoutPasswords(text)).toBe(text)
    },
  )

  test.each(['"passw', '"', 'passw', '&quot;pwd', '\\', '"pwd":\\"'])(
    'from %j, however often it stands there, without an end',
    (unit) => {
      expect(withoutPasswords(unit.repeat(4_000 / unit.length)).length).toBeLessThanOrEqual(4_000)
    },
  )
})
