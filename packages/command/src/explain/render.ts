import type { Site } from '@webfilter/appliance-names'
import { type AskedSite, reasonPhrase, sitesFor } from '../lists/asked-site'
import type { NotRead } from '../lists/list-values'
import { codeSpan } from '../report/markdown'
import { counted, joined, Name, type Phrase, phraseText, say } from '../report/phrase'
import { painter, paragraphs, section } from '../report/terminal'
import { placePhrase, quoted } from '../report/text'
import { type Answer, categoryPhrase } from './answer'
import { type Evidence, type Explanation, stackName } from './explanation'
import { renderJson } from './json'
import type { Declaration } from './list-search'

export type ExplainFormat = 'text' | 'markdown' | 'json'

/**
 * Writes an answer in a format, with a line feed at its end.
 * @param most how many places that could not be read are listed at most
 */
export function renderAnswer(
  answer: Answer,
  format: ExplainFormat,
  { color, most }: { readonly color: boolean; readonly most: number },
): string {
  switch (format) {
    case 'text':
      return renderText(layoutOf(answer, most), color)
    case 'markdown':
      return renderMarkdown(layoutOf(answer, most))
    case 'json':
      return renderJson(answer, most)
  }
}

/** An answer for a terminal or a log. */
function renderText({ answers, common }: Layout, color: boolean): string {
  const paint = painter(color)
  const inText = (phrase: Phrase) => phraseText(phrase, quoted)
  const blockInText = ({ title, lines }: ReportBlock) => section(title, lines.map(inText), paint)
  return paragraphs([
    ...answers.flatMap(({ verdict, blocks }) => [paint('bold', inText(verdict)), ...blocks.map(blockInText)]),
    ...common.map(blockInText),
  ])
}

/** An answer for a ticket or the comment of a pull request. */
function renderMarkdown({ answers, common }: Layout): string {
  return paragraphs([
    ...answers.flatMap(({ verdict, blocks }) => [
      `**${phraseText(verdict, codeSpan)}**`,
      ...blocks.map(blockInMarkdown),
    ]),
    ...common.map(blockInMarkdown),
  ])
}

function blockInMarkdown({ title, lines }: ReportBlock): string {
  return [`### ${title}`, '', ...lines.map((line) => `- ${phraseText(line, codeSpan)}`)].join('\n')
}

/** What text and Markdown are written from. */
interface Layout {
  readonly answers: readonly LaidOutAnswer[]
  /** What is to be known of all answers. */
  readonly common: readonly ReportBlock[]
}

interface LaidOutAnswer {
  readonly verdict: Phrase
  readonly differs: boolean
  readonly blocks: readonly ReportBlock[]
}

/** A heading, and the lines below it. */
interface ReportBlock {
  readonly title: string
  readonly lines: readonly Phrase[]
}

function layoutOf(answer: Answer, most: number): Layout {
  const { explanations, evidence } = answer
  return {
    answers: explanations.map(({ explanation, verdict }) => ({
      verdict,
      differs: explanation.differs,
      blocks: filled([
        { title: 'Name', lines: explanation.asked.notes },
        { title: 'Lists', lines: linesOfLists(explanation, evidence) },
        { title: 'State', lines: linesOfState(explanation, evidence) },
        { title: 'Appliance', lines: linesOfAppliance(explanation, evidence) },
      ]),
    })),
    common: filled([
      { title: 'Not read', lines: linesNotRead(evidence, most) },
      { title: 'Note', lines: notes(answer) },
    ]),
  }
}

function filled(blocks: readonly ReportBlock[]): readonly ReportBlock[] {
  return blocks.filter(({ lines }) => lines.length > 0)
}

function linesOfLists(
  { asked, memberships, below, leftOut }: Explanation,
  { root, lists }: Evidence,
): readonly Phrase[] {
  const found = memberships.flatMap(({ declarations }) => declarations)
  const stacks = new Set([...found, ...below, ...leftOut].map(({ rootFolder }) => rootFolder))
  const once = <Each extends Declared>(all: readonly Each[], line: (each: Each) => Phrase) =>
    oncePerStack(all, line, stacks.size > 1 ? root : undefined)
  const lines = [
    ...once(found, (each) => declarationLine(each, asked)),
    ...once(
      below,
      ({ place, site, count, ...of }) =>
        say`${placePhrase(place)}: only below it, ${new Name(site)}${count > 1 ? say` and ${count - 1} more` : []} (${resourcePhrase(of)})`,
    ),
    ...once(
      leftOut,
      ({ place, reason, ...of }) =>
        say`${placePhrase(place)}: left out of the list, ${reasonPhrase(reason)} (${resourcePhrase(of)})`,
    ),
  ]
  if (found.length > 0) return lines
  return [noneContains(lists.lists, asked), ...lines]
}

/** @param lists how many were read */
function noneContains(lists: number, asked: AskedSite): Phrase {
  return lists === 0
    ? say`There are no lists`
    : say`${counted(lists, 'list')} read, and none of them contains ${itOrParent(asked)}`
}

function itOrParent({ name, parents }: AskedSite): Phrase {
  return parents.length === 0 ? say`${new Name(name)}` : say`${new Name(name)} or a parent domain`
}

/** Something that a root module declares. */
type Declared = Pick<Declaration, 'rootFolder'>

