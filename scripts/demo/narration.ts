import { styleText } from 'node:util'

export const inColour = process.stdout.isTTY && process.stdout.hasColors()
let chapters = 0

/** Begins a step of the demo: its title, and a sentence of what is to be seen. */
export function chapter(title: string, sentence: string): void {
  chapters += 1
  write(`\n${styled(['bold', 'cyan'], `── ${chapters}. ${title} `.padEnd(90, '─'))}`)
  say(sentence)
}

export function say(sentence: string): void {
  write(styled(['cyan'], sentence))
}

/** Shows what is about to be run, as one would type it. */
export function showCommand(line: string): void {
  write(`\n${styled(['bold'], `$ ${line}`)}`)
}

/** Shows that something is as it should be. */
export function showFinding(sentence: string): void {
  write(`${styled(['bold', 'green'], '✓')} ${sentence}`)
}

function styled(format: Parameters<typeof styleText>[0], text: string): string {
  return inColour ? styleText(format, text) : text
}

function write(line: string): void {
  process.stdout.write(`${line}\n`)
}
