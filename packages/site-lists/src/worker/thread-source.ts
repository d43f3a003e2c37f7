/** The text that a thread runs (`list-thread.ts` with all that it needs). The build puts it here; unbuilt there is none. */
export const threadSource: string | undefined = undefined
