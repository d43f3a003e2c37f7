import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { placesIn } from '@webfilter/appliance-command/base/places'
import { namedSites, placed } from '@webfilter/appliance-command/findings/placed'
import { readPlan } from '@webfilter/appliance-command/plan/plan'
import { type Review, reviewOf } from '@webfilter/appliance-command/review/review'
import { startEmulator } from '@webfilter/appliance-emulator'
import { engineEnvironment } from '../../engine/environment'
import { findEngine } from '../../engine/find-engine'

const example = resolve(__dirname, '../../examples/quickstart')
const files = ['main.tf', 'directory.tf']

/** What a pull request might change in the example: a text, and what takes its place. */
const pullRequest: readonly (readonly [text: string, replacement: string])[] = [
  // One site moves, two come, one goes, and a member leaves a group.
  [
    '["doubleclick.net", "adserver.example", "203.0.113.80"]',
    '["adserver.example", "203.0.113.80", "banners.example"]',
  ],
  ['["pixel.example", "analytics.example"]', '["pixel.example", "doubleclick.net", "github.io"]'],
  [
    '  gid = appliance_ldap_group.groups["editors"].gid',
    '  gid = appliance_ldap_group.groups["readers"].gid',
  ],
  ['toset(["staff", "editors"])', 'toset(["staff", "editors", "readers"])'],
]

/** Applies the example to an emulated appliance, changes it, has the real engine plan, and reviews the plan. */
export async function reviewOfExample(): Promise<Review> {
  const engine = findEngine()?.command
  if (engine === undefined) throw new Error('Neither terraform nor tofu is on PATH. Install one of them.')
  const folder = await mkdtemp(join(tmpdir(), 'appliance-pictures-'))
  const socket = join(folder, 'directory.sock')
  const { urls, close } = await startEmulator({ socket, list: 'autonomous' })
  try {
    const environment = await engineEnvironment(folder, {
      APPLIANCE_CATEGORIES_URL: urls.categories,
      APPLIANCE_CATEGORIES_LEGACY_URL: urls.legacy,
      APPLIANCE_DIRECTORY_URL: `unix://${socket}`,
      TF_VAR_first_password: 'changed-at-first-login',
    })
    const run = async (...words: readonly string[]) =>
      await promisify(execFile)(engine, words, { cwd: folder, env: environment, maxBuffer: 2 ** 26 })
    const texts = await Promise.all(files.map((name) => readFile(join(example, name), 'utf8')))
    await write(folder, texts)
    await run('init', '-input=false')
    await run('apply', '-input=false', '-auto-approve')
    await write(folder, changed(texts))
    await run('plan', '-input=false', '-out=plan.tfplan')
    const { stdout } = await run('show', '-json', 'plan.tfplan')
    const plan = readPlan(stdout)
    const review = await reviewOf(plan)
    const places = await placesIn(folder, folder)
    return { ...review, findings: placed(review.findings, namedSites, places) }
  } finally {
    await close()
    await rm(folder, { recursive: true, force: true })
  }
}

function changed(texts: readonly string[]): readonly string[] {
  const all = texts.join('')
  for (const [text] of pullRequest) {
    if (!all.includes(text)) throw new Error(`The example does not say ${text} any more.`)
  }
  return texts.map((content) =>
    pullRequest.reduce((so, [text, replacement]) => so.replace(text, replacement), content),
  )
}

async function write(folder: string, texts: readonly string[]): Promise<void> {
  for (const [index, name] of files.entries()) await writeFile(join(folder, name), texts[index] ?? '')
}
