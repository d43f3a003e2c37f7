import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { getRawAsset, isSea } from 'node:sea'
import { Script } from 'node:vm'

/** Reads one of the files that the build put beside the executable, by its path with slashes; `undefined` if there is none. */
export type BuiltFiles = (path: string) => Buffer | undefined

/**
 * Loads files that the build put beside the executable, each once, together with their compiled code of the build: parsing and compiling
 * are the larger part of a start. Another version of V8 than that of the build compiles them again.
 */
export function builtLoader(files: BuiltFiles): (name: string) => unknown {
  const loaded = new Map<string, { exports: unknown }>()
  const requireOfNode = createRequire(__filename)
  const load = (name: string) => {
    const known = loaded.get(name)
    if (known !== undefined) return known.exports
    const module = { exports: {} }
    loaded.set(name, module)
    compileBuilt(name, files).runInThisContext()(module.exports, requireBuilt, module)
    return module.exports
  }
  // What is built requires its neighbors, and else only what is part of Node.
  const requireBuilt = (id: string) => (id.startsWith('./') ? load(id.slice(2)) : requireOfNode(id))
  return load
}

/**
 * The file as a function, as Node makes one of a CommonJS module.
 * @throws {Error} if there is no such file
 */
export function compileBuilt(name: string, files: BuiltFiles): Script {
  const text = files(name)
  if (text === undefined) throw new Error(`${name} is missing in this build. Install the provider again.`)
  return new Script(`(function (exports, require, module) {${text.toString('utf8')}\n})`, {
    filename: name,
    cachedData: compiledCode(name, text, files),
  })
}

/**
 * What V8 made of a file at the build, behind a digest of both. `undefined` if either has changed since: V8 compares no more of
 * the text than its length, and runs code that a disk or an editor has changed until it crashes, or does what the text no longer
 * says.
 */
function compiledCode(name: string, text: Buffer, files: BuiltFiles): Buffer | undefined {
  const kept = files(`${codeFolder}/${name}`)
  if (kept === undefined) return undefined
  const digest = kept.subarray(0, digestBytes)
  const code = kept.subarray(digestBytes)
  return createHash('sha256').update(text).update(code).digest().equals(digest) ? code : undefined
}

/** Of SHA-256. A multiple of what V8 aligns code to: it copies code that lies elsewhere. */
const digestBytes = 32

/** The folder of the compiled code. V8 rejects code of another version, or of other flags. */
const codeFolder = `code/${process.versions.v8}-${process.platform}-${process.arch}`

/** Files in a folder. */
export function filesIn(folder: string): BuiltFiles {
  return (path) => {
    try {
      return readFileSync(join(folder, path))
    } catch {
      return undefined
    }
  }
}

/** Files within this executable, where Node and the provider are one. */
function embeddedFiles(path: string): Buffer | undefined {
  try {
    const asset = getRawAsset(path)
    return typeof asset === 'string' ? Buffer.from(asset) : Buffer.from(asset)
  } catch {
    return undefined
  }
}

/** Loads what lies beside this executable, or within it. */
export const loadBuilt = builtLoader(isSea() ? embeddedFiles : filesIn(join(__dirname, 'late')))
