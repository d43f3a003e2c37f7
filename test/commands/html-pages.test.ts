import { existsSync, mkdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import {
  categoryChange,
  changeOf,
  numbered,
  type WrittenChange,
} from '../../packages/command/test/review/plans'
import { render } from '../../packages/command/test/review/rendered'
import { reviewed } from '../../packages/command/test/review/review-of'
import { describeWith } from '../lanes/installed'

/** A folder that keeps the pictures of the pages. */
const screenshots = process.env.APPLIANCE_TEST_SCREENSHOTS

const executable = [
  process.env.APPLIANCE_TEST_BROWSER ?? '',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].find((path) => existsSync(path))

const describeWithBrowser = describeWith(
  executable,
  'APPLIANCE_REQUIRE_BROWSER',
  'No Chromium is installed: the tests of pages in a browser are skipped.',
)

/** Sites that come, go and move, members, findings, and a name that would be markup. */
const changes: readonly WrittenChange[] = [
  ...numbered(30, 'list').flatMap((name, index) => [
    categoryChange(name, numbered(index, `old-${name}`), numbered(10, `new-${name}`)),
    changeOf(`appliance_ldap_group_membership.${name}`, null, { uid: `ann-${index}`, gid: index }),
  ]),
  categoryChange('news', [], ['<img src="http://127.0.0.1:9/x">', 'github.io']),
]

describeWithBrowser('a review as a page', () => {
  let browser: Browser
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'appliance-test-pages-'))
    browser = await chromium.launch({ executablePath: executable ?? '', args: ['--no-sandbox'] })
  })

  afterAll(async () => {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  })

  it.each(['light', 'dark'] as const)(
    'has no fault that axe finds, and requests nothing: %s',
    async (scheme) => {
      const { page, requests } = await opened(scheme)
      await page.evaluate(axe.source)
      const violations = await page.evaluate(async () => {
        const { axe: inPage } = globalThis as unknown as { axe: typeof axe }
        const { violations: found } = await inPage.run()
        return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3)}`)
      })
      expect(violations).toEqual([])
      expect(requests()).toEqual([])
      if (screenshots !== undefined) {
        mkdirSync(screenshots, { recursive: true })
        await page.screenshot({ path: join(screenshots, `review-${scheme}.png`) })
      }
      await page.close()
    },
  )

  /** Opens the review of a plan; `requests` has what the page asks for besides itself. */
  async function opened(colorScheme: 'light' | 'dark') {
    const file = join(folder, 'review.html')
    await writeFile(file, render(await reviewed(changes), 'html'))
    const page: Page = await browser.newPage({ colorScheme, viewport: { width: 1_000, height: 1_400 } })
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    const address = pathToFileURL(file).href
    await page.goto(address)
    return { page, requests: () => requested.filter((url) => url !== address) }
  }
})
