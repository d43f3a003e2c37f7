/** The release that the routes of the user directory came with (interface document, 9.4). */
export const directoryRelease =
  'product release 4.50 Service Pack 7, or 4.50 Service Pack 6 with hotfix 20260618-00'
