import type { Result } from 'sarif'
import { formats } from '../../src/report/formats'
import type { FailedStack, Place } from '../../src/report/report'
import { type Review, type Reviews, reviewsOf } from '../../src/review/review'
import { schemaErrors } from '../review/json-schema'
import { categoryChange, numbered, type WrittenChange } from '../review/plans'
import { renderReviews } from '../review/rendered'
import { reviewed } from '../review/review-of'
import { sarifErrors } from '../review/sarif-structure'

async function reviews(
  stacks: Readonly<Record<string, readonly WrittenChange[]>>,
  failed: readonly FailedStack[] = [],
): Promise<Reviews> {
  const done: { name: string; content: Review }[] = []
  for (const [name, changes] of Object.entries(stacks)) done.push({ name, content: await reviewed(changes) })
  return reviewsOf({ isSingle: false, done, failed })
}

const adding = (...sites: readonly string[]) => [categoryChange('ads', [], sites)]
/** The same change in a fleet, where addresses contain the name of the appliance. */
const addingIn = (stack: string, ...sites: readonly string[]) =>
  adding(...sites).map((change) => ({ ...change, address: `appliance_category.${stack}_ads_17F767BC` }))

const oslo = {
  name: 'oslo',
  reason: 'The file "oslo.tfplan" cannot be read (ENOENT). Specify an existing file.',
}

describe('a report on several stacks as text', () => {
  it('names each stack, and begins with the gravest', async () => {
    const all = await reviews({
      headquarters: [],
      'branches-berlin': addingIn('berlin', 'a.example'),
      'branches-oslo': addingIn('oslo', 'a.example'),
      'branches-rome': addingIn('rome', 'b.example'),
    })
    expect(renderReviews(all, 'text')).toBe(`3 sites added in 3 of 4 stacks.

branches-berlin: 1 site added.

  Added
    + category ads: 1 site: a.example

branches-oslo: 1 site added.

  Added
    + category ads: 1 site: a.example

branches-rome: 1 site added.

  Added
    + category ads: 1 site: b.example

headquarters: Nothing to do.
`)
  })

  it('begins with the stacks that failed', async () => {
    const text = renderReviews(await reviews({ berlin: [] }, [oslo]), 'text')
    expect(text).toBe(`1 of 2 stacks could not be reviewed: oslo. Nothing to do in 1 of 2 stacks.

oslo: The file "oslo.tfplan" cannot be read (ENOENT). Specify an existing file.

berlin: Nothing to do.
`)
  })
})

