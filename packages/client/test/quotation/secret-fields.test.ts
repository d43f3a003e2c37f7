import { withoutKeyMaterial } from '../../src/quotation/key-material'
import { withoutSecretFields } from '../../src/quotation/secret-fields'

describe('the values of fields that are named as secrets are', () => {
  test.each([
    ['JSON', '{"uid": "ann", "userPassword": "hunter-22"}', '{"uid": "ann", "userPassword": "***"}'],
    [
      'JSON with white space',
      '{ "api_key"\n:\t"hunter-22" , "b": 1.50 }',
      '{ "api_key"\n:\t"***" , "b": 1.50 }',
    ],
    ['a depth', '{"a":[{"b":{"Token":"hunter-22"}}]}', '{"a":[{"b":{"Token":"***"}}]}'],
    ['an object', '{"credentials":{"x":["hunter-22",{"}":"]"}]},"b":2}', '{"credentials":"***","b":2}'],
    ['a list', '{"private":["}","hunter-22"],"b":2}', '{"private":"***","b":2}'],
    ['a number', '{"password":4711472,"b":2}', '{"password":"***","b":2}'],
    ['a name with escapes', '{"\\u0070ass":"hunter-22"}', '{"\\u0070ass":"***"}'],
    ['a name of words', '{"the key of it":"hunter-22"}', '{"the key of it":"***"}'],
    ['a quotation mark in it', '{"password":"hun\\"ter-22","b":2}', '{"password":"***","b":2}'],
    ['JSON that breaks off', '{"b":2,"password":"hunter-2', '{"b":2,"password":"***"'],
    ['JSON that breaks off in a list', '{"b":2,"secret":["hunter-22"', '{"b":2,"secret":"***"'],
    ['JSON in JSON', '{"Info":"{\\"password\\":\\"hunter-22\\"}"}', '{"Info":"{\\"password\\":\\"***\\"}"}'],
    ['a form in JSON', '{"Info":"a=b&userPassword=hunter-22&c=d"}', '{"Info":"a=b&userPassword=***&c=d"}'],
    [
      'LDIF in JSON',
      '{"Info":"cn: a\\nuserPassword: hunter 22\\nsn: b"}',
      '{"Info":"cn: a\\nuserPassword: ***\\nsn: b"}',
    ],
    ['a form', 'uid=ann&userPassword=hunter-22%26&sn=Lee', 'uid=ann&userPassword=***&sn=Lee'],
    ['the end of a form', 'uid=ann&user%50assword=hunter-22', 'uid=ann&user%50assword=***'],
    ['LDIF', 'cn: a\nuserPassword:: aHVudGVyLTIy\nsn: b', 'cn: a\nuserPassword:: ***\nsn: b'],
    ['a line with marks in it', 'password: hunter"22 and more\nsn: b', 'password: ***\nsn: b'],
    ['Python', "{'password': 'hunter-22', 'sn': 'b'}", "{'password': '***', 'sn': 'b'}"],
    ['PHP', '[userPassword] => hunter-22\n[sn] => b', '[userPassword] => ***\n[sn] => b'],
    [
      'a tag',
      '<a><userPassword>hunter-22</userPassword><sn>b</sn>',
      '<a><userPassword>***</userPassword><sn>b</sn>',
    ],
    ['HTML', '<p>password = &quot;hunter-22&quot;, sn</p>', '<p>password = &quot;***&quot;, sn</p>'],
  ])('are gone: %s', (_, text, shown) => {
    expect(withoutSecretFields(text)).toBe(shown)
  })

  test.each([
    '{"Status":true,"Info":"Passes, and nothing is a secret","uid":"ann","mail":"a@b.example"}',
    '<html><body>Keys are in the drawer</body></html>',
    'uid=ann&sn=Lee',
    '',
    '{"a":',
    '"',
  ])('of others stay: %s', (text) => {
    expect(withoutSecretFields(text)).toBe(text)
  })

  test('JSON in JSON in JSON, as deep as may be', () => {
    let text = '{"password":"hunter-22"}'
    for (let depth = 0; depth < 12; depth += 1) {
      text = JSON.stringify({ Info: text })
      expect(withoutSecretFields(text)).not.toContain('hunter')
    }
  })
})

const body = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7'
const pem = `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----`

describe('what looks like a key or the hash of a password', () => {
  test.each([
    ['PEM', `a ${pem} b`, 'a *** b'],
    ['PEM in JSON', JSON.stringify({ Info: pem, b: 2 }), '{"Info":"***","b":2}'],
    ['PEM in a form', `a=${encodeURIComponent(pem)}&b=2`, 'a=***&b=2'],
    ['PEM that breaks off', `a ${pem.slice(0, 60)}`, 'a ***'],
    ['two blocks', `${pem}\n${pem}\nb`, '***\n***\nb'],
    ['PEM in base64', `a: ${btoa(pem)} "b"`, 'a: ***"b"'],
    ['{SSHA}', '"{SSHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g", 1', '"***", 1'],
    ['{crypt} with %', 'a=%7Bcrypt%7D%246%24salt%24abc&b=2', 'a=***&b=2'],
    ['{PBKDF2-SHA256} in JSON', '\\u007bPBKDF2-SHA256\\u007d10000$c2FsdA$aGFzaA"', '***"'],
    ['$6$', 'root:$6$salt$0123456789abcdef:19000', 'root:***'],
    ['$2y$', 'a $2y$10$abcdefghijklmnopqrstuv b', 'a *** b'],
    ['$argon2id$', '$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA', '***'],
    ['{SSHA} in base64', `a: ${btoa('{SSHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g')} b`, 'a: *** b'],
    ['$6$ in base64', `a: ${btoa('$6$salt$0123456789abcdef')} b`, 'a: *** b'],
  ])('goes: %s', (_, text, shown) => {
    expect(withoutKeyMaterial(text)).toBe(shown)
  })

  test('else nothing does', () => {
    const text = '{"Info":"costs $5 and {id} of {SITE}","b":"e1.example"}'
    expect(withoutKeyMaterial(text)).toBe(text)
  })
})
