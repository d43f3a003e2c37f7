/**
 * Ends the process, whatever its threads are doing. `process.exit` waits for the threads of libuv, and one that opens a FIFO to
 * which nobody writes, or a file on a mount that hangs, does not come back. So a process that has such work under way kills itself
 * once the listeners of its exit have run; whoever waits for it then sees the signal in place of the code.
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
