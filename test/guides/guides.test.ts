import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { describeWithEngine } from '../acceptance/workspace'
import { describeWith, isOnPath } from '../lanes/installed'
import type { CommandBlock } from './command-blocks'
import { layOutReader, type PageRun, runPage } from './page-run'
import { blocksOf, pages, root, toRun } from './pages'

/** These begin in a clone. All others begin where "Getting started" ends: in a folder with a category that was applied. */
const beginInClone = ['README.md', 'docs/guides/getting-started.md', 'docs/guides/installing.md']

/** Its changes are in a file, so that the emulator of each page goes on where this one ends. */
const emulator = 'appliance emulator --data ../appliance.data'

const firstCategory = `npm install '${root}'
appliance install > versions.tf
cat > main.tf << 'END'
resource "appliance_category" "ads" {
  name  = "ads"
  sites = ["doubleclick.net", "adserver.example"]
}
END
terraform init
terraform apply`

/** What the text of a page takes for granted besides. */
const besides: Readonly<Record<string, string>> = {
  'docs/guides/drift.md': 'cp -r . ../infrastructure; mv ../infrastructure .; touch production.tfvars',
}

const describeWithCurl = describeWith(
  isOnPath('curl'),
  'APPLIANCE_REQUIRE_CURL',
  'No curl is installed: the pages that use it are not tried.',
)

let folder: string
let clone: string
/** Where "Getting started" was done once. Pages begin in a copy. */
let started: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guides-'))
  clone = join(folder, 'terraform-provider-appliance')
  // The build is left in: it is known to be of these sources, and another one would be the same.
  const left = ['.git', 'dist/npm', 'dist/release', 'node_modules']
  await cp(root, clone, { recursive: true, filter: (path) => !left.includes(relative(root, path)) })
  await symlink(join(root, 'node_modules'), join(clone, 'node_modules'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describeWithEngine('the commands that need nothing else', () => {
  beforeAll(async () => {
    started = join(folder, 'started')
    await layOutReader(started)
    const { exitCode, before } = await runPage(started, [], [emulator, firstCategory])
    if (exitCode !== 0) throw new Error(`There is no first category: ${before}`)
  })

  const toTry = pages.filter((page) => blocksOf(page).some(toRun))
  it.each(toTry.filter((page) => !needsCurl(page)))('of %s do what the page says', doWhatItSays)
  describeWithCurl('but curl', () => {
    it.each(toTry.filter(needsCurl))('of %s do what the page says', doWhatItSays)
  })

  async function doWhatItSays(page: string): Promise<void> {
    const blocks = blocksOf(page).filter(toRun)
    // Beside the other one, because links in it are relative.
    const place = join(folder, basename(page))
    if (beginInClone.includes(page)) await layOutReader(place)
    else await cp(started, place, { recursive: true, verbatimSymlinks: true })
    const run = await runPage(place, blocks, commandsBefore(page))
    expect(failureOf(run, blocks)).toBe('')
    expect(blocks.flatMap((block, index) => missingFrom(run.printed[index] ?? '', block))).toEqual([])
  }
})

function needsCurl(page: string): boolean {
  return blocksOf(page).some((block) => toRun(block) && /^curl /m.test(block.commands))
}

/** The last block that was begun, and what it printed, if a command of it failed. */
function failureOf({ exitCode, before, printed }: PageRun, blocks: readonly CommandBlock[]): string {
  if (exitCode === 0) return ''
  const { page, line } = blocks[printed.length - 1] ?? {}
  return `${page}:${line} ended with exit code ${exitCode}: ${printed.at(-1) ?? before}`
}

function commandsBefore(page: string): readonly string[] {
  if (beginInClone.includes(page)) return [`cd '${clone}'`]
  return [emulator, besides[page] ?? '']
}

/** The lines that the page shows as printed and that were not, in their order; `…` stands for any text. */
function missingFrom(printed: string, { page, line, prints }: CommandBlock): readonly string[] {
  const missing: string[] = []
  let rest = printed
  for (const expected of prints.filter((each) => !['', '…'].includes(each.trim()))) {
    const pattern = expected.trimEnd().split('…').map(escaped).join('.*')
    const [before, after] = rest.split(new RegExp(`^${pattern}[ ]*$([^]*)`, 'm'))
    if (after === undefined) missing.push(`${page}:${line} printed ${before}, but not: ${expected}`)
    else rest = after
  }
  return missing
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
