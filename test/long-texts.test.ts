import { recordsRoute, resolveEndpoint } from '@webfilter/appliance-client'
import { installationRule } from '@webfilter/appliance-command/install/cli-configuration'
import { shownText } from '@webfilter/text'
import { secretsOfHeader } from '../packages/client/src/endpoints'
import { fillPath } from '../packages/client/src/protocol/route'
import { withoutPasswords } from '../packages/client/src/quotation/html'
import { atOnce } from './at-once'

/** Characters; of a text that is read in time that grows with the square of its length, so many take half a minute and more. */
const length = 200_000
const many = (text: string) => text.repeat(Math.ceil(length / text.length))

describe('a text of a user is read in time that grows with its length alone', () => {
  test.each<[string, () => unknown, unknown]>([
    [
      'an address',
      () => shownText(`http://${many('@')}${many('x')}`),
      expect.stringMatching(/^http:\/\/…@x+…$/),
    ],
    [
      'the path of an address',
      () => resolveEndpoint({ baseUrl: `http://192.0.2.1/${many('/')}x//` }, 'network').prefix.length,
      length + 2,
    ],
    [
      'a header with a token',
      () => secretsOfHeader('Authorization', `Bearer x${many(' ')}y `)[0]?.length,
      length + 2,
    ],
    [
      'a header with parameters',
      () => secretsOfHeader('Authorization', `Digest ${many('a-')}`)[0]?.length,
      length,
    ],
    [
      'a parameter of a path',
      () => fillPath(recordsRoute, { ID: `${many(' ')}x`, addresses: 'a' }),
      expect.stringMatching(/x\/a$/),
    ],
    ['an answer of backslashes', () => withoutPasswords(many('\\')), many('\\')],
  ])('%s', (_, read, result) => {
    expect(atOnce(read)).toEqual(result)
  })

  test.each([
    // A comment that is not closed ends with the file.
    ['/* ', undefined],
    ['\n', { namesFolder: false }],
    ['\r', { namesFolder: false }],
    ['# ', { namesFolder: false }],
  ])('a configuration of the command line that repeats %j', (repeated, rule) => {
    const text = `${many(repeated)}x\nprovider_installation {}\n`
    expect(atOnce(() => installationRule(text, '/mirror'))).toEqual(rule)
  })
})
