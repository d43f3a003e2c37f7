const placeholder = '{stack}'

/** A path of an option for one stack: `{stack}` stands for its name. */
export function forStack(pattern: string, stack: string): string {
  return pattern.replaceAll(placeholder, () => stack)
}

/**
 * Refuses a path that would be the same for all of several stacks.
 * @throws {Error} which names the option
 */
export function checkPattern(option: string, pattern: string | undefined, stacks: number): void {
  if (pattern === undefined || stacks === 1 || pattern.includes(placeholder)) return
  throw new Error(
    `${option} ${JSON.stringify(pattern)} is one path for ${stacks} stacks. Insert ${placeholder} for the name of the stack, such as "plans/${placeholder}.json".`,
  )
}
