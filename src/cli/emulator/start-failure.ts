/** What happened and what to do, for the failures that an administrator meets when an emulator starts. */
export function startFailure(error: unknown): string {
  const failure = systemError(error)
  return failure.address?.startsWith('/')
    ? socketFailure(failure, failure.address)
    : portOrFileFailure(failure)
}

interface SystemError extends Error {
  readonly code?: string
  readonly port?: number
  /** Of a socket, its path. */
  readonly address?: string
  readonly path?: string
}

function systemError(error: unknown): SystemError {
  return error instanceof Error ? error : new Error(String(error))
}

function socketFailure({ code, message }: SystemError, socket: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `The socket ${socket} is in use already. Stop what listens there, or choose another one with --socket.`
    // A folder that is missing shows as EACCES too.
    case 'EACCES':
    case 'EPERM':
      return (
        `The socket ${socket} cannot be made: its folder is missing, or not for you to write in. ` +
        'Choose one in another folder with --socket.'
      )
    default:
      return message
  }
}

function portOrFileFailure({ code, port, address, path, message }: SystemError): string {
  switch (code) {
    case 'EADDRINUSE':
      return (
        `Port ${port} of ${address} is in use already. Stop what listens there, or choose other ports with ` +
        '--port, --legacy-port, --base-port, --records-port and --control-port (0 for any free one).'
      )
    case 'EACCES':
      return path === undefined
        ? `Port ${port} of ${address} is not for you to listen on. Choose ports above 1023.`
        : `The file ${path} cannot be opened for writing. Choose another one with --data, or change its permissions.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no such address to listen on: ${message}. Choose one of its own with --host.`
    case 'ENOENT':
      return `The file ${path} cannot be created. Choose a file in an existing folder with --data.`
    default:
      return message
  }
}
