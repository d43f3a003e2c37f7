/**
 * The names that the compile of either generation deletes from a category before it copies what is left (field notes, "The compile
 * deletes"): what holds one is a second later without it. It deletes names without a dot and with certain characters too, but no site
 * has such.
 */
const deleted: ReadonlySet<string> = new Set(
  (
    'ac.ae ac.be ac.id ac.in ac.ir ac.jp ac.nz ac.org.ar ac.ru ac.th ac.ug ac.za asso.fr cn.com co.id co.kr co.tt co.uk co.za ' +
    'com.bo com.br com.cn com.fr com.hk com.my com.pa com.ua com.uy da.ru de.tc eu.org fromsmash.com in.net in.ua ne.jp net.ar ' +
    'net.au net.ph net.vn or.at or.id or.th org.tw pisa.it pro.br usa.cc'
  ).split(' '),
)

/** Characters of the longest of them. */
const longest = Math.max(...[...deleted].map((name) => name.length))

/** Whether a compile deletes a name, which is lower-case ASCII without `www.` in front. */
export function isDeletedByCompile(name: string): boolean {
  return name.length <= longest && deleted.has(name)
}

/** The same for a name that stands in a buffer. Most names are too long for it, so that no string is made of them. */
export function isDeletedByCompileIn(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from > longest) return false
  return deleted.has(Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1'))
}

/**
 * Whether a site is one that no compile makes active: its first label is `www` or `ww` with digits behind, and such names are
 * compiled as something else (field notes, "Compile, names never active").
 */
export function isNeverActive(site: string): boolean {
  return /^www?[0-9]+\./.test(site)
}
