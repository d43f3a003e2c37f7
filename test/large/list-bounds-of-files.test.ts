import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { longestList, openList, readListText, SiteFiles, unpacked } from '@webfilter/site-lists'
import { bomb, tarOf } from '../../packages/site-lists/test/files/archives'
import { failureOf } from '../failure'

const { signal } = new AbortController()
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'appliance-test-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

test('compressed text is refused at its bound, however much more would be unpacked', async () => {
  const before = process.memoryUsage().rss
  expect(await failureOf(unpacked(bomb(2 ** 31), signal))).toMatchObject({
    message: `unpacks to more than ${longestList / 2 ** 20} MiB`,
    isTooLong: true,
  })
  expect(process.memoryUsage().rss - before).toBeLessThan(6 * longestList)
})

test('a list in an archive is refused at the bound of archives', async () => {
  const header = tarOf({ name: 'other', size: 2 ** 31 }).subarray(0, 512)
  const path = await file('bomb.tar.gz', bomb(2 ** 31, header))
  expect(await failureOf(readListText(`${path}//domains`, signal))).toMatchObject({ isTooLong: true })
  expect(await failureOf(readListText(path, signal))).toMatchObject({ isTooLong: true })
})

test('several files are refused together if they are longer than a list may be', async () => {
  const paths = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => file(name, '')))
  for (const path of paths) await truncate(path, longestList / 4)
  expect(await failureOf(openList(paths, new SiteFiles(), signal))).toMatchObject({
    message: expect.stringMatching(
      /^The files ".*a", ".*b", ".*c" and 2 other files have more than \d+ MiB in total/,
    ),
    diagnostic: { code: 'sites-file-no-list' },
  })
})
