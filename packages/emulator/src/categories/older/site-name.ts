import { domainToASCII } from 'node:url'

const refusedCharacters = /[;,$%!&<>[\]()+?]/

/**
 * A site as the older routes store it: without scheme, path and leading `www.`, in ASCII (field notes, "Older add").
 * `undefined` where the appliance refuses it: nothing left, a refused character, or no name that has an ASCII form.
 */
export function olderSiteName(given: string): string | undefined {
  const name = given
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/\/.*$/s, '')
    .replace(/^www\./, '')
  if (name === '' || refusedCharacters.test(name)) return undefined
  if (isAscii(name)) return name
  return domainToASCII(name) || undefined
}

function isAscii(text: string): boolean {
  return /^\p{ASCII}*$/u.test(text)
}
