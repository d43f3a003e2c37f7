import type { FailedStack } from '@webfilter/appliance-command/report/report'
import { type Review, type Reviews, reviewsOf } from '@webfilter/appliance-command/review/review'
import { categoryChange, numbered, type WrittenChange } from '../../packages/command/test/review/plans'
import { renderReviews } from '../../packages/command/test/review/rendered'
import { reviewed } from '../../packages/command/test/review/review-of'

async function reviews(
  stacks: Readonly<Record<string, readonly WrittenChange[]>>,
  failed: readonly FailedStack[] = [],
): Promise<Reviews> {
  const done: { name: string; content: Review }[] = []
  for (const [name, changes] of Object.entries(stacks)) done.push({ name, content: await reviewed(changes) })
  return reviewsOf({ isSingle: false, done, failed })
}

const adding = (...sites: readonly string[]) => [categoryChange('ads', [], sites)]

describe('a report on several stacks as Markdown', () => {
  it('is cut from the bottom: the last stack that is shown is shortened, and those behind it are counted', async () => {
    const lines = (count: number, name: string) =>
      Array.from({ length: count }, (_, index) =>
        categoryChange(`${name}-${index}`, [], [`${name}-${index}.example`]),
      )
    const text = renderReviews(
      await reviews({
        small: lines(5, 'small'),
        one: lines(700, 'one'),
        two: lines(1_300, 'two'),
        last: lines(60, 'last'),
      }),
      'markdown',
    )
    expect(text.length).toBeLessThanOrEqual(60_000)
    expect(text.length).toBeGreaterThan(50_000)
    const parts = text.split(/^(?=## )/m)
    expect(parts.map((part) => /^## .*/.exec(part)?.[0])).toEqual([
      undefined,
      '## `small`',
      '## `one`',
      '## `two`',
    ])
    expect(parts.map((part) => / lines? omitted to keep this report short/.test(part))).toEqual([
      false,
      false,
      false,
      true,
    ])
    expect(parts[2]).toContain('`one-699`')
    expect(text).toMatch(/^- … 1 stack omitted to keep this report short\n$/m)
  })

  it.each([100, 2_000])('has room for %d stacks, or says how many are left out', async (count) => {
    const stacks = Object.fromEntries(
      numbered(count, 'stack-with-a-name-of-some-length').map((name) => [name, adding(`site-of-${name}`)]),
    )
    const text = renderReviews(await reviews(stacks), 'markdown')
    expect(text.length).toBeLessThanOrEqual(60_000)
    expect(text).toContain('stack-with-a-name-of-some-length-0.example')
    const shown = text.match(/^## /gm)?.length ?? 0
    const [, left = '0'] = /^- … ([\d,]+) stacks? omitted/m.exec(text) ?? []
    expect(shown + Number(left.replaceAll(',', ''))).toBe(count)
  })
})
