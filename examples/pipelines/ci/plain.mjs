// Copies standard input to standard output as plain text: characters that are invisible or that control a terminal become escapes such as
// \u{1b}. GitLab folds the sections of a log by such characters.
process.stdin.setEncoding('utf8')
let last = '\n'
for await (const text of process.stdin) {
  process.stdout.write(text.replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped))
  last = text.at(-1)
}
// What follows in the log starts a new line.
if (last !== '\n') process.stdout.write('\n')

function escaped(character) {
  return `\\u{${character.codePointAt(0).toString(16)}}`
}
