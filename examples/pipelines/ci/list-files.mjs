// Prints the published lists that lists.txt in the folder TOOLS declares (the folder of this program, unless given): in each line the file of
// a list, a space, and its address. Two slashes separate an archive from the file in it, as in lists/adult.tar.gz//adult/domains.
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(process.env.TOOLS || import.meta.dirname, 'lists.txt')
const lines = readFileSync(file, 'utf8').split(/\r?\n/)
const seen = new Set()
const found = []
for (const [index, line] of lines.entries()) {
  const words = line.trim().split(/\s+/)
  if (words[0] === '' || words[0].startsWith('#')) continue
  const problem = problemOf(words)
  if (problem !== undefined) {
    console.error(`${file}:${index + 1}: ${problem}`)
    process.exit(1)
  }
  found.push(words.join(' '))
}
for (const each of found) console.log(each)

/** What a job that may push must not write, nor follow. */
function problemOf([path, address, ...others]) {
  if (address === undefined || others.length > 0)
    return 'Write a path without spaces, a space, and one address.'
  if (!/^https:\/\/[^\p{Cc}]+$/u.test(address)) return 'The address must begin with https://.'
  const [place] = path.split('//')
  const names = place.split('/')
  if (/[\p{Cc}\p{Cf}\\]/u.test(path) || path.startsWith('-') || names.some((name) => /^(?:\.|$)/.test(name)))
    return 'The path must be relative, without hidden files and folders, and must not begin with a hyphen.'
  const link = names.map((_, count) => names.slice(0, count + 1).join('/')).find(isLink)
  if (link !== undefined) return `${link} is a link. Write the path behind it.`
  if (seen.has(place)) return `${place} is declared twice. Each list needs a file of its own.`
  seen.add(place)
}

function isLink(path) {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
}
