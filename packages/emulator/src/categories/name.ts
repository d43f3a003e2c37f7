/** The name as the appliance stores it: without accents, apostrophes and spaces around it (field notes, "Create"). */
export function storedName(name: string): string {
  return withoutAccents(name).replaceAll("'", '').trim()
}

/** An apostrophe in a description becomes a backtick (field notes, "Create"). */
export function storedDescription(description: string): string {
  return description.replaceAll("'", '`')
}

/** `category_` and the first 20 characters of the name, simplified to lower-case letters and digits. */
export function tableName(name: string): string {
  const simplified = storedName(name)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
  return `category_${simplified.slice(0, 20)}`
}

/** `ß` and `ø` have no accent that could be taken off: the appliance has letters of its own for them. */
function withoutAccents(text: string): string {
  return text
    .replaceAll('ß', 'b')
    .replaceAll('ø', 'o')
    .replaceAll('Ø', 'O')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC')
}
