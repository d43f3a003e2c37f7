/**
 * How long one list of sites may be: no more memory is spent on any file. Bytes of a file, and of the sites in
 * it with their line feeds; some three million sites of the usual length.
 */
export const longestList = 64 * 2 ** 20

/** How much of an archive is read to find a list in it: bytes, uncompressed, of all that it contains. */
export const longestArchive = 4 * longestList

/** How many entries a list may have, as many of them as fit into those bytes where sites are of the usual length. */
export const mostEntries = 2 ** 22

/** What is worth a thread of its own: a file of so many bytes, or a list of so many sites. */
export const longList = 2 ** 20
export const manySites = 50_000

/** What a state may hold: an update that failed on the way may leave all of what was there and all of what came. */
export const longestPackedList = 2 * longestList
export const mostPackedSites = 2 * mostEntries

/** A line may hold a whole group of a hosts file; what is longer is no line of a list. Bytes. */
export const longestLine = 2 ** 16

/** A file with so many entries that are no sites is no list of sites, and finding out why each of them is none takes long. */
export const mostLeftOut = 1_000_000
