import { leaveOut, type ReadLine } from './read-line'

/**
 * A rule for browsers, such as `||example.com^`. Only one for a whole site is read, whatever it is requested for; undefined for what
 * is no rule.
 */
export function readAdblockRule(text: string): ReadLine | undefined {
  if (text.startsWith('@@')) {
    return leaveOut(
      'exception',
      text,
      'is an exception to other rules, which a category cannot contain; remove it',
    )
  }
  if (elementHiding.test(text)) {
    return leaveOut('element-hiding', text, 'hides parts of pages, which a category cannot do; remove it')
  }
  if (regularExpression.test(text)) return leaveOut('pattern', text, patternOnly)
  if (!text.startsWith('|')) return undefined
  const [, name, rest = '', options = ''] = rule.exec(text) ?? []
  if (name === undefined || rest.startsWith('/')) return leaveOut('path', text, wholeSite)
  if (rest.startsWith(':')) return leaveOut('port', text, wholeSite)
  if (rest !== '' && rest !== '^') return leaveOut('pattern', text, wholeSite)
  if (!options.split(',').every((option) => forAllRequests.has(option))) {
    return leaveOut('requests', text, 'applies to some requests only; write ||example.com^ for a whole site')
  }
  return { names: [name] }
}

const elementHiding = /^[^\s/|]*#[@?$%]{0,2}#\S/u
/** What follows `$` goes on to the end, whatever it is: else a hostile line would be tried at each of its characters. */
const regularExpression = /^\/.*\/(?:\$.*)?$/su
/** The domain, what follows it, and its options. */
const rule = /^\|\|((?:\*\.)?[^\s^/$*:|]+)([^$]*)(?:\$(.*))?$/su
/** Without options, and those that make a rule stronger. */
const forAllRequests: ReadonlySet<string> = new Set(['', 'important', 'all'])
const patternOnly = 'is a pattern, but a category contains whole sites; write ||example.com^'
const wholeSite = 'applies to parts of a site only; write ||example.com^ for a whole site'
