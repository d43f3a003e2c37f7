/** The text that a thread runs (`review-thread.ts` with all that it needs). The build puts it here; unbuilt there is none. */
export const reviewThreadSource: string | undefined = undefined
