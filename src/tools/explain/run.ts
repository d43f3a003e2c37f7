import { checkOutput } from '../output-file'
import { printReport } from '../print-report'
import { providerSettings } from '../provider-settings'
import { type Answer, answerTo } from './answer'
import { askAppliance } from './appliance'
import { type AskedSite, askedSite, NoWebsite, sitesFor } from './asked-site'
import { Sought } from './declared/sought'
import type { StateEvidence } from './evidence'
import { rootFolder, searchLists } from './lists'
import type { ExplainCommandOptions } from './options'
import { renderAnswer } from './render/render'
import { stateOf } from './state'

/** Explains websites and prints the answer. @returns the exit code. @throws {Error} with one sentence for the user if it cannot */
export async function runExplain(texts: readonly string[], options: ExplainCommandOptions): Promise<number> {
  const { chdir, engine, config, format, output } = options
  const asked = distinct(texts.map(websiteIn))
  const root = await rootFolder(options.root)
  await checkOutput(output)
  const configuration = await providerSettings(config)
  const lists = await searchLists(root, new Sought(asked))
  const state = await stateOf(chdir, ['.', root], engine)
  const sites = new Set(asked.flatMap(sitesFor))
  const appliance = await askAppliance(configuration, [...sites], witnessesIn(state))
  const answer = answerTo(asked, { root, lists, state, appliance })
  const most = format === 'json' ? 1_000 : 20
  await printReport(output, answer.verdict, (colour) => renderAnswer(answer, format, { colour, most }))
  return exitCodes[answer.outcome]
}

const exitCodes: Readonly<Record<Answer['outcome'], number>> = { answered: 0, failed: 1, differs: 2 }

function websiteIn(text: string): AskedSite {
  try {
    return askedSite(text)
  } catch (error) {
    if (error instanceof NoWebsite) throw new Error(`This is not the name of a website: ${error.message}`)
    throw error
  }
}

/** A website that was named twice is answered once. */
function distinct(asked: readonly AskedSite[]): readonly AskedSite[] {
  const names = new Set<string>()
  return asked.filter(({ name }) => !names.has(name) && names.add(name))
}

/** Sites that the state records, from different lists. */
function witnessesIn(state: StateEvidence) {
  const lists = state.kind === 'read' ? state.lists.filter(({ sites }) => sites.size > 0) : []
  return lists.slice(0, 3).map(({ sites }) => sites.at(0))
}
