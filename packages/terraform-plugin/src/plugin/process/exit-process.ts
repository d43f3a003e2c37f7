/**
 * Ends the process, whatever its threads are doing. `process.exit` waits for the threads of libuv, and one that opens a FIFO without a
 * writer, or a file on a mount that hangs, does not return. A process with such work under way therefore kills itself after the
 * listeners of its exit have run; its parent then sees the signal instead of the code.
 */
export function exitProcess(code: number): never {
  // Added last, so it runs after the listeners that clean up.
  if (hasWorkOnThreads()) process.on('exit', () => process.kill(process.pid, 'SIGKILL'))
  process.exit(code)
}

/** Whether files are worked on or names resolved: all that libuv has threads for, and may wait for something outside of the process. */
function hasWorkOnThreads(): boolean {
  return process
    .getActiveResourcesInfo()
    .some((name) => /^(FS|FileHandle|CloseReq|GetAddrInfo|GetNameInfo)/.test(name))
}
