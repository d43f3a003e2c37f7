import { dirname, join, posix, relative, sep } from 'node:path'
import ts from 'typescript'
import { folderOf } from './sources.mjs'

/**
 * Checks the types of a flavor's sources, which need not be on disk, and declares them.
 *
 * @param {string} root of the repository
 * @param {string} flavor
 * @param {Map<string, string>} sources
 * @param {string[]} entries the sources that can be imported: what these mention is declared, and nothing else
 * @returns {Map<string, string>} contents by path, such as `category/index.d.ts`
 * @throws an error with what the compiler said, and where a declaration mentions what is not published
 */
export function declarationsOf(root, flavor, sources, entries) {
  const folder = folderOf(root, flavor)
  const program = programOf(root, folder, sources)
  const declarations = new Map()
  const { diagnostics } = program.emit(undefined, (file, content) => {
    declarations.set(relative(folder, file).split(sep).join('/'), content)
  })
  const problems = [...ts.getPreEmitDiagnostics(program), ...diagnostics]
  if (problems.length > 0) {
    throw new Error(
      `The sources of ${flavor} do not compile. Look at:\n${ts.formatDiagnostics(problems, formatHost(root))}`,
    )
  }
  return mentioned(declarations, entries)
}

function programOf(root, folder, sources) {
  const options = {
    ...optionsIn(join(root, 'tsconfig.constructs.json')),
    types: ['node'],
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
  }
  const files = new Map([...sources].map(([path, content]) => [join(folder, path), content]))
  const folders = new Set([...files.keys()].map(dirname))
  const host = ts.createCompilerHost(options, true)
  const { fileExists, readFile, directoryExists, getSourceFile } = host
  host.fileExists = (file) => files.has(file) || fileExists(file)
  host.directoryExists = (path) => folders.has(path) || (directoryExists?.(path) ?? true)
  host.readFile = (file) => files.get(file) ?? readFile(file)
  host.getSourceFile = (file, language, ...rest) => {
    const content = files.get(file)
    return content === undefined
      ? getSourceFile(file, language, ...rest)
      : ts.createSourceFile(file, content, language, true)
  }
  return ts.createProgram([...files.keys()], options, host)
}

function optionsIn(file) {
  const parsed = ts.getParsedCommandLineOfConfigFile(
    file,
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} },
  )
  if (!parsed) throw new Error(`${file} cannot be read. Restore it.`)
  return parsed.options
}

function formatHost(root) {
  return {
    getCurrentDirectory: () => root,
    getCanonicalFileName: (file) => file,
    getNewLine: () => '\n',
  }
}

/** The declarations of the entries, and of what they mention in turn. */
function mentioned(declarations, entries) {
  const kept = new Map()
  const pending = entries.map((path) => path.replace(/\.ts$/, '.d.ts'))
  for (const path of pending) {
    const content = declarations.get(path)
    if (content === undefined)
      throw new Error(`There is no declaration ${path}. Is it in exports by mistake?`)
    if (kept.has(path)) continue
    kept.set(path, content)
    for (const [, specifier] of content.matchAll(
      /(?:\bfrom |\bimport\()["']((?:\.|@webfilter\/)[^"']*)["']/g,
    )) {
      const target = posix.join(posix.dirname(path), specifier)
      if (!specifier.startsWith('.') || target.startsWith('..')) {
        throw new Error(
          `The types in ${path} mention ${specifier}, which is not published. Declare them anew.`,
        )
      }
      pending.push(declarations.has(`${target}.d.ts`) ? `${target}.d.ts` : `${target}/index.d.ts`)
    }
  }
  return new Map([...kept].sort(([a], [b]) => (a < b ? -1 : 1)))
}
