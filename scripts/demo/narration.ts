import { styleText } from 'node:util'

export const inColor = process.stdout.isTTY && process.stdout.hasColors()
let chapters = 0

/** Begins a step of the demo: its title, and a sentence about what it shows. */
export function chapter(title: string, sentence: string): void {
  chapters += 1
  write(`\n${styled(['bold', 'cyan'], `── ${chapters}. ${title} `.padEnd(90, '─'))}`)
  say(sentence)
}

export function say(sentence: string): void {
  write(styled(['cyan'], sentence))
}

/** Shows a command that is about to run, as one would type it. */
export function showCommand(line: string): void {
  write(`\n${styled(['bold'], `$ ${line}`)}`)
}

/** Shows that a check has passed. */
export function showFinding(sentence: string): void {
  write(`${styled(['bold', 'green'], '✓')} ${sentence}`)
}

function styled(format: Parameters<typeof styleText>[0], text: string): string {
  return inColor ? styleText(format, text) : text
}

function write(line: string): void {
  process.stdout.write(`${line}\n`)
}
