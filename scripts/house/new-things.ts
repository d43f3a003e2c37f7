import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { rules } from '@webfilter/appliance-command/findings/rules'
import { typesWithWords } from '@webfilter/appliance-command/plan/other-changes'
import { formats } from '@webfilter/appliance-command/report/output'
import { definitionsOf } from '@webfilter/terraform-plugin/testing'
import { provider } from '../../src/provider'
import { filesBelow, root, textOfFile } from './sources'

/**
 * What things lack that somebody has added: an example, a test or a mention in a guide. The table "Where does a thing go?" of CONTRIBUTING.md
 * says what each needs. What the compiler and the other rules find is not looked for again.
 */
export async function incompleteThings(): Promise<readonly string[]> {
  const texts = filesBelow(['test', 'packages/command/test'], /\.ts$/).map(textOfFile)
  const tests = texts.join('\n')
  // Tables of tests that make the type of each row: `data "appliance_${type}"`.
  const tables = texts.filter((text) => text.includes('appliance_${')).join('\n')
  const guides = textsBelow(['docs/guides'], /\.md$/)
  const { resources, dataSources, actions = [], functions = [] } = provider
  const managed = [
    ...resources.map(({ name }) => ['resources', `appliance_${name}`] as const),
    ...dataSources.map(({ name }) => ['data-sources', `appliance_${name}`] as const),
    ...actions.map(({ name }) => ['actions', `appliance_${name}`] as const),
    ...functions.map(({ name }) => ['functions', name] as const),
  ]
  const described = [...(await definitionsOf(resources)), ...(await definitionsOf(dataSources))]
  return [
    ...described.flatMap(({ name, attributes }) =>
      Object.keys(attributes).flatMap((attribute) => {
        const problem = `No test has an attribute ${attribute}, as appliance_${name} has.`
        return lackIn(tests, `${attribute}'?\\s*[:=]`, problem)
      }),
    ),
    ...managed.flatMap(([kind, name]) => [
      ...(existsSync(join(root, 'examples', kind, name))
        ? []
        : [`examples/${kind}/${name}/ does not exist.`]),
      ...(tables.includes(`'${name.replace(/^appliance_/, '')}'`)
        ? []
        : lackIn(tests, name, `No test names ${name}.`)),
    ]),
    ...resources
      .map(({ name }) => `appliance_${name}`)
      .filter((type) => !typesWithWords.has(type))
      .map((type) => `A review has no words for ${type} (packages/command/src/plan/other-changes.ts).`),
    ...subcommands().flatMap((name) => [
      ...lackIn(tests, `'${name}'`, `No test runs appliance ${name}.`),
      ...lackIn(guides, `appliance ${name}`, `No guide has a command line of appliance ${name}.`),
    ]),
    ...rules.flatMap((rule) => lackIn(tests, rule, `No test names the rule ${rule}.`)),
    ...formats.flatMap((format) => lackIn(guides, `\`${format}\``, `No guide names the format ${format}.`)),
  ]
}

/** The subcommands of the command are folders. */
function subcommands(): readonly string[] {
  const folder = 'packages/command/src'
  return readdirSync(join(root, folder)).filter((name) => existsSync(join(root, folder, name, 'command.ts')))
}

/** The problem, if the texts lack a name. In a longer one it is another: `appliance_category` in `appliance_category_sites`. */
export function lackIn(texts: string, wanted: string, problem: string): readonly string[] {
  return new RegExp(`(?<![\\w-])${wanted}(?![\\w-])`).test(texts) ? [] : [problem]
}

function textsBelow(folders: readonly string[], name: RegExp): string {
  return filesBelow(folders, name).map(textOfFile).join('\n')
}
