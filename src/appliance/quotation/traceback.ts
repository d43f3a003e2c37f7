/**
 * The line of a traceback that tells what happened: the last one, with the name of the error in front (field notes, "Autonomous, one
 * bad row"). Of several, which tell what led to what, that of the last. Empty where the text holds none.
 *
 * @param text with the line breaks of the traceback, and the white space by which its other lines are indented
 */
export function lastLineOfTraceback(text: string): string {
  const begin = text.lastIndexOf(heading)
  if (begin === -1) return ''
  const lines = text
    .slice(begin + heading.length)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && line !== ':')
  const told = lines.find((line) => isError.test(line)) ?? lines.at(-1) ?? ''
  return told.trim()
}

const heading = 'Traceback (most recent call last)'

/** `KeyError: 'name'`, `package.module.Problem: what happened`, or a name alone; places and sources are indented. */
const isError = /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*(?::\s.*)?$/u
