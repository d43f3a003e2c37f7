import { existsSync, mkdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { categoryChange, changeOf, numbered, type WrittenChange } from '../tools/review/plans'
import { render } from '../tools/review/rendered'
import { reviewed } from '../tools/review/review-of'

/** A folder that keeps the pictures of the pages. */
const screenshots = process.env.APPLIANCE_TEST_SCREENSHOTS

const executable = [
  process.env.APPLIANCE_TEST_BROWSER ?? '',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].find((path) => existsSync(path))

const describeWithBrowser = ((): jest.Describe => {
  if (executable !== undefined) return describe
  const notice = 'No Chromium is installed: the tests of pages in a browser are skipped.'
  if (process.env.APPLIANCE_REQUIRE_BROWSER) throw new Error(notice)
  process.stderr.write(`${notice}\n`)
  return describe.skip
})()

/** Plans with so many changes: sites that come, go and move, members and findings. */
const plans: Readonly<Record<string, readonly WrittenChange[]>> = {
  3: [categoryChange('ads', ['a.example'], []), categoryChange('news', [], ['a.example', 'github.io'])],
  300: numbered(30, 'list').flatMap((name, index) => [
    categoryChange(name, numbered(index, `old-${name}`), numbered(10, `new-${name}`)),
    changeOf(`appliance_ldap_group_membership.${name}`, null, { uid: `ann-${index}`, gid: index }),
  ]),
  30000: [
    categoryChange('malware', numbered(9_000, 'moved'), ['gov.uk']),
    categoryChange('phishing', [], [...numbered(9_000, 'moved'), ...numbered(12_000, 'fresh')]),
  ],
}

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

  it.each(
    Object.keys(plans).flatMap((size) =>
      (['light', 'dark'] as const).map((scheme) => [size, scheme] as const),
    ),
  )('with %s changes has no fault that axe finds, and requests nothing: %s', async (size, scheme) => {
    const { page, requests } = await opened(plans[size] ?? [], scheme)
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
      await page.screenshot({ path: join(screenshots, `review-${size}-${scheme}.png`) })
    }
    await page.close()
  })

  it('is no wider than a telephone, and can be folded by keyboard', async () => {
    const { page } = await opened(plans[3] ?? [], 'light')
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)).toBeLessThanOrEqual(360)
    const first = page.locator('details').first()
    const isOpen = () => first.evaluate((element) => element.hasAttribute('open'))
    expect(await isOpen()).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await isOpen()).toBe(false)
    await page.close()
  })

  it('shows on paper what is folded, dark on white in each scheme', async () => {
    const { page } = await opened(plans[30000] ?? [], 'dark')
    const name = page.locator('details.named .names').first()
    expect(await name.isVisible()).toBe(false)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    expect(await name.isVisible()).toBe(true)
    const ground = await page.locator('body').evaluate((body) => {
      const { getComputedStyle } = globalThis as unknown as {
        getComputedStyle: (element: unknown) => { readonly backgroundColor: string }
      }
      return getComputedStyle(body).backgroundColor
    })
    expect(ground).toBe('rgb(255, 255, 255)')
    if (screenshots !== undefined)
      await page.screenshot({ path: join(screenshots, 'review-30000-print.png') })
    await page.close()
  })

  it('breaks no name that fits on a line', async () => {
    const { page } = await opened(plans[300] ?? [], 'light')
    const lines = await page
      .locator('details[open] .names code')
      .evaluateAll((names) => names.map((name) => name.getClientRects().length))
    expect(lines.length).toBeGreaterThan(100)
    expect(lines.filter((count) => count > 1)).toEqual([])
    await page.close()
  })

  it('shows names as text, whatever they are', async () => {
    const name = '</code><script>document.title = "gone"</script><img src="http://127.0.0.1:9/x">'
    const { page, requests } = await opened([categoryChange('ads', [], [name], { name })], 'light')
    expect(await page.locator('.changed code').first().textContent()).toBe(name)
    expect(await page.title()).toContain('1 other change')
    expect(requests()).toEqual([])
    await page.close()
  })

  /** Opens the review of a plan; `requests` has what the page asks for besides itself. */
  async function opened(changes: readonly WrittenChange[], colorScheme: 'light' | 'dark') {
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
