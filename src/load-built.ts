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
  // What is built requires its neighbours, and else only what is part of Node.
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
    cachedData: files(`${codeFolder}/${name}`),
  })
}

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
