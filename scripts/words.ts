import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { stumblesIn } from './words/lint'

// Looks for the phrases of scripts/words/phrases.yml in what users read: pages, descriptions, diagnostics, help texts and reports.

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
/** It repeats what others say: the appliance, Terraform, a table of names. */
const left = /^packages\/(emulator\/(?!.*help)|terraform-plugin\/src\/protocol\/tfplugin6)/

async function main(): Promise<void> {
  const named = process.argv.slice(2)
  const files = (named.length > 0 ? named : tracked()).filter((file) => !left.test(file))
  let found = 0
  for (const file of files) {
    for (const { line, column, message } of await stumblesIn(await readFile(file, 'utf8'), extname(file))) {
      console.error(`${file}:${line}:${column} ${message.replaceAll('\n', '. ')}`)
      found += 1
    }
  }
  console.error(`${found === 0 ? 'No' : found} phrases to change in ${files.length} files.`)
  process.exitCode = found === 0 ? 0 : 1
}

function tracked(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--', ...read.map((glob) => `:(glob)${glob}`)])
  return listed.toString().split('\0').filter(Boolean)
}

main()
