/**
 * How long one list of sites may be: no more memory is spent on any file. Bytes of a file, and of the sites in it with their line feeds;
 * more than ten million sites of the usual length.
 */
export const longestList = 384 * 2 ** 20

/** How much of an archive is read to find a list in it: bytes, uncompressed, of all that it contains. */
export const longestArchive = longestList + 128 * 2 ** 20

/** How many entries a list may have: as many as can be sorted (`spans.ts`). */
export const mostEntries = 2 ** 24

/** What is worth a thread of its own: a file of so many bytes, or a list of so many sites. */
export const longList = 2 ** 20
export const manySites = 50_000

/** What a state may hold: an update that failed on the way may leave all of what was there and all of what came. */
export const longestUnpackedList = 2 * longestList
export const mostUnpackedSites = 2 * mostEntries

/**
 * How long a packed list may be in a state; characters, which are as many bytes on the way to the provider and in the files of the engine.
 * It follows from the tightest of what must hold the list several times:
 *
 * - The plan as JSON, which the review reads as one text. It has the list up to six times: in the prior state, in the planned values, and
 *   before and after a change and a drift. The longest text of Node has 512 MiB.
 * - The request for a plan. It has the list up to four times: in the prior and the proposed state, and in private data what other lists
 *   share and what the plan notes. The largest request has 512 MiB (`largestRequest`).
 *
 * A state that fits can be sent, planned and shown again; `test/list-size.test.ts` checks the sums.
 */
export const longestPackedList = 84 * 2 ** 20

/** A line may hold a whole group of a hosts file; what is longer is no line of a list. Bytes. */
export const longestLine = 2 ** 16

/** A file with so many entries that are no sites is no list of sites, and finding out why each of them is none takes long. */
export const mostLeftOut = 1_000_000
