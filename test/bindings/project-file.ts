import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { Flavor } from '../../scripts/bindings/flavor'

const root = resolve(__dirname, '../..')

/** The texts of the `cdktf.json` that the guide to CDKTF shows as JSON, or writes with `echo`, in their order. */
export function projectFilesOfGuide(): readonly string[] {
  const page = readFileSync(join(root, 'docs/guides/cdktf.md'), 'utf8')
  const shown = page.matchAll(/^(?:```json\n([^`]*)\n```|echo '(.*)' > cdktf\.json)$/gm)
  return [...shown].map(([, block, echoed]) => block ?? echoed ?? '')
}

/** A `cdktf.json` as a command line reads it, with its defaults. */
export type ProjectFile = z.infer<typeof projectFile>

const projectFile = z.object({
  language: z.string(),
  app: z.string(),
  codeMakerOutput: z.string(),
  terraformProviders: z
    .array(z.object({ name: z.string(), source: z.string(), version: z.string() }))
    .default([]),
})

/**
 * Reads texts of `cdktf.json` with the library that the command line and the generator of a flavor share. In a process of its own,
 * because the libraries of the two flavors are in each other's way, and look for Terraform when they are loaded.
 */
export function readProjectFiles(flavor: Flavor, texts: readonly string[]): readonly ProjectFile[] {
  const script = `
    const { parseConfig } = require('@${flavor}/commons')
    console.log(JSON.stringify(process.argv.slice(1).map((text) => parseConfig(text))))`
  const printed = execFileSync(process.execPath, ['-e', script, ...texts], {
    cwd: root,
    env: { CHECKPOINT_DISABLE: '1', PATH: '', TMPDIR: tmpdir() },
    encoding: 'utf8',
  })
  return z.array(projectFile).parse(JSON.parse(printed))
}
