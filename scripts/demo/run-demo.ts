/**
 * Runs a demo until it ends, fails or is interrupted, and sets the exit code of the process.
 *
 * A terminal's Ctrl-C reaches the engine too, which ends in order: here it is enough not to start the next step.
 */
export function runDemo(demo: (interruption: AbortSignal) => Promise<void>): void {
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => interruption.abort(new Error('It was interrupted.')))
  }
  demo(interruption.signal).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    process.stderr.write(`\nThe demo stopped. ${reason}\n`)
    process.exitCode = interruption.signal.aborted ? 130 : 1
  })
}
