import { join, resolve } from 'node:path'

/** The two libraries for which there are bindings. An app is built on one of them. */
export const flavours = ['cdktf', 'cdktn'] as const

/** Also the name of the library's package. */
export type Flavour = (typeof flavours)[number]

/** What a flavour's folder holds: contents by path within it, such as `category/index.ts`. */
export type Files = ReadonlyMap<string, string>

/** Where the bindings of a flavour are kept. */
export function bindingsFolder(flavour: Flavour): string {
  return join(resolve(__dirname, '../../packages/constructs/bindings'), flavour)
}
