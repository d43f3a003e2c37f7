/** The name as the appliance stores it: accents are dropped (field notes, "Create"), spaces around it too. */
export function storedName(name: string): string {
  return withoutAccents(name).trim()
}

/** An apostrophe in a description becomes a backtick (field notes, "Create"). */
export function storedDescription(description: string): string {
  return description.replaceAll("'", '`')
}

/** `category_` and the first 20 characters of the name, simplified to lower-case letters and digits. */
export function tableName(name: string): string {
  const simplified = withoutAccents(name)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
  return `category_${simplified.slice(0, 20)}`
}

function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC')
}
