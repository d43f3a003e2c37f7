import { describe, expect, test } from '@jest/globals'
import { isPage, readPage, withoutPasswords } from '../../src/quotation/html'

const lines = (html: string) =>
  readPage(html)
    .text.split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

describe('a page', () => {
  test.each(['<!DOCTYPE html>', '\ufeff\n <html>', '<?xml version="1.0"?><error/>'])(
    'is what begins with a tag: %s',
    (text) => {
      expect(isPage(text)).toBe(true)
    },
  )

  test.each(['{"Status":false}', 'Forbidden <b>', ''])('is not %j', (text) => {
    expect(isPage(text)).toBe(false)
  })

  test('shows the text of its blocks, and not what is written for the browser', () => {
    const html = `<html><head><title>A &amp; B</title><style>p { x: "<b>" }</style></head>
      <body><!-- <p>not this</p> --><script>if (a < b) document.write("<p>nor this")</script>
      <h1>One</h1><p>Two<br>three <b>and</b> fo<i>u</i>r</p>&#70;ive &unknown; &#x53;ix</body></html>`
    expect(readPage(html).title).toBe('A & B')
    expect(lines(html)).toEqual(['One', 'Two', 'three and four', 'Five &unknown; Six'])
  })

  test('has the first title that says anything', () => {
    expect(readPage('<title> </title><TITLE lang="en">One</TITLE><svg><title>Two</title></svg>').title).toBe(
      'One',
    )
  })

  test.each([
    ['<p>one<p two', ['one']],
    ['<p>one<!-- two', ['one']],
    ['<p>one<script>two', ['one']],
    ['<title>one', []],
    ['<', []],
  ])('may end anywhere: %s', (html, shown) => {
    expect(lines(html)).toEqual(shown)
  })

  test('keeps the white space by which the lines of a traceback are indented', () => {
    expect(readPage('<pre>one\n  two\n</pre>three').text).toBe('\none\n  two\n\nthree')
  })
})

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
