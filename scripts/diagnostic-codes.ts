import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  type DiagnosticCase,
  type DiagnosticCode,
  frameworkDiagnostics,
} from '@webfilter/terraform-plugin/diagnostics'

/** Where the module is kept, below the root of the repository. */
export const diagnosticCodesPath = 'packages/declarations/src/diagnostics/codes.ts'

const room = '../packages/declarations/src/diagnostics'

/** The module with what is fixed of each diagnostic, for code that reads diagnostics and raises none. */
export async function diagnosticCodesModule(): Promise<string> {
  const codes = JSON.stringify(Object.fromEntries(await codesOfEntries()))
  return formatted(`// Written by npm run generate from the entries beside it. Do not edit it.

/** What is fixed of each diagnostic of the provider, by its code; \`cases\` are the other summaries that it can have. */
export const codes = ${codes} as const
`)
}

/** The same as data, from the entries of the room and of the framework. */
async function codesOfEntries() {
  const files = readdirSync(resolve(__dirname, room)).filter((file) => !madeOfCodes.has(file))
  const modules: readonly Readonly<Record<string, unknown>>[] = await Promise.all(
    files.map((file) => import(`${room}/${file}`)),
  )
  const exported = [...modules, frameworkDiagnostics].flatMap((module): readonly unknown[] =>
    Object.values(module),
  )
  const cases = exported.filter(isCase)
  return exported
    .filter(isCode)
    .map(({ code, severity, summary, group, canBeWarning }) => {
      const summaries = new Set(cases.filter(({ caseOf }) => caseOf === code).map((each) => each.summary))
      const known = { severity, summary, group, canBeWarning }
      return [code, { ...known, ...(summaries.size > 0 && { cases: [...summaries] }) }] as const
    })
    .sort(([one], [other]) => (one < other ? -1 : 1))
}

/** These read the module that is written. */
const madeOfCodes: ReadonlySet<string> = new Set(['codes.ts', 'catalogue.ts'])

/** The cases of a code are functions without one. */
function isCode(each: unknown): each is DiagnosticCode {
  return (typeof each === 'function' || typeof each === 'object') && Reflect.has(Object(each), 'code')
}

function isCase(each: unknown): each is DiagnosticCase {
  return typeof each === 'function' && Reflect.has(each, 'caseOf')
}

function formatted(source: string): string {
  const biome = resolve(__dirname, '../node_modules/@biomejs/biome/bin/biome')
  const options = ['format', `--stdin-file-path=${diagnosticCodesPath}`]
  return execFileSync(process.execPath, [biome, ...options], { input: source, encoding: 'utf8' })
}
