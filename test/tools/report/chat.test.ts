import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type * as Cards from 'adaptivecards'
import fc from 'fast-check'
import ts from 'typescript'
import { driftOf, driftsOf } from '../../../src/tools/drift/drift'
import { driftReport } from '../../../src/tools/drift/report'
import { renderReport } from '../../../src/tools/report/render'
import type { Report } from '../../../src/tools/report/report'
import { readPlan } from '../../../src/tools/review/plan/plan'
import { failedReviewReport, reviewReport } from '../../../src/tools/review/report'
import { reviewsOf } from '../../../src/tools/review/review'
import { onlyStack } from '../../../src/tools/review/stacks'
import { times } from '../../lanes/extent'
import { categoryChange, changeOf, numbered, planText, type WrittenChange } from '../review/plans'
import { reviewed } from '../review/review-of'

// Its other build is made of modules that need a bundler.
const {
  AdaptiveCard,
  SerializationContext,
  Versions,
}: typeof Cards = require('adaptivecards/dist/adaptivecards.js')

const root = resolve(__dirname, '../../..')

const usual: readonly WrittenChange[] = [
  categoryChange('ads', ['doubleclick.net', 'old.example'], ['banners.example']),
  categoryChange('trackers', [], ['doubleclick.net', 'gov.uk']),
  changeOf('appliance_ldap_member.ann', { uid: 'ann' }, null),
]

async function reportOf(changes: readonly WrittenChange[], settings: unknown = {}): Promise<Report> {
  return reviewReport(reviewsOf(onlyStack(await reviewed(changes, { settings }))))
}

async function severalStacks(): Promise<Report> {
  const content = await reviewed(usual)
  const clean = await reviewed([])
  const stacks = numbered(20, 'stack').map((name, index) => ({ name, content: index < 12 ? content : clean }))
  const failed = [{ name: 'rome', reason: 'The folder "rome" contains neither plan.tfplan nor plan.json.' }]
  return reviewReport(reviewsOf({ isSingle: false, done: stacks, failed }))
}

async function driftReportOf(): Promise<Report> {
  const change = categoryChange('ads', ['b.example'], ['a.example', 'b.example'])
  const drift = categoryChange('ads', ['a.example', 'b.example'], ['b.example'])
  const plan = readPlan(planText([change], { resource_drift: [drift] }))
  const found = await driftOf(plan, { messages: [], asked: new Set([change.address]) })
  return driftReport(driftsOf(onlyStack(found)))
}

const reports: Readonly<Record<string, () => Promise<Report>>> = {
  drift: driftReportOf,
  'a usual plan': () => reportOf(usual),
  'a refused plan': () => reportOf(usual, { findings: { 'public-suffix': 'fatal' } }),
  'a plan without changes': () => reportOf([]),
  'a failed plan': async () => failedReviewReport([]),
  'several stacks': severalStacks,
  'one list of 30,000 sites': () => reportOf([categoryChange('ads', [], numbered(30_000, 'site'))]),
  '3,000 groups': () =>
    reportOf(
      numbered(3_000, 'group').map((name) => changeOf(`appliance_ldap_group.${name}`, null, { name })),
    ),
  'long names': () =>
    reportOf(
      numbered(60, `${'x'.repeat(1_000)}`).map((name, index) =>
        categoryChange(`c${index}`, [], [name], { name }),
      ),
    ),
}

describe('a message for Slack', () => {
  it('has the types of the blocks that Slack publishes', async () => {
    const texts = await Promise.all(
      Object.values(reports).map(async (report) => renderReport(await report(), 'slack')),
    )
    expect(typeErrors(texts.map((text) => text.trim()))).toEqual([])
    expect(typeErrors(['{"text":"x","blocks":[{"type":"header","text":"x"}]}'])).not.toEqual([])
  })

  it.each(Object.keys(reports))('of %s keeps the limits of Slack', async (name) => {
    const text = renderReport((await reports[name]?.()) as Report, 'slack')
    expect(text.length).toBeLessThanOrEqual(12_001)
    const { blocks, text: notification } = JSON.parse(text) as SlackMessage
    expect(notification.length).toBeGreaterThan(0)
    expect(blocks.length).toBeLessThanOrEqual(50)
    for (const { type, text: shown } of blocks) {
      expect(shown.type).toBe('plain_text')
      expect(shown.text.length).toBeGreaterThan(0)
      expect(shown.text.length).toBeLessThanOrEqual(type === 'header' ? 150 : 3_000)
    }
  })

  it('says how much it leaves out', async () => {
    const text = renderReport((await reports['3,000 groups']?.()) as Report, 'slack')
    expect(text).toMatch(/… 2,\d\d\d lines omitted to keep this message short/)
  })
})

