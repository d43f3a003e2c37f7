import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readList, readListText } from '@webfilter/site-lists'

const { signal } = new AbortController()
const member = `${'a folder with a long name/'.repeat(12)}domains`
const sites = 500_000

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'appliance-archives-'))
  await mkdir(join(folder, dirname(member)), { recursive: true })
  await writeFile(
    join(folder, member),
    Array.from({ length: sites }, (_, index) => `n${index}.example\n`).join(''),
  )
  await writeFile(join(folder, 'urls'), 'c.example/x\n')
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a long list that tar and gzip have packed', () => {
  it.each([
    ['gnu', ''],
    ['pax', ''],
    ['gnu', 'z'],
    ['pax', 'z'],
    ['oldgnu', 'z'],
  ])('in the format %s%s is read whole', async (format, compression) => {
    const archive = join(folder, `list-${format}${compression}.tar`)
    execFileSync('tar', [
      `--format=${format}`,
      `-c${compression}f`,
      archive,
      '-C',
      folder,
      'urls',
      `./${member}`,
    ])
    const { text } = await readListText(`${archive}//${member}`, signal)
    expect(readList(text)).toMatchObject({ entries: { duplicates: 0 }, linesWithSites: sites })
  })

  it('in the format of ustar is read under a shorter name', async () => {
    const archive = join(folder, 'list-ustar.tar')
    const options = ['--format=ustar', '-cf', archive, '-C', join(folder, dirname(member)), 'domains']
    execFileSync('tar', options)
    expect(readList((await readListText(`${archive}//domains`, signal)).text).table.size).toBe(sites)
  })

  it('by gzip in two halves, one behind the other, is read whole', async () => {
    const path = join(folder, 'halves.gz')
    const list = join(folder, member)
    execFileSync('sh', [
      '-c',
      'head -n 250000 "$1" | gzip -c > "$2"; tail -n +250001 "$1" | gzip -c >> "$2"',
      'sh',
      list,
      path,
    ])
    expect(readList((await readListText(path, signal)).text).table.size).toBe(sites)
  })
})
