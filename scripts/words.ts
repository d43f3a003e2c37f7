import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { stumblesInCode } from './words/code-words'
import { type Stumble, stumblesIn } from './words/lint'

// Looks for the phrases of scripts/words/phrases.yml in what users read (pages, descriptions, diagnostics, help texts and reports), and for
// the words of scripts/words/code.yml in comments and names of the code, and for sentences of pages that are too long.

const read = [
  '*.md',
  'docs/**/*.md',
  'src/**/*.ts',
  'packages/*/src/**/*.ts',
  'packages/*/*.md',
  'scripts/demo/*.ts',
  'scripts/docs/*.ts',
  'examples/**/*.md',
]
/** Texts that repeat what others say: the appliance, Terraform, a table of names. */
const withoutTexts = /^packages\/(emulator\/(?!.*help)|terraform-plugin\/src\/protocol\/tfplugin6)/
/** Pages that are read at night, and not once. */
const withShortSentences =
  /^(README|CONTRIBUTING|docs\/(index|(guides|resources|data-sources|functions|actions|list-resources|appliance)\/.*))\.md$/
/** Code whose comments and names have rules. That of the protocol is made from Terraform's own definition. */
const withRulesForCode = /^(src|packages\/[^/]+\/src)\/(?!protocol\/tfplugin6).*\.ts$/

async function main(): Promise<void> {
  const named = process.argv.slice(2)
  const files = named.length > 0 ? named : tracked()
  let found = 0
  for (const file of files) {
    for (const { line, column, message } of await stumblesInFile(file)) {
      console.error(`${file}:${line}:${column} ${message.replaceAll('\n', '. ')}`)
      found += 1
    }
  }
  console.error(`${found === 0 ? 'No' : found} phrases to change in ${files.length} files.`)
  process.exitCode = found === 0 ? 0 : 1
}

async function stumblesInFile(file: string): Promise<readonly Stumble[]> {
  const text = await readFile(file, 'utf8')
  return [
    ...(withoutTexts.test(file) ? [] : await stumblesIn(text, extname(file), withShortSentences.test(file))),
    ...(withRulesForCode.test(file) ? stumblesInCode(text) : []),
  ]
}

function tracked(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--', ...read.map((glob) => `:(glob)${glob}`)])
  return listed.toString().split('\0').filter(Boolean)
}

main()
