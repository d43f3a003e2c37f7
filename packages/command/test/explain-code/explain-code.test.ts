import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { catalogue, codesOfSummaries } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import { guideEntries } from '../../../../scripts/docs/codes/guide-entries'
import { codesWithSummary, explained } from '../../src/explain-code/explain-code'

const guides = resolve(__dirname, '../../../../docs/guides')
const pages = readdirSync(guides)
  .filter((name) => name.startsWith('codes-'))
  .map((name) => readFileSync(join(guides, name), 'utf8'))
  .join('\n')

describe('the pages of codes on a terminal', () => {
  const entries = guideEntries(pages)

  test('explains every code of the catalogue, under its summary, with a remedy unless its message has one', () => {
    const lacking = [...catalogue.values()].filter(({ code, summary }) => {
      const entry = entries.get(code)
      if (entry?.summary !== summary) return true
      return entry.remedy === '' && !entry.example.includes('\n\n')
    })
    expect(lacking.map(({ code }) => code)).toEqual([])
  })

  test('are found by the summaries of codes and of their cases, as an engine prints them without details', () => {
    for (const [summary, code] of codesOfSummaries) {
      expect(codesWithSummary(`│ Warning: ${summary}`)).toContain(code)
      expect([...entries.keys()]).toContain(code)
    }
    expect(codesWithSummary('Warning: placeholder names are left')).toEqual(['harmless-names-left'])
    expect(codesWithSummary('appliance')).toEqual([])
    expect(codesWithSummary('no such words at all')).toEqual([])
  })

  test('has no marks of Markdown for links and emphasis', () => {
    const texts = [...entries.values()].map((entry) => explained(entry)).join('\n')
    expect(texts).not.toMatch(/\]\(|\*\*/)
    expect(texts).toContain("The directory's socket (page directory-socket)")
  })

  test('gives the messages of a code, each with its own cause', () => {
    expect(entries.get('outcome-unknown')?.messages.map(({ message }) => message)).toEqual([
      '`may have reached the appliance`',
      '`may or may not have been created`',
    ])
  })
})
