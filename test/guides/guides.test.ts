import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { describeWithEngine } from '../acceptance/workspace'
import type { CommandBlock } from './command-blocks'
import { type PageRun, runPage } from './page-run'
import { blocksOf, pages, root, toRun } from './pages'

/** These begin in a clone. All others begin where "Getting started" ends: in a folder with a category that was applied. */
const beginInClone = ['README.md', 'docs/guides/getting-started.md', 'docs/guides/installing.md']

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

let folder: string
let clone: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guides-'))
  clone = join(folder, 'terraform-provider-appliance')
  const left = ['.git', 'dist', 'node_modules']
  await cp(root, clone, { recursive: true, filter: (path) => !left.includes(relative(root, path)) })
  await symlink(join(root, 'node_modules'), join(clone, 'node_modules'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describeWithEngine('the commands that need nothing else', () => {
  it.each(pages.filter((page) => blocksOf(page).some(toRun)))(
    'of %s do what the page says',
    async (page) => {
      const blocks = blocksOf(page).filter(toRun)
      const run = await runPage(blocks, commandsBefore(page))
      expect(failureOf(run, blocks)).toBe('')
      expect(blocks.flatMap((block, index) => missingFrom(run.printed[index] ?? '', block))).toEqual([])
    },
    300_000,
  )
})

/** The last block that was begun, and what it printed, if a command of it failed. */
function failureOf({ exitCode, before, printed }: PageRun, blocks: readonly CommandBlock[]): string {
  if (exitCode === 0) return ''
  const { page, line } = blocks[printed.length - 1] ?? {}
  return `${page}:${line} ended with exit code ${exitCode}: ${printed.at(-1) ?? before}`
}

function commandsBefore(page: string): readonly string[] {
  if (beginInClone.includes(page)) return [`cd '${clone}'`]
  return ['appliance emulator', firstCategory, besides[page] ?? '']
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
