import { isPublicSuffix, parseSite, readSites } from '@webfilter/appliance-names'

/**
 * What constructs take from sites/. No other file of them imports values from there: the build bundles those into each file that does,
 * and the list of public suffixes with them. It takes longer to load than all else of a construct, so that waits until it is needed.
 */
export { isPublicSuffix, parseSite, readSites }
