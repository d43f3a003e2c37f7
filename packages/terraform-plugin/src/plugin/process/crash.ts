import { writeSync } from 'node:fs'
import type { Logger } from '../logger'
import { exitProcess } from './exit-process'

/**
 * Ends the process with code 1 when an error was caught nowhere, rejections included, and says so on standard error.
 * The line begins as Go's do when a program crashes: Terraform shows its user what follows, beside its own error.
 */
export function exitOnCrash(executable: string, logger: Logger): void {
  process.on('uncaughtException', (error) => {
    const description = error instanceof Error ? (error.stack ?? error.message) : String(error)
    logger.error('The provider crashed.', { error: description })
    complain(`panic: ${executable} crashed. This is a bug in the provider; please report it.\n${description}`)
    exitProcess(1)
  })
}

/** Writes to standard error at once, even where the process exits next. */
export function complain(message: string): void {
  try {
    writeSync(2, `${message}\n`)
  } catch {
    // Nobody listens any more.
  }
}
