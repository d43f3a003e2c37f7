import { apparentFormat } from '../../../src/sites/published/apparent-format'

test.each([
  ['<!DOCTYPE html><html></html>', 'an HTML page'],
  ['\uFEFF\n <HTML lang="en">', 'an HTML page'],
  ['<!-- made by a proxy -->\n<html>', 'an HTML page'],
  ['<?xml version="1.0"?>\n<!-- x --><html xmlns="x">', 'an HTML page'],
  ['<?xml version="1.0"?><list/>', 'XML'],
  ['<rss version="2.0">', 'XML'],
  ['{"error": "not found"}', 'JSON'],
  ['{}', 'JSON'],
  ['[\n  "a.example"\n]', 'JSON'],
  ['HTTP/1.1 302 Found', 'the response of a web server'],
  ['[Adblock Plus 2.0]\n||a.example^', undefined],
  ['a.example/path', undefined],
  ['', undefined],
])('%j looks like %s', (text, format) => {
  expect(apparentFormat(Buffer.from(text))).toBe(format)
})
