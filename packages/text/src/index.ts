export { isJsonObject } from './json'
export { numberText, onOneLine, printable, shownText } from './shown'
