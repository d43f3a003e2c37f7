/** What is asked of a process about its parent. */
export type Child = Pick<NodeJS.Process, 'platform' | 'ppid' | 'kill'>

/** Returns a function that tells whether the process which is the parent now has ended since. */
export function parentWatch(child: Child = process): () => boolean {
  const parent = child.ppid
  if (child.platform === 'win32') return () => !exists(parent, child)
  // The children of a process that ends get another parent. Process 1 ends last, together with all others of its container.
  return () => child.ppid !== parent
}

/** On Windows a process keeps the number of its parent, whatever becomes of that one. */
function exists(pid: number, { kill }: Child): boolean {
  try {
    return kill(pid, 0)
  } catch (error) {
    // It may be there and not be ours to signal.
    return !(typeof error === 'object' && error !== null && 'code' in error && error.code === 'ESRCH')
  }
}