describe('a message for Teams', () => {
  it.each(Object.keys(reports))(
    'of %s is a card that the library of Microsoft takes, and keeps its limit',
    async (name) => {
      const text = renderReport((await reports[name]?.()) as Report, 'teams')
      expect(Buffer.from(text, 'utf16le').length).toBeLessThanOrEqual(28 * 1024)
      expect(cardProblems(text)).toEqual([])
    },
  )

  it('would not pass with another element', () => {
    const card = { type: 'AdaptiveCard', version: '1.5', body: [{ type: 'TextBox' }] }
    expect(cardProblems(JSON.stringify({ type: 'message', attachments: [{ content: card }] }))).not.toEqual(
      [],
    )
  })
})

describe('messages', () => {
  it.each([
    ['usual', 'a usual plan'],
    ['refused', 'a refused plan'],
    ['stacks', 'several stacks'],
    ['drift', 'drift'],
  ])('are those that are kept: %s', async (file, name) => {
    for (const format of ['slack', 'teams', 'summary'] as const) {
      const text = renderReport((await reports[name]?.()) as Report, format)
      const shown = format === 'summary' ? text : `${JSON.stringify(JSON.parse(text), null, 2)}\n`
      const path = join(
        __dirname,
        'golden',
        `${file}.${format === 'summary' ? 'summary.txt' : `${format}.json`}`,
      )
      if (process.env.APPLIANCE_WRITE_GOLDEN) await writeFile(path, shown)
      expect(shown).toBe(await readFile(path, 'utf8'))
    }
  })

  it('contain names as text only, whatever they are', async () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
      fc.constantFrom('<!channel>', '<@U1>', ':smile:', '*b*', '`x`', '[l](http://x)', '<at>a</at>', '{{x}}'),
    )
    await fc.assert(
      fc.asyncProperty(name, async (each) => {
        const report = await reportOf([categoryChange('ads', [], ['a.example'], { name: each })])
        const slack = JSON.parse(renderReport(report, 'slack')) as SlackMessage
        expect(slack.text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/)
        expect(slack.blocks.every(({ text }) => text.type === 'plain_text')).toBe(true)
        const teams = renderReport(report, 'teams')
        expect(teams).not.toContain('"TextBlock"')
        expect(cardProblems(teams)).toEqual([])
      }),
      { numRuns: times(50) },
    )
  })
})

describe('a summary', () => {
  it.each(Object.keys(reports))('of %s is one line for the status of a commit', async (name) => {
    const text = renderReport((await reports[name]?.()) as Report, 'summary')
    expect(text).toMatch(/^[^\n]{1,140}\n$/)
  })
})

interface SlackMessage {
  readonly text: string
  readonly blocks: readonly {
    readonly type: string
    readonly text: { readonly type: string; readonly text: string }
  }[]
}

/** What the compiler says of messages by the types of `@slack/types`. */
function typeErrors(messages: readonly string[]): readonly string[] {
  const file = join(root, 'test/tools/report/slack-messages.ts')
  const source = [
    "import type { KnownBlock } from '@slack/types'",
    ...messages.map(
      (text, index) => `export const m${index}: { text: string; blocks: KnownBlock[] } = ${text}`,
    ),
  ].join('\n')
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (name) => name === file || fileExists(name)
  host.getSourceFile = (name, ...further) =>
    name === file
      ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022)
      : getSourceFile(name, ...further)
  const program = ts.createProgram([file], options, host)
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

/** What the library that shows cards says of the card of a message. */
function cardProblems(text: string): readonly string[] {
  const { type, attachments } = JSON.parse(text) as {
    readonly type: string
    readonly attachments: readonly { readonly content: object }[]
  }
  expect({ type, cards: attachments.length }).toEqual({ type: 'message', cards: 1 })
  const context = new SerializationContext(Versions.v1_5)
  const card = new AdaptiveCard()
  card.parse(attachments[0]?.content, context)
  const events = Array.from({ length: context.eventCount }, (_, index) => context.getEventAt(index).message)
  return [...events, ...card.validateProperties().validationEvents.map(({ message }) => message)]
}
