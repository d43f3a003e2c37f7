import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  driftRules,
  guideTexts,
  reviewRules,
  unmanagedRules,
} from '@webfilter/appliance-command/findings/rules'

/** The guides with the tables of their rules, which are made of the rules; everything else in them is written by hand. */
export function guidesWithRules(folder: string): readonly (readonly [name: string, content: string])[] {
  const guides = [
    ['review.md', [guideTexts('review', reviewRules)]],
    ['drift.md', [guideTexts('drift', driftRules), guideTexts('drift', unmanagedRules)]],
  ] as const
  return guides.map(([name, tables]) => {
    return [name, tables.reduce(withTable, readFileSync(join(folder, name), 'utf8'))]
  })
}

const heading = '| Rule | |\n|---|---|\n'

/** @param at which of the tables of rules in the text it is */
function withTable(text: string, rules: ReadonlyMap<string, string>, at: number): string {
  const parts = text.split(heading)
  const part = parts[at + 1]
  if (part === undefined)
    throw new Error(`A guide has no table ${at + 1} of rules. Add the heading ${heading}`)
  const after = part.replace(/^(?:\|.*\n)*/, '')
  const rows = [...rules].map(([rule, says]) => `| \`${rule}\` | ${says} |\n`).join('')
  return parts.with(at + 1, `${rows}${after}`).join(heading)
}