describe('a report on several stacks as Markdown', () => {
  it('has one verdict, and a heading for each', async () => {
    const all = await reviews({ berlin: adding('a.example'), oslo: adding('a.example'), rome: [] })
    expect(renderReviews(all, 'markdown')).toBe(`**2 sites added in 2 of 3 stacks.**

## \`berlin\`

**1 site added.**

### Added

- category \`ads\`: 1 site: \`a.example\`

## \`oslo\`

**1 site added.**

### Added

- category \`ads\`: 1 site: \`a.example\`

## \`rome\`

**Nothing to do.**
`)
  })

  it.each([1, 60_000])(
    'has room for errors, or says how many are left out: %d characters',
    async (length) => {
      const failed = numbered(500, 'stack').map((name) => ({ name, reason: 'x'.repeat(length) }))
      const text = renderReviews(await reviews({ berlin: adding('a.example') }, failed), 'markdown')
      expect(text.length).toBeLessThanOrEqual(60_000)
      expect(text).toContain('## `berlin`')
      const shown = text.match(/^- `stack/gm)?.length ?? 0
      const [, left = '0'] = /^- … ([\d,]+) stacks? omitted/m.exec(text) ?? []
      expect(shown + Number(left)).toBe(500)
    },
  )
})

describe('a report on several stacks as JSON', () => {
  it('fits the schema, and has the report of each in full', async () => {
    const all = await reviews({ berlin: adding('a.example'), paris: adding('a.example') }, [oslo])
    const document = JSON.parse(renderReviews(all, 'json'))
    expect(schemaErrors(document)).toEqual([])
    expect(document).toMatchObject({
      format_version: '1.1',
      outcome: 'incomplete',
      totals: { sites_added: 2 },
      stacks: [
        { name: 'oslo', error: oslo.reason },
        { name: 'berlin', review: { format_version: '1.0', outcome: 'changes', totals: { sites_added: 1 } } },
        { name: 'paris', review: { outcome: 'changes' } },
      ],
    })
    expect(document).not.toHaveProperty('changes')
  })

  it('fits no schema with a version of its own', async () => {
    const document = JSON.parse(renderReviews(await reviews({ berlin: [], oslo: [] }), 'json'))
    expect(schemaErrors({ ...document, format_version: '1.0' })).not.toEqual([])
  })
})

describe('places in a report on several stacks', () => {
  const suffix = async (place: Place) => {
    const review = await reviewed(adding('gov.uk'))
    return { ...review, findings: review.findings.map((finding) => ({ ...finding, place })) }
  }
  const inBoth = async (berlin: Place, other: Place) =>
    reviewsOf({
      isSingle: false,
      done: [
        { name: 'berlin', content: await suffix(berlin) },
        { name: 'oslo', content: await suffix(other) },
      ],
      failed: [],
    })

  it('are those of each stack', async () => {
    const construct = (stack: string) => ({ file: 'cdktf.json', construct: `${stack}/policy/ads` })
    const all = await inBoth(construct('berlin'), construct('oslo'))
    const text = renderReviews(all, 'text')
    expect(text).toContain('construct berlin/policy/ads')
    expect(text).toContain('construct oslo/policy/ads')
    const { stacks } = JSON.parse(renderReviews(all, 'json'))
    expect(stacks[1].review.findings[0].place).toEqual(construct('oslo'))
  })
})

describe('findings of several stacks', () => {
  it('are results of one run of SARIF, which name their stack; a failure is one of the run', async () => {
    const { done } = await reviews({ berlin: adding('gov.uk'), oslo: adding('gov.uk') })
    const standIn = { file: 'berlin/main.tf' }
    const all = reviewsOf({
      isSingle: false,
      done: done.map((stack) => (stack.name === 'berlin' ? { ...stack, standIn } : stack)),
      failed: [{ name: 'rome', reason: 'The plan is missing.' }],
    })
    const log = JSON.parse(renderReviews(all, 'sarif'))
    expect(sarifErrors(log)).toEqual([])
    expect(log.runs).toHaveLength(1)
    const [{ results, invocations }] = log.runs
    const ours = results.filter(({ ruleId }: { ruleId: string }) => ruleId === 'public-suffix')
    expect(ours).toMatchObject([
      {
        message: { text: expect.stringMatching(/^berlin: /) },
        locations: [{ physicalLocation: { artifactLocation: { uri: 'berlin/main.tf' } } }],
      },
      { message: { text: expect.stringMatching(/^oslo: /) } },
    ])
    expect(
      new Set(ours.map(({ partialFingerprints }: Result) => JSON.stringify(partialFingerprints))).size,
    ).toBe(2)
    expect(invocations).toMatchObject([
      {
        executionSuccessful: false,
        toolExecutionNotifications: [{ level: 'error', message: { text: 'rome: The plan is missing.' } }],
      },
    ])
  })

  it('are annotations that name their stack, below those of failures', async () => {
    const all = await reviews({ berlin: adding('gov.uk') }, [oslo])
    const lines = renderReviews(all, 'github').split('\n')
    expect(lines[0]).toMatch(/^::error title=error::oslo: The file "oslo\.tfplan" cannot be read/)
    expect(lines[1]).toMatch(/^::warning title=public-suffix::berlin: /)
  })
})

describe('names of stacks and reasons', () => {
  it.each(formats)('mean nothing, whatever they are: %s', async (format) => {
    const hostile = [
      '<script>',
      '`|` ]]>',
      '\u001b[31mred',
      'line\nfeed',
      '\u202egnp.exe',
      '"',
      '&amp;',
      '::error::',
    ]
    const failed = hostile.map((reason) => ({ name: `failed ${reason}`, reason: `because of ${reason}` }))
    const stacks = Object.fromEntries(hostile.map((name) => [name, adding('a.example')]))
    const text = renderReviews(await reviews(stacks, failed), format)
    expect(text).not.toMatch(/(?!\n)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u)
    if (format === 'github') {
      expect(text.match(/^::.*$/gm)?.every((line) => /^::(error|warning) .*?title=[\w-]+::/.test(line))).toBe(
        true,
      )
    } else expect(text).not.toMatch(/^::/m)
    if (format === 'sarif') expect(sarifErrors(JSON.parse(text))).toEqual([])
    expect(text).not.toMatch(/^feed/m)
    if (format === 'markdown') expect(text.replaceAll(/(`+)(?!`).*?(?<!`)\1(?!`)/g, '')).not.toContain('<')
    if (format === 'json') expect(schemaErrors(JSON.parse(text))).toEqual([])
  })
})
