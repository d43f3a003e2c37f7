import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'

/**
 * Loads a file that the build laid beside the executable, in the folder `late`, together with what V8 made of it when it was
 * built: parsing and compiling are the larger part of a start. Another version of V8 than that of the build compiles it anew.
 */
export function loadBuilt(name: string, folder: string = join(__dirname, 'late')): unknown {
  const script = compileBuilt(name, folder)
  const file = join(folder, name)
  const loaded = { exports: {} }
  script.runInThisContext()(loaded.exports, createRequire(file), loaded, file, dirname(file))
  return loaded.exports
}

/** The file as a function, as Node makes one of a CommonJS module. */
export function compileBuilt(name: string, folder: string): Script {
  const file = join(folder, name)
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'utf8')}\n})`
  return new Script(source, { filename: file, cachedData: codeOf(name, folder) })
}

/** Versions of Node that share a version of V8 share its code. V8 itself refuses what it made with other flags. */
function codeOf(name: string, folder: string): Buffer | undefined {
  try {
    return readFileSync(join(folder, 'code', `${process.versions.v8}-${process.arch}`, name))
  } catch {
    return undefined
  }
}
