// Prints what a job works on, and where it is, each as a line NAME=VALUE for which somebody may have named another value in the environment:
//   node places.mjs [NAME ...]
//   folder        that of the configuration: FOLDER, otherwise that of PLAN, otherwise stacks/STACK
//   path          the same folder, relative to the checkout
//   stack         the label of comments and artifacts: STACK, otherwise the folder, with - for /, and without stacks/ before it
//   plan          the plan that was made already, if there is one: PLAN
//   tools         the folder with package-lock.json, if it is named: TOOLS
//   certificate   that for which a plan is encrypted, if it is named: CERTIFICATE
// Without a name, it prints all of them. Paths are absolute. Each exists, and lies in the checkout, the folder in which this program runs:
// also behind links.
import { realpathSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'

const { STACK = '', FOLDER = '', PLAN = '', TOOLS = '', CERTIFICATE = '' } = process.env
const checkout = realpathSync('.')

const values = {
  folder: () => placeOf(folder()),
  path: () => path() || '.',
  stack: () =>
    nameOf(
      STACK ||
        path()
          .replace(/^stacks\/(?=.)/, '')
          .replaceAll('/', '-') ||
        'root',
    ),
  plan: () => PLAN && placeOf(PLAN),
  tools: () => TOOLS && placeOf(TOOLS, ' The guide Pipelines says how to make it.'),
  certificate: () => CERTIFICATE && placeOf(CERTIFICATE),
}
const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(values)
for (const line of wanted.map((name) => `${name}=${values[name]()}`)) console.log(line)

function folder() {
  if (FOLDER) return FOLDER
  if (PLAN) return dirname(PLAN)
  if (STACK) return `stacks/${nameOf(STACK)}`
  refuse('Nothing says which configuration it is. Name a stack, a folder or a plan.')
}

function path() {
  return relative(checkout, resolve(folder())).split(sep).join('/')
}

/** It becomes a part of paths and artifacts. */
function nameOf(stack) {
  if (/^[\w-]+$/.test(stack)) return stack
  refuse(
    `The name of a stack contains only letters, digits, - and _. Give ${JSON.stringify(stack)} another one with the input stack.`,
  )
}

/** @param otherwise what else to do if it is missing */
function placeOf(given, otherwise = '') {
  // Each value is one line, and a line of the log must not end in the middle of it.
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(given))
    refuse(`A path has no control characters: ${JSON.stringify(given)}. Name another one.`)
  let real
  try {
    real = realpathSync(given)
  } catch {
    refuse(
      `The path ${JSON.stringify(given)} does not exist in the checkout, or cannot be read. Name one that exists, relative to the checkout.${otherwise}`,
    )
  }
  if (real === checkout || real.startsWith(`${checkout}${sep}`)) return real
  refuse(
    `The path ${JSON.stringify(given)} is outside of the checkout, or a link out of it. Name one in the checkout.`,
  )
}

function refuse(text) {
  console.error(text)
  process.exit(1)
}
