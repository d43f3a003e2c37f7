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
    const [, key, value] = header === undefined ? (/^([^=]+?)\s*=\s*(.*)$/.exec(line) ?? []) : []
    if (header === undefined && key === undefined) continue
    const section = sections.get(name) ?? {}
    sections.set(name, section)
    if (key !== undefined && value !== undefined) section[key.toLowerCase()] = unquoted(value)
  }
  return sections
}

function unquoted(value: string): string {
  return /^(["'])(.*)\1$/.exec(value)?.[2] ?? value
}
