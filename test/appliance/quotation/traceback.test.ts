import { expect, test } from '@jest/globals'
import { lastLineOfTraceback } from '../../../src/appliance/quotation/traceback'

const frames = `Traceback (most recent call last):
  File "/usr/share/service.py", line 87, in respond
    return self.handler()
`

test.each([
  [`${frames}KeyError: 'category_ads'\n`, "KeyError: 'category_ads'"],
  [
    `${frames}sqlite3.OperationalError: no such table: x\n  and more\n\nPowered by`,
    'sqlite3.OperationalError: no such table: x',
  ],
  [`${frames}KeyboardInterrupt`, 'KeyboardInterrupt'],
  [
    `${frames}KeyError: 1\n\nDuring handling of the above exception, another exception occurred:\n\n${frames}psycopg2.InterfaceError: connection closed`,
    'psycopg2.InterfaceError: connection closed',
  ],
  ['Traceback (most recent call last): lost in one line KeyError', ': lost in one line KeyError'],
  ['Traceback (most recent call last)', ''],
  ['No traceback at all', ''],
  ['', ''],
])('of %j the last line is %j', (text, line) => {
  expect(lastLineOfTraceback(text)).toBe(line)
})
