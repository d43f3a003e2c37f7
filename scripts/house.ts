import { readFile } from 'node:fs/promises'
import { allRepositoryFiles, codeFiles, type Import, importsOf } from './house/code'
import { problemsOfDecisions } from './house/decisions'
import { problemsOfDesign, readDesign } from './house/design'
import {
  type LinterConfiguration,
  problemsOfLinter,
  problemsOfPackages,
  problemsOfSiblings,
} from './house/rules'

// Compares the code with DESIGN.md: its picture of the folders, its tables of imports, and the files that it and the decisions name. The
// linter finds files that import themselves through others; this script finds folders that do.

async function main(): Promise<void> {
  const files = allRepositoryFiles()
  const code = codeFiles(files)
  const imports: readonly Import[] = (await Promise.all(code.map((file) => importsOf(file, code)))).flat()
  const design = readDesign(await readFile('DESIGN.md', 'utf8'))
  const linter = JSON.parse(await readFile('biome.json', 'utf8')) as LinterConfiguration
  const problems = [
    ...problemsOfDesign(design, code, imports),
    ...problemsOfPackages(design, imports),
    ...problemsOfSiblings(imports),
    ...problemsOfLinter(design, linter),
    ...(await problemsOfDecisions(design, files)),
  ]
  for (const problem of problems) console.error(problem)
  console.error(
    `${problems.length === 0 ? 'No' : problems.length} differences between DESIGN.md and the code.`,
  )
  process.exitCode = problems.length === 0 ? 0 : 1
}

main()
