import { counted } from '@webfilter/appliance-declarations/diagnostics/wording'
import { type CountTable, cellsOf } from './count-table'
import { Name, type Phrase, phraseText, visible } from './phrase'
import { type Line, type Mood, marks, namesText, type Report, type Section, type SectionKind } from './report'
import { placePhrase } from './text'

/**
 * A report as a page of its own: one file that runs nothing and requests nothing, light or dark as its reader prefers, and on paper with all
 * parts open. If it would be longer than {@link longestPage}, names are left out first, then lines; each part says how many.
 *
 * @param names how many names a line has at most
 */
export function renderHtml(report: Report, names: number): string {
  let page = ''
  for (const form of [{ names, lines: Number.MAX_SAFE_INTEGER }, ...shorterForms]) {
    page = pageOf(report, { ...form, names: Math.min(names, form.names) })
    if (Buffer.byteLength(page) <= longestPage) break
  }
  return page
}

/** Bytes. */
const longestPage = 1_900_000

/** How much of a report is written: names in a line, and lines in a section. */
interface Form {
  readonly names: number
  readonly lines: number
}

/** What is tried where a page is too long, one after the other. */
const shorterForms: readonly Form[] = [
  { names: 100, lines: Number.MAX_SAFE_INTEGER },
  { names: 10, lines: Number.MAX_SAFE_INTEGER },
  { names: 3, lines: 2_000 },
  { names: 1, lines: 500 },
  { names: 0, lines: 100 },
  { names: 0, lines: 10 },
]

function pageOf(report: Report, form: Form): string {
  const title = `appliance ${report.command}`
  const { table, sections } = report
  const body = [tableAsHtml(table), ...sections.map((section) => sectionAsHtml(section, form))].join('')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(phraseText(report.verdict, visible))} – ${title}</title>
<style>
${style}</style>
</head>
<body>
<header>
<p class="command">${title}</p>
<h1 class="${report.mood}"><span class="mood">${moods[report.mood]}</span> ${phraseAsHtml(report.verdict)}</h1>
</header>
<main>
${body}</main>
</body>
</html>
`
}

/** What a color says, in words. */
const moods: Readonly<Record<Mood, string>> = { good: 'OK', neutral: 'Changes', bad: 'Attention' }

/** The first cell of each row is what others chose. */
function tableAsHtml(table: CountTable | undefined): string {
  if (table === undefined) return ''
  const head = [table.rowTitle, ...table.columns]
  const rows = cellsOf(table, (name) => name)
  const cells = (row: readonly string[]) =>
    row.map((cell, index) =>
      index === 0 ? `<th scope="row">${nameAsHtml(cell)}</th>` : `<td>${escaped(cell)}</td>`,
    )
  return `<table class="counts">
<thead><tr>${head.map((title) => `<th scope="col">${escaped(title)}</th>`).join('')}</tr></thead>
<tbody>
${rows.map((row) => `<tr>${cells(row).join('')}</tr>\n`).join('')}</tbody>
</table>
`
}

function sectionAsHtml({ kind, title, lines }: Section, form: Form): string {
  const shown = lines.slice(0, form.lines)
  const left = lines.length - shown.length
  const isOpen = lines.length <= mostOpenLines ? ' open' : ''
  return `<details class="section ${kind}"${isOpen}>
