// Prints a report for a comment or an issue: the stack, the report, and below it the commit, the run and the plan, folded.
//   node report.mjs STACK REPORT [PLAN]
// PLAN is the plan as text. COMMIT is the commit, and RUN_URL the address of the run.
import { readFile } from 'node:fs/promises'

/** Characters. GitHub accepts 65,536 in a comment or an issue, with the mark of the comment. */
const limit = 65_000
const { COMMIT = '', RUN_URL = '' } = process.env

const [stack, report, plan] = process.argv.slice(2)
if (!report) throw new Error('Usage: node report.mjs STACK REPORT [PLAN]')
const above = `## \`${stack}\`\n\n${(await readFile(report, 'utf8')).trimEnd()}\n\n`
const below = `Commit ${COMMIT}${RUN_URL && ` · [Run](${RUN_URL})`}\n`
const text = plan === undefined ? '' : await readFile(plan, 'utf8').catch(() => '')
process.stdout.write(`${above}${folded(text.trimEnd(), limit - above.length - below.length)}${below}`)

/** The plan, with as many of its lines as there is room for. No line of it can end the block. */
function folded(text, room) {
  if (text === '') return ''
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length)
  const fence = '`'.repeat(Math.max(3, ...runs.map((length) => length + 1)))
  const open = `<details><summary>Plan</summary>\n\n${fence}text\n`
  const close = `\n${fence}\n\n</details>\n\n`
  const cut = `\n${fence}\n\nThe plan is longer. The log of the run contains all of it.\n\n</details>\n\n`
  if (open.length + text.length + close.length <= room) return `${open}${text}${close}`
  const left = room - open.length - cut.length
  const end = left > 0 ? text.lastIndexOf('\n', left) : -1
  return end > 0 ? `${open}${text.slice(0, end)}${cut}` : ''
}
