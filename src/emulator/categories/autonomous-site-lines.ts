/**
 * The sites that the autonomous add route accepts from its `sites` field, one for each accepted line, repetitions
 * included since the answer counts them (field notes, "Autonomous add").
 */
export function autonomousSiteLines(field: string): string[] {
  const sites: string[] = []
  for (const line of field.split('\n')) {
    const site = autonomousSiteName(line)
    if (site !== undefined) sites.push(site)
  }
  return sites
}

/** Digits and dots are an address and stay; from anything else, all up to the last `www.` goes. */
function autonomousSiteName(line: string): string | undefined {
  const site = line.trim().toLowerCase()
  if (!hasInnerDot(site)) return undefined
  if (/^[0-9.]+$/.test(site)) return site
  const prefix = site.lastIndexOf('www.')
  const name = prefix === -1 ? site : site.slice(prefix + 'www.'.length)
  return name === '' ? undefined : name
}

function hasInnerDot(site: string): boolean {
  const dot = site.indexOf('.', 1)
  return dot !== -1 && dot < site.length - 1
}
