import { commentsOf, noteEntry, notePhrase, notesOfLines } from '../../../src/tools/lines/line-notes'
import { readPorcelain } from '../../../src/tools/lines/origin'
import { Name, phraseText } from '../../../src/tools/report/phrase'
import { quoted } from '../../../src/tools/report/text'

const commit = {
  id: '1a2b3c4d5e'.repeat(4),
  author: 'Ada Lee',
  date: '2026-03-04',
  subject: 'Block what NET-1234 asks for',
}

function comments(file: string, ...lines: readonly string[]): readonly (string | undefined)[] {
  const numbers = lines.map((_, index) => index + 1)
  const found = commentsOf(Buffer.from(lines.join('\n')), file, new Set(numbers))
  return numbers.map((number) => found.get(number))
}

it('finds the comment of a line in a list, which begins behind white space', () => {
  const lines = [
    'doubleclick.net # NET-1234',
    '0.0.0.0 ads.example ; of the feed # NET-5\r',
    '||ads.example^\t## twice',
    '# of no site # at all',
    'ads.example#fragment',
    'ads.example #',
    'ads.example',
  ]
  expect(comments('ads.txt', ...lines)).toEqual([
    'NET-1234',
    'of the feed # NET-5',
    'twice',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

it('finds the comment of a line of HCL, outside of texts', () => {
  const lines = [
    '    "doubleclick.net", # NET-1234',
    '  sites = ["a.example", "b.example"] // NET-5 # and more',
    '    "https://a.example/#top",',
    `    "\${"#"}", /* not this */ # NET-6`,
    '    "a.example",',
  ]
  expect(comments('lists/ads.tf', ...lines)).toEqual([
    'NET-1234',
    'NET-5 # and more',
    undefined,
    'NET-6',
    undefined,
  ])
  expect(comments('ads.tf.json', '"a.example", # NET-1')).toEqual([undefined])
})

it('keeps a thousand characters of a comment', () => {
  expect(comments('ads.txt', `a.example # ${'x'.repeat(5_000)}`)[0]).toHaveLength(1_000)
})

it('reads which commits brought lines, without the addresses of their authors', () => {
  const other = 'b'.repeat(40)
  const output = [
    `${commit.id} 1 2 1`,
    'author Ada Lee',
    'author-mail <ada@example.org>',
    'author-time 1772582400',
    'author-tz +0100',
    'summary Block what NET-1234 asks for',
    'filename ads.txt',
    '\tdoubleclick.net # NET-1234',
    `${'0'.repeat(40)} 3 3 1`,
    'author Not Committed Yet',
    'author-time 1772582400',
    '\tads.example',
    `${commit.id} 4 5 1`,
    `\t${other} 1 9 1`,
    `${other} 7 7 1`,
    'author Eve',
    'author-time 0',
    'summary ',
    'boundary',
    '\tnews.example',
    '',
  ].join('\n')
  const { origins, oldest } = readPorcelain(output)
  expect([...origins]).toEqual([
    [2, commit],
    [3, 'uncommitted'],
    [5, commit],
    [7, { id: other, author: 'Eve', date: '1970-01-01', subject: '' }],
  ])
  expect([...oldest]).toEqual([7])
  expect(JSON.stringify([...origins])).not.toContain('example.org')
})

it('says and writes what stands beside a line, in which texts of others do nothing', () => {
  const says = (note: Parameters<typeof notePhrase>[0]) => phraseText(notePhrase(note), quoted)
  expect(says(undefined)).toBe('')
  expect(says({ comment: 'NET-1234' })).toBe('; comment NET-1234')
  expect(says({ comment: 'a\u001b[31m\u202e', origin: 'uncommitted' })).toBe(
    '; comment "a\\u{1b}[31m\\u{202e}"; not committed yet',
  )
  expect(says({ origin: commit })).toBe(
    '; commit 1a2b3c4d5e of 2026-03-04 by "Ada Lee": "Block what NET-1234 asks for"',
  )
  expect(notePhrase({ comment: 'x' }).some((part) => part instanceof Name)).toBe(true)
  expect(noteEntry({ comment: 'NET-1', origin: commit })).toEqual({ comment: 'NET-1', commit })
  expect(noteEntry({ origin: 'uncommitted' })).toEqual({ uncommitted: true })
  expect(noteEntry(undefined)).toEqual({})
})

it('reads each file once, and asks git for no line of a compressed one', async () => {
  const read: string[] = []
  const notes = await notesOfLines(
    [
      { file: 'ads.gz', line: 1 },
      { file: 'ads.gz', line: 2 },
      { file: 'gone.txt', line: 1 },
      { file: 'main.tf' },
    ],
    {
      root: '/repo',
      findOrigins: async () => ({ origins: new Map() }),
      read: async (path) => {
        read.push(path)
        const bytes = Buffer.from('a.example # NET-1\nb.example\n')
        return path.endsWith('.gz') ? { bytes, isUnpacked: true } : undefined
      },
    },
  )
  expect(read).toEqual(['/repo/ads.gz', '/repo/gone.txt'])
  expect(notes.at({ file: 'ads.gz', line: 1 })).toEqual({ comment: 'NET-1' })
  expect(notes.at({ file: 'ads.gz', line: 2 })).toBeUndefined()
  expect(notes.notices.map((notice) => phraseText(notice, quoted))).toEqual([
    'ads.gz: git cannot show which commits brought the lines of a compressed file or an archive',
  ])
})
