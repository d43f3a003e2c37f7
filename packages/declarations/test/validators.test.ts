import type { StandardSchema } from '@webfilter/terraform-plugin'
import {
  addressOf,
  areaUrl,
  categoryNumber,
  choice,
  countryCode,
  digitsOnly,
  fullyQualified,
  inPath,
  ipv4,
  loginName,
  mailAddress,
  notBlank,
  range,
  removalLimit,
  serverName,
  sshFile,
  websiteAddress,
} from '../src/validators'

const longLabel = 'a'.repeat(64)

/** A validator, what it accepts, and what it refuses with which words. */
const checks: readonly (readonly [
  name: string,
  validator: StandardSchema,
  good: readonly unknown[],
  bad: readonly (readonly [value: unknown, problem: string])[],
])[] = [
  [
    'addressOf',
    addressOf,
    ['https://proxy.example.org', 'http://192.0.2.1:9503'],
    [
      ['proxy.example.org', 'such as "https://proxy.example.org"'],
      ['unix:///run/x.sock', 'such as "https://proxy.example.org"'],
      ['http://proxy.example.org:0', 'no listener uses port 0'],
      [`http://${longLabel}.example`, 'has 64 characters in one part'],
    ],
  ],
  [
    'areaUrl',
    areaUrl,
    ['unix:///run/x.sock', 'http://127.0.0.1:8080', 'ssh://admin@proxy:2222/run/x.sock'],
    [
      ['run/x.sock', '"unix:///run/'],
      ['ssh://admin:secret@proxy/run/x.sock', 'without a password'],
      ['ssh://-oProxyCommand=id/run/x.sock', 'begins with "-"'],
      ['ssh://proxy', 'path/of/the/socket'],
    ],
  ],
  [
    'sshFile',
    sshFile,
    ['/run/secrets/key', '~/.ssh/my key', 'C:\\keys\\key'],
    [
      ['', 'Must be the name of a file'],
      ['%d/key', 'without quotation marks'],
      ['"key"', 'without quotation marks'],
      // biome-ignore lint/suspicious/noTemplateCurlyInString: ssh would expand it.
      ['${HOME}/key', 'dollar signs'],
    ],
  ],
  [
    'serverName',
    serverName,
    ['localhost'],
    [
      ['two words', 'without white space'],
      ['a..b', 'an empty part before'],
    ],
  ],
  ['notBlank', notBlank, ['x'], [[' \n', 'Must not be empty.']]],
  [
    'inPath',
    inPath,
    ['proxy.example.org'],
    [
      [' ', 'Must not be empty.'],
      ['..', 'Must not consist of dots'],
      ['a/b', 'nor contain a slash'],
    ],
  ],
  [
    'range',
    range(1, 10),
    [1, 10],
    [
      [1.5, 'a whole number.'],
      [0, 'at least 1.'],
      [11, 'at most 10.'],
    ],
  ],
  ['choice', choice(1024, 2048), [2048], [[1, 'Must be one of 1024, 2048.']]],
  [
    'removalLimit',
    removalLimit,
    ['500', '20%'],
    [
      ['101%', 'a percentage of them such as "20%"'],
      ['007', '"500"'],
    ],
  ],
  [
    'ipv4',
    ipv4,
    ['192.0.2.1'],
    [
      ['192.0.2', 'IPv4'],
      ['::1', 'IPv4'],
    ],
  ],
  ['digitsOnly', digitsOnly, ['007'], [['1.2', 'only digits']]],
  ['categoryNumber', categoryNumber, ['0', '250'], [['0250', 'without leading zeros']]],
  [
    'fullyQualified',
    fullyQualified,
    ['Proxy.example.org'],
    [
      ['proxy', 'fully qualified'],
      ['a.1', 'fully'],
    ],
  ],
  [
    'websiteAddress',
    websiteAddress,
    ['www.example.org', 'example.org:8443', '192.0.2.1'],
    [
      ['https://example.org/x', 'Write "example.org:443" instead.'],
      ['example.org:99999', 'a host and a port'],
    ],
  ],
  ['countryCode', countryCode, ['DE'], [['de', 'two capital letters']]],
  [
    'loginName',
    loginName,
    ['ann.lee'],
    [
      ['...', 'login'],
      ['a/b', 'login'],
      ['a b', 'login'],
    ],
  ],
  ['mailAddress', mailAddress, ['ann@example.org'], [['ann', 'mail address']]],
]

describe.each(checks)('%s', (_, validator, good, bad) => {
  it.each(good)('accepts %j', (value) => {
    expect(validator['~standard'].validate(value)).toEqual({})
  })

  it.each(bad)('refuses %j', (value, problem) => {
    expect(validator['~standard'].validate(value)).toEqual({
      issues: [{ message: expect.stringContaining(problem) }],
    })
  })
})
