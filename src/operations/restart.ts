/** For which duration a restart of the directory service is waited for, unless something else is configured. */
export const longestRestart = '5m'
