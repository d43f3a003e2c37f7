import { join, relative, resolve } from 'node:path'
import { exit, stderr } from 'node:process'
import ts from 'typescript'
import { flavors, foldersOfConstructs } from './sources.mjs'

/**
 * Checks the types of the bindings, of the constructs and of their tests, against each of the two libraries. The files are the same:
 * they are written for cdktf, and for cdktn only what they import is another one.
 */
const root = resolve(import.meta.dirname, '../..')
const { options, fileNames } = settingsIn('tsconfig.constructs.json')
for (const room of ['src', 'test', ...flavors.map((flavor) => `bindings/${flavor}`)]) {
  if (fileNames.some((file) => file.startsWith(join(root, 'packages/constructs', room)))) continue
  throw new Error(`tsconfig.constructs.json leaves out packages/constructs/${room}. Include it.`)
}
const problems = flavors.flatMap((flavor) => {
  const others = flavors.filter((other) => other !== flavor)
  const files = fileNames.filter((file) => !others.some((other) => file.includes(`/bindings/${other}/`)))
  const program = ts.createProgram(files, { ...options, noEmit: true }, hostOf(flavor))
  const read = program.getSourceFiles().map(({ fileName }) => fileName)
  for (const other of others) {
    if (!read.some((file) => file.includes(`/node_modules/${other}/`))) continue
    throw new Error(`A check against ${flavor} has read ${other}. Look at what imports it.`)
  }
  for (const path of read.map((file) => relative(root, file))) {
    if (/^\.\.|(^|\/)node_modules\//.test(path)) continue
    if (foldersOfConstructs.some((folder) => path.startsWith(`${folder}/`))) continue
    throw new Error(`A check against ${flavor} has read ${path}. Add its folder to foldersOfConstructs.`)
  }
  return ts.getPreEmitDiagnostics(program)
})
if (problems.length > 0) {
  stderr.write(ts.formatDiagnosticsWithColorAndContext(problems, formatHost()))
  exit(1)
}

function hostOf(flavor) {
  const host = ts.createCompilerHost(options)
  const cache = ts.createModuleResolutionCache(root, (name) => name, options)
  host.resolveModuleNameLiterals = (literals, importer, redirected, _, source) =>
    literals.map((literal) => {
      const name = inFlavor(literal.text, flavor)
      const mode = ts.getModeForUsageLocation(source, literal, options)
      return ts.resolveModuleName(name, importer, options, host, cache, redirected, mode)
    })
  return host
}

/** `cdktf` and what is in it, and the bindings for it, become the flavor's; all else stays. */
function inFlavor(specifier, flavor) {
  return specifier
    .replace(/^cdktf(?=\/|$)/, flavor)
    .replace(/^((?:\.\.?\/)+bindings\/)cdktf\//, `$1${flavor}/`)
}

function settingsIn(name) {
  const onUnRecoverableConfigFileDiagnostic = ({ messageText }) => {
    throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
  }
  return ts.getParsedCommandLineOfConfigFile(
    join(root, name),
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic },
  )
}

function formatHost() {
  return {
    getCurrentDirectory: () => root,
    getCanonicalFileName: (file) => file,
    getNewLine: () => '\n',
  }
}
