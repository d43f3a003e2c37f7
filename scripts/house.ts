import { citationProblems } from './house/citations'
import { communityProblems, remindersOf } from './house/community'
import { decisionProblems, missingNamedFiles } from './house/decisions'
import { designProblems } from './house/design'
import { codeThatReadsEnglish } from './house/english'
import { namesOfWhatIsGone } from './house/gone'
import { foldersWithoutTests, unitTestsWithProcesses } from './house/lanes'
import {
  assumptionsWithoutPage,
  diagnosticsMadeElsewhere,
  diagnosticsWithoutTest,
  errorsOfDataSources,
} from './house/lists'
import { incompleteThings } from './house/new-things'
import { cdktfGuideProblems, linkProblems, stalePages, unsafeNpx } from './house/pages'
import { frontMatterProblems, linksOutOfRegistry, picturesByPath } from './house/registry'
import { troubleshootingProblems } from './house/troubleshooting'

// Checks rules that hold between files and that neither the compiler nor the linter knows: `npm run lint:house`.

/** @returns one line for each place that breaks the rule: the place, and what is wrong with it */
type Check = () => readonly string[] | Promise<readonly string[]>

const checks: readonly (readonly [rule: string, check: Check])[] = [
  ['The picture and the tables of DESIGN.md show what exists.', designProblems],
  ['Each decision has its date and its sections, and DESIGN.md lists it.', decisionProblems],
  ['DESIGN.md, CONTRIBUTING.md and the decisions name files that exist.', missingNamedFiles],
  [
    'Citations of docs/appliance name a heading of its pages, and its pages link each assumption.',
    citationProblems,
  ],
  ['What is new has what CONTRIBUTING.md says that it needs.', incompleteThings],
  ['A test raises each diagnostic.', diagnosticsWithoutTest],
  [
    'Diagnostics are defined in packages/declarations/src/diagnostics and in the framework.',
    diagnosticsMadeElsewhere,
  ],
  ['An error that a data source raises has canBeWarning.', errorsOfDataSources],
  ['No code depends on the English of a diagnostic.', codeThatReadsEnglish],
  ['The page of assumptions has every list of assumptions.', assumptionsWithoutPage],
  [
    'The troubleshooting guide has each diagnostic, and quotes what the provider says.',
    troubleshootingProblems,
  ],
  ['The pages are those that npm run docs writes.', stalePages],
  ['No page, help or template names what the project no longer has.', namesOfWhatIsGone],
  ['The pages are linked, and their links lead somewhere.', linkProblems],
  [
    'The front matter of the pages is what the registry accepts, and each guide has a group.',
    frontMatterProblems,
  ],
  ['The pages of the registry show no picture by a path.', picturesByPath],
  ['The pages of the registry link only pages of the registry.', linksOutOfRegistry],
  ['The CDKTF guide shows the example.', cdktfGuideProblems],
  ['Files for people exist, and pages say whether a release is published.', communityProblems],
  ['npx runs only the installed package.', unsafeNpx],
  ['Unit tests start no process and do not read the build.', unitTestsWithProcesses],
  ['The folders of the lanes contain tests.', foldersWithoutTests],
]

async function main(): Promise<void> {
  let count = 0
  for (const [rule, check] of checks) {
    const problems = await problemsOf(check)
    if (problems.length > 0) console.error([rule, ...problems.map((problem) => `  ${problem}`)].join('\n'))
    count += problems.length
  }
  for (const reminder of remindersOf()) console.error(reminder)
  console.error(`${count === 0 ? 'No' : count} problems with ${checks.length} rules.`)
  process.exitCode = count === 0 ? 0 : 1
}

/** A rule that cannot be checked, such as pages whose example is missing, hides nothing of the others. */
async function problemsOf(check: Check): Promise<readonly string[]> {
  try {
    return await check()
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

main()
