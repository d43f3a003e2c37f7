/**
 * True for a stored name that the compile deletes from its category before it copies: one without a dot, one of a list, and one with
 * certain characters or two dots in a row (field notes, "The compile deletes"). One script compiles for both generations.
 */
export function isDeletedByCompile(site: string): boolean {
  return !site.includes('.') || deletedNames.has(site) || deletedCharacters.test(site)
}

/**
 * True for a name that the compile makes something else of, so that it stays stored and never becomes active: its first label is `www`
 * or `ww` with digits (field notes, "Compile, names never active").
 */
export function isNeverActive(site: string): boolean {
  return neverActive.test(site)
}

const deletedCharacters = /[(){}!#$%,/;<=>?@^|]|\.\./
const neverActive = /^www?\d+\./

/** As the field notes have them, and not as the client has: it is the emulator that judges the client. */
export const deletedNames: ReadonlySet<string> = new Set([
  'ac.ae',
  'ac.be',
  'ac.id',
  'ac.in',
  'ac.ir',
  'ac.jp',
  'ac.nz',
  'ac.org.ar',
  'ac.ru',
  'ac.th',
  'ac.ug',
  'ac.za',
  'asso.fr',
  'cn.com',
  'co.id',
  'co.kr',
  'co.tt',
  'co.uk',
  'co.za',
  'com.bo',
  'com.br',
  'com.cn',
  'com.fr',
  'com.hk',
  'com.my',
  'com.pa',
  'com.ua',
  'com.uy',
  'da.ru',
  'de.tc',
  'eu.org',
  'fromsmash.com',
  'in.net',
  'in.ua',
  'ne.jp',
  'net.ar',
  'net.au',
  'net.ph',
  'net.vn',
  'or.at',
  'or.id',
  'or.th',
  'org.tw',
  'pisa.it',
  'pro.br',
  'usa.cc',
])
