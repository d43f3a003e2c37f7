/** The sections of an INI text by their names, each with its keys in lower case. Lines before the first section are in ''. */
export type IniSections = ReadonlyMap<string, Readonly<Record<string, string>>>

/** Reads an INI text. Comments, empty lines and lines without an equals sign are skipped; quotes around values too. */
export function parseIni(text: string): IniSections {
  const sections = new Map<string, Record<string, string>>()
  let name = ''
  for (const line of text.split(/\r?\n/).map((each) => each.trim())) {
    const header = /^\[(.+)\]$/.exec(line)?.[1]
    if (header !== undefined) name = header.trim()
    else if (/^[;#]/.test(line)) continue
    const equalsSign = header === undefined ? line.indexOf('=') : -1
    if (header === undefined && equalsSign < 1) continue
    const section = sections.get(name) ?? {}
    sections.set(name, section)
    if (header === undefined) {
      const key = line.slice(0, equalsSign).trimEnd().toLowerCase()
      section[key] = unquoted(line.slice(equalsSign + 1).trimStart())
    }
  }
  return sections
}

function unquoted(value: string): string {
  return /^(["'])(.*)\1$/.exec(value)?.[2] ?? value
}
