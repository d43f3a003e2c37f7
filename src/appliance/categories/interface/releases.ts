/** The release that the older category routes came with (interface document, 9.1). */
export const olderRelease =
  'product release 4.50 Service Pack 5, or 4.50 Service Pack 4 with hotfix 20250605-13'

/** The release that the autonomous service came with (interface document, 9.2). */
export const autonomousRelease = 'the autonomous REST service, which exists since major version 4'
