/**
 * What the database of the autonomous service says of sites that it cannot store, which its add route passes on as it is: an apostrophe
 * ends the text of a site, and a name may have 512 characters (field notes, "Autonomous add, odd lines"). Nothing is stored then.
 */
export function databaseError(table: string, sites: readonly string[]): string | undefined {
  for (const site of sites) {
    const apostrophe = site.indexOf("'")
    if (apostrophe !== -1) return syntaxError(table, site, apostrophe)
    if (site.length > longestName && [...site].length > longestName)
      return `value too long for type character varying(${longestName})\n`
  }
  return undefined
}

const longestName = 512

function syntaxError(table: string, site: string, apostrophe: number): string {
  const [near = ''] = /^\w*|^./s.exec(site.slice(apostrophe + 1)) ?? []
  const statement = `LINE 1: INSERT INTO ${table} (sitename) VALUES ('`
  const pointer = ' '.repeat(statement.length + apostrophe + 1)
  return `syntax error at or near "${near}"\n${statement}${site}') ON CONFLICT DO NOTHING\n${pointer}^\n`
}
