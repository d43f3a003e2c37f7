/**
 * A category's name as names are compared: without accents and apostrophes, in lower case, `ß` as `b` and `ø` as `o`, with single
 * spaces inside and none around. The appliance stores names so and derives the table from the simplified name (field notes,
 * "Create"), so that names that differ in no more than this cannot stand beside each other. For comparison only; never sent.
 */
export function simplifyName(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}|'/gu, '')
    .replaceAll('ß', 'b')
    .replaceAll('ø', 'o')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * The table that the appliance makes for a category of this name (field notes, "Create"). Two names that give one table share it.
 * Undefined where no letter of the name is one of which it is known what becomes of it.
 */
export function tableNameOf(name: string): string | undefined {
  const simplified = simplifyName(name).replace(/[^a-z0-9]/g, '')
  return simplified === '' ? undefined : `category_${simplified.slice(0, 20)}`
}
