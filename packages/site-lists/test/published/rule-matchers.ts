/**
 * Whether a rule matches a name and all below it: a second opinion on what the reader of lists takes, written from the public pages of two
 * syntaxes, and not from the reader. Options are those of a rule for all requests.
 */
export function mayMatchIn(rule: string, name: string): boolean {
  return matchesForDns(rule, name) || matchesInBrowsers(rule, name)
}

/** The page "DNS filtering rules syntax" of AdGuard: a rule is compared with names alone. */
function matchesForDns(rule: string, name: string): boolean {
  // There is nothing to separate in a name, so `^` marks its end.
  const pattern = regularExpression(patternOf(rule), { anchor: '^(?:.*\\.)?', separator: '$' })
  return [name, `sub.${name}`, `a.b.${name}`].every((each) => pattern.test(each))
}

/**
 * The page "How to create your own ad filters" of AdGuard, and "How to write filters" of Adblock Plus: a rule is compared with addresses of
 * pages.
 */
function matchesInBrowsers(rule: string, name: string): boolean {
  // Any character but a letter, a digit, or one of _ - . %, or the end of the address.
  const separator = '(?:[^\\p{L}\\p{M}\\p{N}_.%-]|$)'
  const anchor = '^(?:http|https|ws|wss)://(?:[^/?#]*\\.)?'
  const pattern = regularExpression(patternOf(rule), { anchor, separator })
  const pages = ['/', '/page', '/a/b.html?c=d', '/?q=1', '/%20']
  return [name, `sub.${name}`].every((host) => pages.every((page) => pattern.test(`https://${host}${page}`)))
}

function patternOf(rule: string): string {
  const text = rule.startsWith('@@') ? rule.slice(2) : rule
  const options = text.lastIndexOf('$')
  const pattern = options === -1 ? text : text.slice(0, options)
  // A rule may have letters and dots of any script; names on the network have those of ASCII.
  return pattern.replaceAll('é', 'xn--9ca').replaceAll('\u3002', '.')
}

/** @param syntax what `||` and `^` stand for */
function regularExpression(pattern: string, syntax: { readonly anchor: string; readonly separator: string }) {
  const [, begin = '', body = '', end = ''] = /^(\|{0,2})(.*?)(\|?)$/su.exec(pattern) ?? []
  const source = [...body].map((sign) => {
    if (sign === '*') return '.*'
    return sign === '^' ? syntax.separator : sign.replace(/[\\$+?.()[\]{}|/]/u, '\\$&')
  })
  const from = begin === '||' ? syntax.anchor : begin === '|' ? '^' : ''
  return new RegExp(`${from}${source.join('')}${end === '|' ? '$' : ''}`, 'isu')
}
