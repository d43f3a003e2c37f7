/** Removes what temporary-folder.cjs has made. */
module.exports = () => globalThis.removeTemporaryFolder()
