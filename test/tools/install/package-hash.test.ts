import { archiveHash, packageHash } from '../../../src/tools/install/provider-package'

describe('the checksum of a package', () => {
  // As Go's dirhash gives it. By hand: `sha256sum a b/c | sha256sum`, the hexadecimal digits of that as base64.
  it('is over the names and contents of all files, in the order of their names', () => {
    const files = new Map([
      ['b/c', { content: Buffer.from(''), executable: false }],
      ['a', { content: Buffer.from('hello\n'), executable: true }],
    ])
    expect(packageHash(files)).toBe('h1:EVjZbL9RffXLhkk4kZZFpScoyl7PeVWG6VUTiYt3bqE=')
  })

  it('is another one where a file has another name', () => {
    const content = Buffer.from('hello\n')
    const [one, other] = ['a', 'b'].map((name) =>
      packageHash(new Map([[name, { content, executable: false }]])),
    )
    expect(one).not.toBe(other)
  })
})

it('the checksum of an archive is that of its bytes', () => {
  expect(archiveHash(Buffer.from('hello\n'))).toBe(
    'zh:5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03',
  )
})
