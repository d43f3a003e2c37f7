import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Application, Converter, IntrinsicType, ReflectionKind } from 'typedoc'
import ts from 'typescript'

const tables = [
  'parametersFormat',
  'interfacePropertiesFormat',
  'classPropertiesFormat',
  'typeAliasPropertiesFormat',
  'typeDeclarationFormat',
  'enumMembersFormat',
]

/**
 * A page of Markdown for each declaration file in `constructs/`, by its name such as `filtering-policy`. What is inherited from libraries
 * and from bindings is left out: that would be hundreds of members of each class.
 *
 * @param {string} folder with the declarations of a flavor, and node_modules
 * @returns {Promise<Map<string, string>>}
 * @throws an error if typedoc reports one, which it has printed
 */
export async function modulePages(folder) {
  const constructs = join(folder, 'constructs')
  const paths = await readdir(constructs, { recursive: true })
  const modules = paths
    .filter((path) => path.endsWith('.d.ts'))
    .map((path) => path.slice(0, -'.d.ts'.length).replaceAll('\\', '/'))
    .sort()
  const compilerOptions = {
    module: 'node16',
    target: 'es2022',
    strict: true,
    skipLibCheck: true,
    types: ['node'],
  }
  const settings = { compilerOptions, files: modules.map((name) => `constructs/${name}.d.ts`) }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  const out = join(folder, 'pages')
  const application = await Application.bootstrapWithPlugins({
    plugin: ['typedoc-plugin-markdown'],
    entryPoints: modules.map((name) => join(constructs, `${name}.d.ts`)),
    tsconfig: join(folder, 'tsconfig.json'),
    basePath: constructs,
    out,
    name: 'Constructs',
    excludeExternals: true,
    externalPattern: ['**/node_modules/**', ...bindingsIn(folder)],
    excludePrivate: true,
    excludeProtected: true,
    disableSources: true,
    readme: 'none',
    outputFileStrategy: 'modules',
    hidePageHeader: true,
    hideBreadcrumbs: true,
    logLevel: 'Error',
    ...Object.fromEntries(tables.map((option) => [option, 'table'])),
  })
  application.converter.on(Converter.EVENT_RESOLVE_BEGIN, nameKeys)
  const project = await application.convert()
  if (!project || application.logger.hasErrors())
    throw new Error('typedoc reported errors. Look at them above.')
  await application.generateOutputs(project)
  return new Map(
    await Promise.all(modules.map(async (name) => [name, await readFile(join(out, `${name}.md`), 'utf8')])),
  )
}

/** Globs of everything in the folder that is not in `constructs/`. */
function bindingsIn(folder) {
  return [`${folder}/*.d.ts`, `${folder}/!(constructs)/**`]
}

/** typedoc resolves `[Name in Names]` to `[Name in string]`, and calls a parameter that is destructured `__namedParameters`. */
function nameKeys(context) {
  for (const reflection of context.project.getReflectionsByKind(ReflectionKind.Property)) {
    const [declaration] = context.getSymbolFromReflection(reflection)?.declarations ?? []
    restoreKeys(reflection.type, declaration?.type)
  }
  for (const parameter of context.project.getReflectionsByKind(ReflectionKind.Parameter)) {
    if (parameter.name === '__namedParameters') parameter.name = 'config'
  }
}

function restoreKeys(type, node) {
  if (type?.type !== 'mapped' || !node || !ts.isMappedTypeNode(node)) return
  type.parameterType = new IntrinsicType(node.typeParameter.constraint.getText())
  restoreKeys(type.templateType, node.type)
}
