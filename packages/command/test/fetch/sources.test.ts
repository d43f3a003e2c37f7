import { sourcesIn } from '../../src/fetch/sources'

const url = 'https://lists.example.org/ads.txt'

describe('sources', () => {
  it('have defaults, and the line of their file', () => {
    const text = `{\n  "lists": [\n    { "urls": ["${url}"], "file": "lists/ads.txt" },\n    ${JSON.stringify(
      {
        file: './malware.txt',
        urls: [`${url}?part=0`, `${url}?part=1`],
        category: 'malware',
        minimum_sites: 1_000,
        minimum_share: '80%',
        maximum_invalid: '0%',
      },
    )}\n  ]\n}\n`
    expect(sourcesIn('lists.json', text)).toEqual([
      { file: 'lists/ads.txt', urls: [url], category: undefined, ...usual, line: 3 },
      {
        file: './malware.txt',
        urls: [`${url}?part=0`, `${url}?part=1`],
        category: 'malware',
        minimumSites: 1_000,
        minimumShare: 80,
        maximumInvalid: 0,
        line: 4,
      },
    ])
  })

  it.each<[string, string]>([
    ['lists.json', 'is not JSON. Write an object such as {"lists": [{"file": '],
    ['[]', 'has mistakes: write an object. '],
    ['{}', 'has mistakes: lists: write an array of lists. '],
    ['{"lists": []}', 'lists: write at least one list'],
    [
      '{"lists": [{}]}',
      'lists.0.file: write the path of the file that keeps the list; lists.0.urls: write an array',
    ],
    [oneWith({ file: '../ads.txt' }), 'lists.0.file: write the path of a file below the current folder'],
    [oneWith({ file: '/etc/ads.txt' }), 'lists.0.file: write the path of a file below the current folder'],
    [oneWith({ file: '.' }), 'lists.0.file: write the path of a file below the current folder'],
    [oneWith({ file: 'lists/' }), 'lists.0.file: write the path of a file below the current folder'],
    [oneWith({ urls: [] }), 'lists.0.urls: write at least one address'],
    [oneWith({ urls: [url, url] }), 'lists.0.urls: write each address once'],
    [
      oneWith({ urls: ['http://lists.example.org'] }),
      'lists.0.urls.0: write an address that begins with https://',
    ],
    [
      oneWith({ urls: ['https://ann:secret@lists.example.org'] }),
      'lists.0.urls.0: write an address that begins',
    ],
    [oneWith({ minimum_sites: 0 }), 'lists.0.minimum_sites: write 1 or more'],
    [oneWith({ minimum_sites: '5' }), 'lists.0.minimum_sites: write a whole number of sites'],
    [oneWith({ minimum_share: 50 }), 'lists.0.minimum_share: write a percentage such as "50%"'],
    [oneWith({ maximum_invalid: '101%' }), 'lists.0.maximum_invalid: write a percentage from "0%" to "100%"'],
    [oneWith({ category: '' }), 'lists.0.category: write a name'],
    [oneWith({ url }), 'lists.0: Unrecognized key: "url"'],
    [
      JSON.stringify({
        lists: [
          { file: 'a.txt', urls: [url] },
          { file: './a.txt', urls: [url] },
        ],
      }),
      'lists: write each file once; a list of several parts has several urls',
    ],
  ])('are rejected with what to write: %s', (text, problem) => {
    expect(() => sourcesIn('lists.json', text)).toThrow(problem)
    expect(() => sourcesIn('lists.json', text)).toThrow('The file "lists.json" ')
    expect(() => sourcesIn('lists.json', text)).not.toThrow('secret')
  })
})

const usual = { minimumSites: 1, minimumShare: 50, maximumInvalid: 50 }

function oneWith(parts: object): string {
  return JSON.stringify({ lists: [{ file: 'ads.txt', urls: [url], ...parts }] })
}
