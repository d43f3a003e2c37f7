/**
 * JavaScript of an index that loads each folder when it is first asked for. Its last line is never run: Node reads
 * from it the names that other modules can import.
 *
 * @param {string} index the generator's index, in TypeScript
 * @throws an error where the generator writes it in another form
 */
export function lateIndex(index) {
  const folders = [...index.matchAll(/^export \* as (\w+) from '\.\/([\w-]+?)(?:\/index)?';$/gm)]
  if (folders.length === 0) throw new Error('The index of the bindings is in an unknown form. Look at it.')
  return [
    "'use strict'",
    'Object.defineProperties(exports, {',
    ...folders.map(([, name, folder]) => {
      return `  ${name}: { enumerable: true, get: () => require('./${folder}') },`
    }),
    '})',
    `0 && (module.exports = { ${folders.map(([, name]) => name).join(', ')} })\n`,
  ].join('\n')
}
