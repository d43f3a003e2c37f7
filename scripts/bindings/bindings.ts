import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Emission, ProviderConstraint } from './emission'
import { type Files, type Flavor, filesIn } from './flavor'

import type { ProviderSchemaJson } from './provider-schema'

/**
 * The bindings that a flavor's generator makes of a schema: the same ones for the same schema, whatever the machine has.
 *
 * @param constraint the releases of the provider that apps then require
 * @throws an error with what the generator printed, where it fails
 */
export async function bindingsOf(
  flavor: Flavor,
  schema: ProviderSchemaJson,
  constraint: ProviderConstraint,
): Promise<Files> {
  const folder = await mkdtemp(join(tmpdir(), 'bindings-'))
  try {
    await emit(flavor, { schema, constraint, folder })
    const emitted = await filesIn(join(folder, 'providers', constraint.name))
    return asKept(emitted)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** `~> 0.1` of version 0.1.0: never the exact version, so that providers can be updated without new bindings. */
export function constraintOn(packageVersion: string): ProviderConstraint {
  const [major, minor] = packageVersion.split('.')
  return { name: 'appliance', source: 'webfilter/appliance', version: `~> ${major}.${minor}` }
}

/** What is kept of what a generator made, as apps get it. */
export function asKept(generated: Files): Files {
  return new Map(
    [...generated]
      .filter(([path]) => isKept(path))
      .map(([path, content]) => [path, withObjectsInHcl(content)] as const),
  )
}

/** The build makes an index of its own that loads late, and the pages say no more than where the documentation is. */
function isKept(path: string): boolean {
  return path !== 'lazy-index.ts' && !path.endsWith('README.md')
}

/**
 * The generators take each attribute that is an object for a block, which engines refuse in HCL: the provider has no blocks. A list of
 * which there is only one value is what the libraries write as an object.
 */
function withObjectsInHcl(content: string): string {
  return content.replaceAll(/isBlock: true,(\s+)type: "struct",/gu, 'isBlock: false,$1type: "list",')
}

/**
 * Runs the generator in a process of its own: the two would be in each other's way in one, as both load a Go program that
 * takes the same global names. The libraries beside the generators look for Terraform when they are loaded, and would
 * report usage: with no PATH, in a folder of their own and with reporting switched off, they find nothing and report nothing.
 */
async function emit(flavor: Flavor, emission: Emission<ProviderSchemaJson>): Promise<void> {
  const child = spawn(
    process.execPath,
    ['--import', require.resolve('tsx'), resolve(__dirname, `emit-${flavor}.ts`)],
    {
      cwd: emission.folder,
      env: { CHECKPOINT_DISABLE: '1', NO_COLOR: '1', PATH: '', TMPDIR: tmpdir() },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  child.stdin.end(JSON.stringify(emission))
  const [printed, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  if (code === 0) return
  throw new Error(
    `The generator of ${flavor} ended with exit code ${code}. Look at what it printed:\n${printed}${errors}`,
  )
}
