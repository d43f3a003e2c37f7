import type { Logger } from '../logger'

/**
 * Turns what the process writes to standard output from now on into log lines. After the handshake the host
 * expects nothing there, but a library may well use console.log. Opens standard output only when somebody asks for it.
 */
export function redirectStandardOutput(logger: Logger): void {
  const { stdout } = Object.getOwnPropertyDescriptors(process)
  Object.defineProperty(process, 'stdout', {
    configurable: true,
    enumerable: true,
    get() {
      Object.defineProperty(process, 'stdout', stdout)
      process.stdout.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
        for (const line of Buffer.from(chunk as Uint8Array)
          .toString()
          .split('\n')) {
          if (line.trim()) logger.warn(line, { stream: 'stdout' })
        }
        const done = rest.find((argument) => typeof argument === 'function')
        if (done) process.nextTick(done)
        return true
      }
      return process.stdout
    },
  })
}