<summary><h2>${escaped(title)}</h2> <span class="count">${counted(lines.length, 'line')}</span></summary>
<ul>
${shown.map((line) => `<li><span class="sign" aria-hidden="true">${signOf(kind)}</span> ${lineAsHtml(line, form)}</li>\n`).join('')}</ul>
${left === 0 ? '' : `<p class="left">${counted(left, 'line')} more. --format json has them.</p>\n`}</details>
`
}

/** Sections with more lines are folded. */
const mostOpenLines = 50
/** Lines with more names have them folded. */
const mostOpenNames = 10

function lineAsHtml(line: Line, form: Form): string {
  const { block } = line
  const copied = block === undefined || form.names === 0 ? '' : `<pre><code>${escaped(block)}</code></pre>`
  return `${lineWithNames(line, form)}${copied}`
}

function lineWithNames({ says, names, place, folded = [] }: Line, form: Form): string {
  const list = namesText(names, form.names, nameAsHtml, ' ')
  const where = place === undefined ? '' : ` <span class="place">${phraseAsHtml(placePhrase(place))}</span>`
  const line = `${phraseAsHtml(says)}${where}`
  if (folded.length > 0) return foldedAsHtml(line, folded, form)
  if (names === undefined || list === '') return line
  if (names.count <= mostOpenNames) return `${line}<div class="names">${list}</div>`
  return `<details class="named"><summary>${line}</summary><div class="names">${list}</div></details>`
}

function foldedAsHtml(line: string, folded: readonly Line[], form: Form): string {
  const shown = folded.slice(0, form.lines)
  const left = folded.length - shown.length
  const rest =
    left === 0 ? '' : `<li class="left">${counted(left, 'finding')} more. --format json has them.</li>\n`
  const items = shown.map((each) => `<li>${lineAsHtml(each, form)}</li>\n`).join('')
  return `<details class="named"><summary>${line}</summary><ul class="folded">\n${items}${rest}</ul></details>`
}

/** The sign of a line, as it is printed in a book. */
function signOf(kind: SectionKind): string {
  return marks[kind].sign.replace('-', '−').replace('>', '→')
}

function phraseAsHtml(phrase: Phrase): string {
  return phrase.map((part) => (part instanceof Name ? nameAsHtml(part.text) : escaped(part))).join('')
}

/** Isolated, so that a name in another direction of writing leaves the rest of its line where it is. */
function nameAsHtml(name: string): string {
  return `<bdi><code>${escaped(visible(name))}</code></bdi>`
}

/** A text in which nothing is markup, inside and outside of attributes. */
function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

// Each color has a contrast of at least 4.5 to 1 with the ground, in both schemes.
const style = `:root {
  color-scheme: light dark;
  --ground: #ffffff; --text: #1f2328; --soft: #59636e; --line: #d1d9e0; --raised: #f6f8fa;
  --red: #b3261e; --green: #116329; --blue: #0550ae; --yellow: #7d4e00;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #0d1117; --text: #e6edf3; --soft: #9aa4af; --line: #3d444d; --raised: #161b22;
    --red: #ff8f87; --green: #56d364; --blue: #79c0ff; --yellow: #e3b341;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.4rem; line-height: 1.3; margin: 0 0 1.5rem; }
h2 { display: inline; font-size: 1.1rem; margin: 0; }
code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere; }
.folded { margin-left: 0.2rem; } .folded li { padding-left: 0; }
ul { list-style: none; margin: 0.5rem 0 0; padding: 0; }
li { margin: 0 0 0.4rem; padding-left: 1.4rem; position: relative; }
summary { cursor: pointer; }
summary:focus-visible { outline: 2px solid var(--blue); outline-offset: 2px; }
table { border-collapse: collapse; margin: 0 0 1rem; display: block; overflow-x: auto; }
th, td { border-bottom: 1px solid var(--line); padding: 0.2rem 0.8rem 0.2rem 0; text-align: right; }
th:first-child { text-align: left; }
.command, .count, .place, .left { color: var(--soft); }
.command { margin: 0; }
.mood { border: 1px solid; border-radius: 1rem; font-size: 0.8rem; padding: 0.1rem 0.6rem; vertical-align: middle; }
.good, .added .sign { color: var(--green); }
.bad, .fatal .sign, .lost .sign, .removed .sign, .gone .sign, .missing .sign { color: var(--red); }
.neutral .mood, .moved .sign, .noted .sign { color: var(--blue); }
.warning .sign, .changed .sign, .different .sign, .unmanaged .sign { color: var(--yellow); }
.section { border: 1px solid var(--line); border-radius: 0.5rem; margin: 0 0 1rem; padding: 0.6rem 1rem; }
.section > summary { margin: -0.6rem -1rem; padding: 0.6rem 1rem; }
.section[open] > summary { margin-bottom: 0; }
.sign { font-weight: bold; left: 0; position: absolute; }
pre { background: var(--raised); border-radius: 0.4rem; margin: 0.2rem 0; overflow-x: auto; padding: 0.3rem 0.6rem; }
.names { background: var(--raised); border-radius: 0.4rem; margin: 0.2rem 0; max-height: 24rem; overflow-y: auto; padding: 0.3rem 0.6rem; }
.names bdi { display: inline-block; margin-right: 0.6rem; max-width: 100%; }
@media print {
  :root { color-scheme: light; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  summary { list-style: none; }
  details::details-content { content-visibility: visible; block-size: auto; }
  .names { max-height: none; overflow: visible; }
  li { break-inside: avoid-page; }
  summary { break-after: avoid-page; }
}
`
