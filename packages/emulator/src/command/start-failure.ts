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
      return `The socket ${socket} is already in use. Stop the program that listens there, or choose another socket with --socket.`
    // A folder that is missing shows as EACCES too.
    case 'EACCES':
    case 'EPERM':
      return (
        `The socket ${socket} cannot be created: its folder does not exist, or you may not write to it. ` +
        'Choose a socket in another folder with --socket.'
      )
    default:
      return message
  }
}

function portOrFileFailure({ code, port, address, path, message }: SystemError): string {
  switch (code) {
    case 'EADDRINUSE':
      return (
        `Port ${port} of ${address} is already in use. Stop the program that listens there, or choose other ports with ` +
        '--port, --legacy-port, --base-port, --records-port and --control-port (0 for any free one).'
      )
    case 'EACCES':
      return path === undefined
        ? `You may not listen on port ${port} of ${address}. Choose ports above 1023.`
        : `The file ${path} cannot be opened for writing. Choose another file with --data, or change its permissions.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine does not have that address: ${message}. Choose an address of this machine with --host.`
    case 'ENOENT':
      return `The file ${path} cannot be created. Choose a file in an existing folder with --data.`
    default:
      return message
  }
}
