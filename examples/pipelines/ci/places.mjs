// Prints what a job works on, and where it is, each as a line NAME=VALUE for which somebody may have named another value in the environment:
//   node places.mjs        all of it
//   node places.mjs tools  only the folder of the command
//   stack         the label of comments and artifacts. Otherwise the folder, with - for /, and without stacks/ before it
//   folder        that of the configuration. Otherwise stacks/STACK, or with a plan the folder that contains it
//   path          the same folder, relative to the checkout
//   plan          the plan that was made already, if there is one
//   tools         the folder with package-lock.json, if it is named
//   certificate   that for which a plan is encrypted, if it is named
// Paths are absolute. Each exists, and lies in the checkout, the folder in which this program runs: also behind links.
import { realpathSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'

const { STACK = '', FOLDER = '', PLAN = '', TOOLS = '', CERTIFICATE = '' } = process.env
const checkout = realpathSync('.')

const found = { ...(process.argv[2] === 'tools' ? {} : configuration()), tools: TOOLS && placeOf(TOOLS) }
for (const [name, value] of Object.entries(found)) console.log(`${name}=${value}`)

function configuration() {
  if (!STACK && !FOLDER && !PLAN)
    refuse('Nothing says which configuration it is. Name a stack, a folder or a plan.')
  const given = FOLDER || (PLAN ? dirname(PLAN) : `stacks/${nameOf(STACK)}`)
  const folder = placeOf(given)
  const path = relative(checkout, resolve(given)).split(sep).join('/')
  const label = STACK || path.replace(/^stacks\/(?=.)/, '').replaceAll('/', '-') || 'root'
  const [plan, certificate] = [PLAN && placeOf(PLAN), CERTIFICATE && placeOf(CERTIFICATE)]
  return { stack: nameOf(label), folder, path: path || '.', plan, certificate }
}

/** It becomes a part of paths and artifacts. */
function nameOf(stack) {
  if (/^[\w-]+$/.test(stack)) return stack
  refuse(
    `The name of a stack contains only letters, digits, - and _. Give ${JSON.stringify(stack)} another one with the input stack.`,
  )
}

function placeOf(given) {
  // Each value is one line, and a line of the log must not end in the middle of it.
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(given))
    refuse(`A path has no control characters: ${JSON.stringify(given)}. Name another one.`)
  let real
  try {
    real = realpathSync(given)
  } catch {
    refuse(
      `The path ${JSON.stringify(given)} does not exist in the checkout, or cannot be read. Name one that exists, relative to the checkout.`,
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