/**
 * The lines of what stacks declare, each once: stacks that use one module declare the same. @param root if there are several stacks,
 * which each line names then by their folders below it
 */
function oncePerStack<Each extends Declared>(
  all: readonly Each[],
  line: (each: Each) => Phrase,
  root: string | undefined,
): readonly Phrase[] {
  const lines = new Map<string, { readonly says: Phrase; readonly stacks: Set<string> }>()
  for (const each of all) {
    const says = line(each)
    const key = JSON.stringify(says)
    const known = lines.get(key) ?? { says, stacks: new Set() }
    lines.set(key, known)
    known.stacks.add(each.rootFolder)
  }
  return [...lines.values()].map(({ says, stacks }) =>
    root === undefined ? says : say`${says}, in ${stacksPhrase([...stacks], root)}`,
  )
}

/** The first stacks, and how many more there are. */
function stacksPhrase(folders: readonly string[], root: string): Phrase {
  const shown = folders.slice(0, mostStacks).map((folder) => [new Name(stackName(root, folder))])
  const more = folders.length - shown.length
  return say`${joined(shown, ', ')}${more === 0 ? [] : say` and ${more} more`}`
}

const mostStacks = 10

function declarationLine({ place, site, ...of }: Declaration, asked: AskedSite): Phrase {
  return say`${placePhrase(place)}: ${siteClause(site, asked)} (${resourcePhrase(of)})`
}

/** A resource, and the construct that it comes from: nobody has written the address of such a one. */
function resourcePhrase({ address, construct }: Pick<Declaration, 'address' | 'construct'>): Phrase {
  return construct === undefined
    ? say`${new Name(address)}`
    : say`${new Name(address)}, construct ${new Name(construct)}`
}

/** A site that is the one that was asked for, or one that includes it. */
function siteClause(site: Site, asked: AskedSite): Phrase {
  return site === asked.name
    ? say`${new Name(site)}`
    : say`${new Name(site)}, which includes ${new Name(asked.name)}`
}

function linesOfState({ asked, memberships }: Explanation, { state }: Evidence): readonly Phrase[] {
  if (state.kind !== 'read') return []
  const lines = memberships.flatMap(({ site, category, managed }) =>
    managed.map(({ address, missing, isUncompiled }) => {
      const lost = missing.has(site) ? say`, but the last refresh did not find it there` : []
      const stale = isUncompiled ? say`; the last change of the list was not compiled` : []
      return say`${categoryPhrase(category)}: ${siteClause(site, asked)}${lost}${stale} (${new Name(address)})`
    }),
  )
  if (lines.length > 0) return lines
  return [noneContains(state.lists.length, asked)]
}

function linesOfAppliance({ asked }: Explanation, { appliance }: Evidence): readonly Phrase[] {
  if (appliance.kind !== 'asked') return []
  const sites = sitesFor(asked)
  const answered = sites.filter((site) => appliance.holders.has(site))
  const lines = answered.flatMap((site) =>
    (appliance.holders.get(site) ?? []).map(
      ({ id, name }) => say`category ${new Name(name)} (${[String(id)]}) contains ${siteClause(site, asked)}`,
    ),
  )
  if (lines.length > 0 || answered.length < sites.length) return lines
  return sites.length === 0 ? [] : [say`no category contains ${itOrParent(asked)}`]
}

function linesNotRead({ lists, plan, state, appliance }: Evidence, most: number): readonly Phrase[] {
  // Stacks that use one module cannot read the same in it.
  const all = [
    ...new Map(lists.notRead.map(notReadLine).map((line) => [JSON.stringify(line), line])).values(),
  ]
  const shown = all.slice(0, most)
  const more = all.length - shown.length
  const failure = appliance.kind === 'asked' ? appliance.failure : appliance.says
  return [
    ...shown,
    ...(more > 0 ? [say`${more} more that could not be read in the configuration`] : []),
    ...(plan.kind === 'not-asked' && lists.notRead.some(({ needsPlan }) => needsPlan)
      ? [say`Plan: ${plan.says}`]
      : []),
    ...(state.kind === 'read'
      ? state.unreadable.map(
          ({ address, why }) => say`State: the list ${new Name(address)} cannot be used, because ${[why]}`,
        )
      : [say`State: ${state.says}`]),
    ...(failure === undefined ? [] : [say`Appliance: ${failure}`]),
  ]
}

function notReadLine({ place, address, says }: NotRead): Phrase {
  return say`${placePhrase(place)}: ${address === undefined ? [] : say`${new Name(address)}: `}${says}`
}

function notes({ explanations, evidence: { appliance } }: Answer): readonly Phrase[] {
  if (appliance.kind !== 'asked' || appliance.holders.size === 0) return []
  const memberships = explanations.flatMap(({ explanation }) => explanation.memberships)
  const roots = new Set(
    memberships.flatMap(({ declarations }) => declarations.map(({ rootFolder }) => rootFolder)),
  )
  return [
    say`The appliance returns the sites that its categories contain. They become active with a compile, which the interface does not show.`,
    ...(roots.size > 1
      ? [
          say`The lists are those of ${roots.size} root modules. If these manage different appliances, name the folder of one with --root.`,
        ]
      : []),
  ]
}
